import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { randomOf } from './random.ts'
import type { Row, SurvivalTest } from './survival-test.ts'
import { badVendors } from './tests/bad-vendors.ts'
import { bank } from './tests/bank.ts'
import { brokenLink } from './tests/broken-link.ts'
import { crashPoints } from './tests/crash-points.ts'
import { failover } from './tests/failover.ts'
import { fuzz } from './tests/fuzz.ts'
import { hotAccount } from './tests/hot-account.ts'
import { killDatabase } from './tests/kill-database.ts'
import { killWallet } from './tests/kill-wallet.ts'
import { lostStandby } from './tests/lost-standby.ts'
import { overload } from './tests/overload.ts'
import { races } from './tests/races.ts'
import { reconciliation } from './tests/reconciliation.ts'
import { rollingRestart, rollingUpgrade } from './tests/rolling-restart.ts'
import { seededFaults } from './tests/seeded-faults.ts'
import { simulated } from './tests/simulated.ts'
import { soak } from './tests/soak.ts'
import { trueForAnyInput } from './tests/true-for-any-input.ts'
import { webhooks } from './tests/webhooks.ts'
import { wrongClock } from './tests/wrong-clock.ts'

const TESTS: readonly SurvivalTest[] = [
  bank,
  hotAccount,
  races,
  killWallet,
  crashPoints,
  killDatabase,
  lostStandby,
  brokenLink,
  badVendors,
  webhooks,
  reconciliation,
  wrongClock,
  rollingRestart,
  overload,
  soak,
  fuzz,
  rollingUpgrade,
  simulated,
  trueForAnyInput,
  seededFaults,
]

// What `--quick` runs unless others are named: a minute or so, as a part of `npm test`.
const QUICK = ['R1', 'R4', 'R6', 'R9', 'R11']

/**
 * Runs the tests of survival and prints one table: `--quick`, `--only R4,R6`, `--seed 7` for a run to be repeated, `--cluster` for R7 alone; `--parts` for some
 * faults of R22 or some seeds of R18.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      cluster: { type: 'boolean', default: false },
      only: { type: 'string' },
      parts: { type: 'string' },
      seed: { type: 'string' },
    },
  })
  // `npm run survive` has just built it, and starts are measured.
  process.env.BUILT = 'on'
  const chosen = values.only?.split(',') ?? (values.quick ? QUICK : undefined)
  const tests = values.cluster ? [failover] : TESTS.filter(({ id }) => chosen === undefined || chosen.includes(id))
  if (tests.length === 0) throw new Error(`There is no such test. There are: ${TESTS.map(({ id }) => id).join(', ')}`)
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed)
  say(`Seed ${seed}`)
  const rows: Row[] = []
  for (const test of tests) {
    const startedAt = performance.now()
    say(`${test.id} ${test.name} …`)
    const parts = values.parts?.split(',')
    const run = {
      seed,
      random: randomOf(seed),
      isQuick: values.quick,
      ...(parts && { parts }),
      tell: (line: string) => say(`   ${line}`),
    }
    const made = await test.run(run).catch((error: unknown) => [failed(test, error)])
    rows.push(...made)
    for (const { complaints } of made) for (const complaint of complaints) say(`   ${complaint}`)
    say(`   ${made.every(({ isMet }) => isMet) ? 'met' : 'NOT MET'} (${Math.round((performance.now() - startedAt) / 1000)} s)`)
  }
  say(`\n${tableOf(rows)}`)
  writeFileSync(
    'survive-result.json',
    `${JSON.stringify({ measuredAt: new Date().toISOString(), seed, isQuick: values.quick, rows }, null, 2)}\n`,
  )
  process.exitCode = rows.every(({ isMet }) => isMet) ? 0 : 1
}

function failed({ id, name, bar }: SurvivalTest, error: unknown): Row {
  const complaint = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const nothing = { load: '', faults: '', acknowledged: 0, lost: 0, twice: 0, broken: 0, recovery: '' }
  return { test: `${id} ${name}`, ...nothing, bar, isMet: false, complaints: [complaint] }
}

/** The table, as Markdown. */
function tableOf(rows: readonly Row[]): string {
  const head = ['Test', 'Load', 'Faults', 'Acknowledged', 'Lost', 'Twice', 'Broken invariants', 'Recovery', 'Bar', 'Met']
  const lines = rows.map((row) => [
    row.test,
    row.load,
    row.faults,
    row.acknowledged,
    row.lost,
    row.twice,
    row.broken,
    row.recovery,
    row.bar,
    row.isMet ? 'yes' : 'NO',
  ])
  return [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()
