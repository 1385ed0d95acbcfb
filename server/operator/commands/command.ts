import type { CommandContext } from './context.ts'

/** The given options of a command, by name. */
export type Options = Readonly<Record<string, string>>

/** A command of the operator. */
export interface Command {
  /** One word or two: `notify`, `flags on`. */
  readonly name: string
  readonly summary: string
  /** Its arguments, in order; each is required, except one that ends in `?`. */
  readonly places: readonly string[]
  /** Its own options, besides those of every command; each takes a text. */
  readonly options: readonly string[]
  /** Those of its own that take nothing; given, they are `yes`. */
  readonly switches?: readonly string[]
  /** Throws OperatorFault when it cannot be done. */
  run(context: CommandContext, words: readonly string[], options: Options): Promise<void>
}

/** The usage line of a command: `limits set <level> <currency> [--topup-min …]`. */
export function usageOf({ name, places, options, switches = [] }: Command): string {
  const words = places.map((place) => (place.endsWith('?') ? `[${place.slice(0, -1)}]` : `<${place}>`))
  return [name, ...words, ...options.map((option) => `[--${option} …]`), ...switches.map((option) => `[--${option}]`)].join(' ')
}
