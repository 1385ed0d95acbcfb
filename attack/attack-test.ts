import type { Random } from '#survive/random'
import type { Target } from './target.ts'

/** A run of an attack: what it is on, its seed, from which everything random in it comes, and where it may tell how it goes. */
export interface Scene {
  readonly target: Target
  readonly seed: number
  readonly random: Random
  /** A tenth of the tries and less. */
  readonly isQuick: boolean
  tell(line: string): void
}

/** A line of the table. */
export interface Row {
  readonly attack: string
  readonly tries: number
  /** What got through, in whatever the attack is after. */
  readonly through: string
  readonly bar: string
  readonly isMet: boolean
  /** What else was seen. */
  readonly note: string
}

/** An attack on the running wallet, or a family of them. */
export interface Attack {
  readonly name: string
  /** Whether `--quick` has it, when no others are named. */
  readonly isQuick: boolean
  run(scene: Scene): Promise<readonly Row[]>
}

/** A row for an attack that is after something countable, of which no more than so much may get through. */
export function counted(
  attack: string,
  { tries, through, most = 0, bar, note = '' }: { tries: number; through: number; most?: number; bar: string; note?: string },
): Row {
  return { attack, tries, through: String(through), bar, isMet: tries > 0 && through <= most, note }
}
