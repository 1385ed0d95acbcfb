import type { Load } from './load.ts'
import type { Random } from './random.ts'
import type { Reckoning } from './reckoning.ts'

/** A run of a test: its seed, from which everything random in it comes, and where it may tell how it goes. */
export interface Run {
  readonly seed: number
  readonly random: Random
  /** A tenth of the work and less: for `npm test`. */
  readonly isQuick: boolean
  tell(line: string): void
}

/** A line of the table. */
export interface Row {
  readonly test: string
  readonly load: string
  readonly faults: string
  readonly acknowledged: number
  readonly lost: number
  readonly twice: number
  readonly broken: number
  /** As measured. */
  readonly recovery: string
  readonly bar: string
  readonly isMet: boolean
  /** What went wrong, where something did. */
  readonly complaints: readonly string[]
}

/** A test of the wallet as a whole under faults. */
export interface SurvivalTest {
  /** R1 … R23. */
  readonly id: string
  readonly name: string
  readonly bar: string
  run(run: Run): Promise<readonly Row[]>
}

/** What is true or not at the end of a test, in words, beside the books. */
export interface Finding {
  readonly is: boolean
  readonly fact: string
}

/** Makes a row of a load and its reckoning: met when nothing was lost, done twice, broken, unclean or left open, and every further fact holds. */
export function rowOf(
  test: SurvivalTest,
  { load, reckoning, ...row }: { load: Load; reckoning: Reckoning; loadName: string; faults: string; recovery: string },
  findings: readonly Finding[] = [],
): Row {
  const { tally } = load
  const facts: readonly Finding[] = [
    { is: reckoning.lost === 0, fact: `${reckoning.lost} were lost` },
    { is: reckoning.twice === 0, fact: `${reckoning.twice} were done twice` },
    { is: reckoning.broken.length === 0, fact: reckoning.broken.join(' ') },
    { is: reckoning.withoutEnd === 0, fact: `${reckoning.withoutEnd} never ended` },
    { is: tally.unresolved === 0, fact: `of ${tally.unresolved} nobody knows what became of them` },
    { is: tally.refused === 0, fact: `${tally.refused} were refused` },
    { is: tally.unclean.length === 0, fact: `${tally.unclean.length} answers were not as agreed: ${tally.unclean[0]}` },
    ...findings,
  ]
  const complaints = facts.filter(({ is }) => !is).map(({ fact }) => fact)
  return {
    test: `${test.id} ${test.name}`,
    load: row.loadName,
    faults: row.faults,
    acknowledged: reckoning.acknowledged,
    lost: reckoning.lost,
    twice: reckoning.twice,
    broken: reckoning.broken.length,
    recovery: row.recovery,
    bar: test.bar,
    isMet: complaints.length === 0,
    complaints,
  }
}
