import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
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

// These measure no times of the wallet: when everything is run, they run in two processes beside each other, the longest apart.
const BESIDE = [['R5'], ['R3', 'R11', 'R12', 'R14', 'R18', 'R19', 'R22']]

// What `--quick` runs unless others are named: a minute or so, as a part of `npm test`.
const QUICK = ['R1', 'R4', 'R6', 'R9', 'R11']

interface Options {
  readonly quick: boolean
  readonly cluster: boolean
  readonly only?: string
  readonly parts?: string
  readonly seed?: string
  /** The file for what came of it. */
  readonly result: string
}

/**
 * Runs the tests of survival and prints one table: `--quick`, `--only R4,R6`, `--seed 7` for a run to be repeated, `--cluster` for R7 alone; `--parts` for some
 * faults of R22 or some seeds of R18; `--result` for another file than `survive-result.json`.
 */
async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      cluster: { type: 'boolean', default: false },
      only: { type: 'string' },
      parts: { type: 'string' },
      seed: { type: 'string' },
      result: { type: 'string', default: 'survive-result.json' },
    },
  })
  // `npm run survive` has just built it, and starts are measured.
  process.env.BUILT = 'on'
  const startedAt = performance.now()
  const seed = options.seed === undefined ? Date.now() % 1_000_000 : Number(options.seed)
  say(`Seed ${seed}`)
  const isAll = !(options.quick || options.cluster || options.only)
  const rows = isAll ? await runAll(seed, options) : await runInTurn(chosenBy(options), seed, options)
  say(`\n${tableOf(rows)}\n\n${Math.round((performance.now() - startedAt) / 60_000)} minutes`)
  const told = { measuredAt: new Date().toISOString(), seed, isQuick: options.quick, rows }
  writeFileSync(options.result, `${JSON.stringify(told, null, 2)}\n`)
  process.exitCode = rows.every(({ isMet }) => isMet) ? 0 : 1
}

function chosenBy({ quick, cluster, only }: Options): readonly SurvivalTest[] {
  if (cluster) return [failover]
  const chosen = only?.split(',') ?? (quick ? QUICK : [])
  const tests = TESTS.filter(({ id }) => chosen.includes(id))
  if (tests.length === 0) throw new Error(`There is no such test. There are: ${TESTS.map(({ id }) => id).join(', ')}`)
  return tests
}

async function runAll(seed: number, options: Options): Promise<readonly Row[]> {
  const beside = BESIDE.flat()
  const alone = await runInTurn(
    TESTS.filter(({ id }) => !beside.includes(id)),
    seed,
    options,
  )
  const others = await Promise.all(
    BESIDE.map((ids) =>
      runApart(ids, seed).catch((error: unknown) =>
        TESTS.filter(({ id }) => ids.includes(id)).map((test) => failed(test, error)),
      ),
    ),
  )
  return [...alone, ...others.flat()]
}

async function runInTurn(tests: readonly SurvivalTest[], seed: number, { quick, parts }: Options): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const test of tests) {
    const startedAt = performance.now()
    say(`${test.id} ${test.name} …`)
    const run = {
      seed,
      random: randomOf(seed),
      isQuick: quick,
      ...(parts && { parts: parts.split(',') }),
      tell: (line: string) => say(`   ${line}`),
    }
    const made = await test.run(run).catch((error: unknown) => [failed(test, error)])
    rows.push(...made)
    for (const { complaints } of made) for (const complaint of complaints) say(`   ${complaint}`)
    say(`   ${made.every(({ isMet }) => isMet) ? 'met' : 'NOT MET'} (${Math.round((performance.now() - startedAt) / 1000)} s)`)
  }
  return rows
}

/** Runs tests in a process of their own. */
async function runApart(ids: readonly string[], seed: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'survive-'))
  const result = join(folder, 'result.json')
  const args = [...process.execArgv, process.argv[1] ?? '', '--only', ids.join(','), '--seed', `${seed}`, '--result', result]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) if (!line.startsWith('|')) say(line)
  await ended
  const { rows }: { rows: readonly Row[] } = JSON.parse(readFileSync(result, 'utf8'))
  rmSync(folder, { recursive: true })
  return rows
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
