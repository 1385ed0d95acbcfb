import fc from 'fast-check'
import { amountProperty } from './amounts.ts'
import { cycleProperty } from './exchanges.ts'
import { ledgerProperty } from './ledger.ts'
import { phoneProperty } from './phones.ts'

export interface PropertyOptions {
  /** The same seed tries the same. */
  readonly seed: number
  /** 1 tries all of it, 0.01 a hundredth. */
  readonly scale: number
  tell(line: string): void
}

/** What a property was tried with, and what it does not hold for. */
export interface PropertyRow {
  readonly property: string
  readonly runs: number
  readonly seconds: number
  readonly counterexample?: string
}

type Tried = (numbers: { readonly seed: number; readonly numRuns: number }) => {
  runs: number
  counterexample: string | undefined
}

function trying<Input>(property: fc.IProperty<Input>): Tried {
  return (numbers) => {
    const details = fc.check(property, numbers)
    return { runs: details.numRuns, counterexample: details.failed ? fc.defaultReportMessage(details) : undefined }
  }
}

const PROPERTIES: readonly (readonly [name: string, runs: number, tried: Tried])[] = [
  ['amounts are read as an oracle reads them', 500_000, trying(amountProperty)],
  ["phones are read as the library's full data has them", 500_000, trying(phoneProperty)],
  ['no cycle of exchanges gains', 100_000, trying(cycleProperty)],
  ['the ledger does what a pure model does', 10_000, trying(ledgerProperty)],
]

/** Tries what has to be true of the pure parts of the wallet for any input, and tells how often. */
export function runProperties({ seed, scale, tell }: PropertyOptions): PropertyRow[] {
  return PROPERTIES.map(([property, full, tried]) => {
    const startedAt = process.hrtime.bigint()
    const { runs, counterexample } = tried({ seed, numRuns: Math.max(1, Math.round(full * scale)) })
    const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9
    tell(`${property}: ${runs} times, ${seconds.toFixed(1)} s${counterexample ? `\n${counterexample}` : ''}`)
    return { property, runs, seconds, ...(counterexample !== undefined && { counterexample }) }
  })
}
