import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { openJournal } from './journal.ts'
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
import { people } from './tests/people.ts'
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
  people,
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
  failover,
]

// These measure no times of the wallet: when everything is run, they run in two lanes beside each other, the longest first, so that both end at
// about the same time. The others have the machine for themselves.
const BESIDE = ['R5', 'R18', 'R22', 'R1', 'R3', 'R20', 'R10', 'R19', 'R14', 'R11', 'R12']

// What `--quick` runs unless others are named, as a part of `npm run test:full`: a quick run asks no times of the wallet, and is mostly a wait for
// something to come back.
const QUICK = ['R4', 'R9', 'R6', 'R1', 'R11']
const LANES = 2

/** How long a run may take in all, in seconds. */
const MAY_TAKE = { all: 45 * 60, quick: 90 }

interface Options {
  readonly quick: boolean
  readonly cluster: boolean
  /** Others have the machine, too: how long it takes in all is not asked. */
  readonly shared: boolean
  readonly only?: string
  readonly parts?: string
  readonly seed?: string
  /** The file for what came of it. */
  readonly result: string
}

/**
 * Runs the tests of survival and prints one table: `--quick`, `--only R4,R6`, `--seed 7` for a run to be repeated, `--cluster` for R7 alone; `--shared` where
 * others are busy beside it, so that its time in all says nothing; `--parts` for some
 * faults of R22 or some seeds of R18; `--result` for another file than `survive-result.json`.
 */
async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      cluster: { type: 'boolean', default: false },
      shared: { type: 'boolean', default: false },
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
  const isNamed = options.cluster || options.only !== undefined
  const rows = isNamed ? await runInTurn(chosenBy(options), seed, options) : await runTheUsual(seed, options)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const all =
    isNamed || options.shared ? rows : [...rows, rowOfTime(rows, seconds, options.quick ? MAY_TAKE.quick : MAY_TAKE.all)]
  say(`\n${tableOf(all)}\n\n${seconds} s`)
  const told = { measuredAt: new Date().toISOString(), seed, isQuick: options.quick, seconds, rows: all }
  writeFileSync(options.result, `${JSON.stringify(told, null, 2)}\n`)
  process.exitCode = all.every(({ isMet }) => isMet) ? 0 : 1
}

/** The row of the time that all of it took. */
function rowOfTime(rows: readonly Row[], seconds: number, mayTake: number): Row {
  const isMet = seconds <= mayTake
  return {
    test: 'all of it',
    load: `${rows.length} rows`,
    faults: '',
    acknowledged: rows.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    lost: 0,
    twice: 0,
    broken: 0,
    recovery: `${seconds} s`,
    bar: `${mayTake} s`,
    isMet,
    complaints: isMet ? [] : [`it took ${seconds} s`],
  }
}

function chosenBy({ cluster, only }: Options): readonly SurvivalTest[] {
  if (cluster) return [failover]
  const chosen = only?.split(',') ?? []
  const tests = TESTS.filter(({ id }) => chosen.includes(id))
  if (tests.length === 0) throw new Error(`There is no such test. There are: ${TESTS.map(({ id }) => id).join(', ')}`)
  return tests
}

/** Runs everything, or what is quick: first what needs the machine for itself, then the others in lanes. */
async function runTheUsual(seed: number, options: Options): Promise<readonly Row[]> {
  const beside = options.quick ? QUICK : BESIDE
  const alone = options.quick ? [] : TESTS.filter(({ id }) => !beside.includes(id))
  const rows = [...(await runInTurn(alone, seed, options))]
  const left = beside.values()
  const lane = async (): Promise<void> => {
    for (const id of left) {
      const test = TESTS.find((each) => each.id === id)
      if (!test) throw new Error(`There is no test ${id}`)
      rows.push(...(await runApart(test, seed, options).catch((error: unknown) => [failed(test, error)])))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const placeOf = ({ test }: Row): number => TESTS.findIndex(({ id }) => test.startsWith(`${id} `))
  return rows.sort((one, other) => placeOf(one) - placeOf(other))
}

async function runInTurn(tests: readonly SurvivalTest[], seed: number, { quick, parts }: Options): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const test of tests) {
    const startedAt = performance.now()
    say(`${test.id} ${test.name} …`)
    const journals = mkdtempSync(join(tmpdir(), `survive-${test.id}-`))
    let opened = 0
    const run = {
      seed,
      random: randomOf(seed),
      isQuick: quick,
      ...(parts && { parts: parts.split(',') }),
      openJournal: () => {
        opened += 1
        return openJournal(join(journals, `${opened}.jsonl`))
      },
      tell: (line: string) => say(`   ${line}`),
    }
    const made = await test.run(run).catch((error: unknown) => [failed(test, error)])
    const isMet = made.every((row) => row.isMet)
    if (isMet || opened === 0) rmSync(journals, { recursive: true })
    rows.push(...(isMet || opened === 0 ? made : made.map((row) => withJournals(row, journals))))
    for (const { complaints } of rows.slice(-made.length)) for (const complaint of complaints) say(`   ${complaint}`)
    say(`   ${test.id} ${isMet ? 'met' : 'NOT MET'} (${Math.round((performance.now() - startedAt) / 1000)} s)`)
  }
  return rows
}

/** A row that is not met, with the place of what its clients were told. */
function withJournals(row: Row, journals: string): Row {
  return row.isMet ? row : { ...row, complaints: [...row.complaints, `what clients were told is in ${journals}`] }
}

/** Runs a test in a process of its own. */
async function runApart(test: SurvivalTest, seed: number, { quick }: Options): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'survive-'))
  const result = join(folder, 'result.json')
  const words = ['--only', test.id, '--seed', `${seed}`, '--result', result, ...(quick ? ['--quick'] : [])]
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = (): void => void child.kill()
  process.once('exit', end)
  const ended = once(child, 'exit').finally(() => process.off('exit', end))
  for await (const line of createInterface(child.stdout)) if (!/^\||^$|^\d+ s$|^Seed /.test(line)) say(line)
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

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
await main()
