import type { Desk } from './desk.ts'

/** The options of a command that were given, by name. */
export type Options = Readonly<Record<string, string>>

/** Something the operator can do. */
export interface Command {
  /** One word or two: `notify`, `flags on`. */
  readonly name: string
  readonly summary: string
  /** What its words are, in order; each must be given, but one that ends in `?`. */
  readonly places: readonly string[]
  /** Its options beside those that every command has; each takes a text. */
  readonly options: readonly string[]
  /** Throws OperatorFault for what cannot be done. */
  run(desk: Desk, words: readonly string[], options: Options): Promise<void>
}

/** How a command is written: `limits set <level> <currency> [--topup-min …]`. */
export function usageOf({ name, places, options }: Command): string {
  const words = places.map((place) => (place.endsWith('?') ? `[${place.slice(0, -1)}]` : `<${place}>`))
  return [name, ...words, ...options.map((option) => `[--${option} …]`)].join(' ')
}
