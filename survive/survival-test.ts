import type { Journal } from './journal.ts'
import type { Load } from './load.ts'
import type { Random } from './random.ts'
import type { Reckoning } from './reckoning.ts'

/** A run of a test: its seed, from which everything random in it comes, and where it may tell how it goes. */
export interface Run {
  readonly seed: number
  readonly random: Random
  /** A tenth of the work and less: for `npm test`. */
  readonly isQuick: boolean
  /** Parts of the test, where it has some and not all are wanted: faults by name, seeds of the simulation. */
  readonly parts?: readonly string[]
  /** A journal for what clients are told; where a row is not met, all of the run are kept and named. */
  openJournal(): Promise<Journal>
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
  /** R1 … R23, or the name of a feature. */
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

/** What a test counted: the columns of its row. */
export interface Counted {
  readonly loadName: string
  readonly faults: string
  readonly recovery: string
  readonly acknowledged: number
  readonly lost: number
  readonly twice: number
  /** The invariants that do not hold, in words. */
  readonly broken: readonly string[]
}

/** Makes a row of what was counted: met when nothing was lost, done twice or broken, and every further fact holds. */
export function rowOfCounts(test: SurvivalTest, counted: Counted, findings: readonly Finding[] = []): Row {
  const { loadName, faults, recovery, acknowledged, lost, twice, broken } = counted
  const facts: readonly Finding[] = [
    { is: lost === 0, fact: `${lost} were lost` },
    { is: twice === 0, fact: `${twice} were done twice` },
    { is: broken.length === 0, fact: broken.join(' ') },
    ...findings,
  ]
  const complaints = facts.filter(({ is }) => !is).map(({ fact }) => fact)
  return {
    test: `${test.id} ${test.name}`,
    load: loadName,
    faults,
    acknowledged,
    lost,
    twice,
    broken: broken.length,
    recovery,
    bar: test.bar,
    isMet: complaints.length === 0,
    complaints,
  }
}

const ERRORS_TOLD = 3

/** Makes a row of a load and its reckoning: as above, and nothing may be refused, unclean or left open. */
export function rowOf(
  test: SurvivalTest,
  {
    load: { tally },
    reckoning,
    errors = [],
    ...told
  }: { load: Load; reckoning: Reckoning; errors?: readonly string[]; loadName: string; faults: string; recovery: string },
  findings: readonly Finding[] = [],
): Row {
  const { loadName, faults, recovery } = told
  const { acknowledged, lost, twice, broken, withoutEnd } = reckoning
  return rowOfCounts(test, { loadName, faults, recovery, acknowledged, lost, twice, broken }, [
    { is: withoutEnd === 0, fact: `${withoutEnd} never ended` },
    { is: tally.unresolved === 0, fact: `of ${tally.unresolved} nobody knows what became of them` },
    { is: tally.refused === 0, fact: `${tally.refused} were refused` },
    { is: tally.unclean.length === 0, fact: `${tally.unclean.length} answers were not as agreed: ${tally.unclean[0]}` },
    // Only where something is wrong: what a wallet says of it.
    ...(tally.unclean.length > 0 ? errors.slice(0, ERRORS_TOLD).map((fact) => ({ is: false, fact })) : []),
    ...findings,
  ])
}
