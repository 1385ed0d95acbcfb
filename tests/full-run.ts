import { test } from 'vitest'

// `npm test` is the gate; everything else, Vitest called by hand too, runs all.
const isGate = process.env.TESTS === 'gate'
const GATE_ROUNDS_MAX = 10

/** How many rounds a race is run: all of them, in the gate ten at most. Ten rounds find a mistake that loses the race often. */
export function rounds(all: number): number {
  return isGate ? Math.min(GATE_ROUNDS_MAX, all) : all
}

/** A test of the full run in a file whose other tests the gate runs. */
export function fullTest(title: string, run: () => Promise<void>): void {
  if (!isGate) test(title, run)
}

/** The rows of a table that a test is run for: all, in the gate those alone that are named. */
export function rowsOf<Row>(table: Readonly<Record<string, Row>>, ofGate: readonly string[]): [string, Row][] {
  return Object.entries(table).filter(([name]) => !isGate || ofGate.includes(name))
}
