// What the commands that test are made of: parts that are run and measured, a second look at what failed, and the summary at the end.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findTestChromium } from './chromium.mjs'
import { endWithShell } from './end-with-shell.mjs'
import { readPlaywright } from './reports.mjs'
import { measureSlowness } from './slowness.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const results = join(root, 'test-results')
const VITEST = 'node_modules/vitest/vitest.mjs'
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'
/** If more tests than this failed, none is run again: the run is red. */
const LOOKED_AGAIN_MAX = 5
/** So many failed tests are named in the last lines; `failed.txt` names them all. */
const NAMED_MAX = 20
const SLOWEST_SHOWN = 10
const TITLE_WIDTH_MAX = 60
/** A part that takes longer, on an idle machine, is ended: a test that never gives way to its time-out would hold the run for ever. */
const PART_MINUTES_MAX = { gate: 15, full: 60 }

/** The environment of every runner: which tests are run (vitest.config.ts, playwright.config.ts), and how slow the machine is. */
const environment = {}
/** The parts that have run, with their wall and processor time. */
const parts = []
/** All tests that have run; `again` runs one of them alone and resolves to whether it passed. */
const tests = []
let programsStarted = 0
/** The programs that run now. */
const running = new Set()

/** Begins a run: of the everyday gate only, or of all tests if `isFull`. Empties the folder of the reports and measures the machine. */
export function begin({ isFull = true } = {}) {
  endWithShell()
  environment.TESTS = isFull ? 'full' : 'gate'
  environment.SLOWNESS = measureSlowness().toFixed(1)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, endEarly)
  print(`Time-outs are stretched by ${environment.SLOWNESS}.`)
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
}

// The shell's `times` knows the processor time of everything that a program has started and waited for.
const TIMED = '"$@"; status=$?; times >"$TIMES_FILE"; exit $status'

/** Runs a program of ours from node_modules. What it says is printed at its end, or at once if `isAloud`; resolves to whether it succeeded. */
async function run(title, program, words, { settings = {}, isAloud = false } = {}) {
  const startedAt = Date.now()
  programsStarted += 1
  const timesFile = join(results, `times-${programsStarted}.txt`)
  if (isAloud) process.stdout.write(`\n── ${title}\n`)
  const child = spawn('sh', ['-c', TIMED, 'sh', process.execPath, join(root, program), ...words], {
    cwd: root,
    // A group of its own, so that all that it has started can be ended with it.
    detached: true,
    stdio: ['ignore', ...(isAloud ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    env: { ...process.env, ...environment, ...settings, TIMES_FILE: timesFile },
  })
  let said = isAloud ? '' : `\n── ${title}\n`
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  const isRight = (await endOf(child)) === 0
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  parts.push({ title, isRight, seconds, processorSeconds: readProcessorSeconds(timesFile) })
  process.stdout.write(`${said}── ${title}: ${isRight ? 'right' : 'WRONG'} (${seconds} s)\n`)
  return isRight
}

/** Resolves to a program's status when it has ended; ends it when it takes too long. */
function endOf(child) {
  const minutes = PART_MINUTES_MAX[environment.TESTS] * Number(environment.SLOWNESS)
  running.add(child)
  return new Promise((resolve) => {
    const end = (status) => {
      clearTimeout(limit)
      running.delete(child)
      resolve(status)
    }
    const limit = setTimeout(() => {
      print(`Ended after ${Math.round(minutes)} minutes.`)
      endGroup(child)
      // What has left the group may hold its output open.
      end(1)
    }, minutes * 60_000)
    child.once('error', () => end(1)).once('close', end)
  })
}

function endGroup(child) {
  process.kill(-child.pid, 'SIGKILL')
}

/** Ends the run and all that it has started. */
function endEarly() {
  for (const child of running) endGroup(child)
  process.exit(1)
}

/** The second line of `times`: minutes and seconds of the children in the program and in the kernel, `1m2.30s 0m4.50s`. */
function readProcessorSeconds(file) {
  const [, children = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
  return Math.round(times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0))
}

/** Runs a program that is one fact, which is looked at a second time only if `isTriedAgain`. */
export async function check(title, program, words, { isTriedAgain = false } = {}) {
  const isPassed = await run(title, program, words)
  const again = isTriedAgain ? () => run(`${title}, again`, program, words) : undefined
  tests.push({ name: title, isPassed, reason: isPassed ? '' : 'said above', milliseconds: 0, again })
}

/**
 * Runs tests by `runInto(title, words)`, which resolves to what its runner's report has, and keeps them for the summary. A runner that ran no
 * test, or failed although no test did, is one failed test.
 */
async function runTests(title, words, runInto) {
  const { isRight, found } = await runInto(title, words)
  for (const test of found) tests.push({ ...test, ...(test.words && { again: () => passesAgain(test, runInto) }) })
  if (found.length > 0 && (isRight || found.some(({ isPassed }) => !isPassed))) return
  tests.push({ name: title, isPassed: false, reason: 'the runner failed, said above', milliseconds: 0 })
}

async function passesAgain({ name, words }, runInto) {
  const { isRight, found } = await runInto(`again: ${name}`, words)
  return isRight && found.some(({ isPassed }) => isPassed)
}

/** A file for the report of the program that is started next. */
const nextReport = () => join(results, `report-${programsStarted + 1}.json`)

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** Runs the tests of some of the projects of vitest.config.ts; tests that start programs start the built ones if there are any. */
export async function runVitest(title, projects, { isBuilt = false } = {}) {
  const ofProjects = projects.flatMap((name) => ['--project', name])
  const runInto = async (name, more) => {
    const REPORT = nextReport()
    const words = ['run', ...ofProjects, '--reporter=default', '--reporter=./scripts/vitest-reporter.mjs', ...more]
    const isRight = await run(name, VITEST, words, { settings: { REPORT, BUILT: isBuilt ? 'on' : 'off' } })
    return { isRight, found: readReport(REPORT) ?? [] }
  }
  await runTests(title, [], runInto)
}

/** Builds the wallet; a build that fails is one failure. */
export async function build() {
  const isPassed = await run('build', 'scripts/build.mjs', [])
  if (!isPassed) tests.push({ name: 'build', isPassed, reason: 'said above', milliseconds: 0 })
  return isPassed
}

/** Runs the tests of the browser on the built wallet; `words` are passed on to Playwright. */
export async function runBrowser(title, words, matrix = {}) {
  const CHROMIUM = await findTestChromium()
  const runInto = async (name, more) => {
    const PLAYWRIGHT_JSON_OUTPUT_NAME = nextReport()
    const settings = { CHROMIUM, PLAYWRIGHT_JSON_OUTPUT_NAME, MATRIX: 'off', ...matrix }
    const isRight = await run(name, PLAYWRIGHT, ['test', ...more], { settings, isAloud: true })
    return { isRight, found: readPlaywright(readReport(PLAYWRIGHT_JSON_OUTPUT_NAME) ?? { suites: [] }) }
  }
  await runTests(title, words, runInto)
}

/** Runs the tests of the browser that measure, one by one: they want the machine to themselves. */
export function measureInBrowser(matrix = {}) {
  return runBrowser('browser, alone', ['--grep', '@alone', '--workers', '1'], matrix)
}

/** Runs all other tests of the browser. */
export function testInBrowser(words = [], matrix = {}) {
  return runBrowser(['browser', ...words].join(' '), ['--grep-invert', '@alone', ...words], matrix)
}

/** Runs each failed test once more, alone, if they are few. One that passes then is flaky. */
async function lookAgain(failed) {
  const flaky = []
  if (failed.length > LOOKED_AGAIN_MAX) return flaky
  for (const test of failed) {
    if (await test.again?.()) flaky.push(test)
  }
  return flaky
}

const firstLine = (text) => text.split('\n')[0]?.slice(0, 200)
const told = ({ name, reason }) => `${name}: ${firstLine(reason)}`

/** Looks once more at what failed, prints the summary, whose last line is how many tests passed, failed and were flaky, and ends the process. */
export async function end() {
  const unsuccessful = tests.filter(({ isPassed }) => !isPassed)
  const flaky = await lookAgain(unsuccessful)
  const failed = unsuccessful.filter((test) => !flaky.includes(test))
  for (const { name, reason } of unsuccessful) print(`${name}\n${reason}\n`)
  writeFileSync(join(results, 'flaky.txt'), flaky.map((test) => `${told(test)}\n`).join(''))
  writeFileSync(join(results, 'failed.txt'), failed.map((test) => `${told(test)}\n`).join(''))

  print('The slowest tests, in seconds:')
  const slowest = tests.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, SLOWEST_SHOWN)
  for (const { name, milliseconds } of slowest) print(`${(milliseconds / 1000).toFixed(1).padStart(6)}  ${name}`)
  const width = Math.min(TITLE_WIDTH_MAX, Math.max(...parts.map(({ title }) => title.length)))
  print(`\n${'Part'.padEnd(width)}   wall  processor`)
  for (const { title, isRight, seconds, processorSeconds } of parts) {
    const times = `${String(seconds).padStart(5)} s  ${String(processorSeconds).padStart(7)} s`
    print(`${title.slice(0, width).padEnd(width)}  ${times}  ${isRight ? 'right' : 'WRONG'}`)
  }
  if (flaky.length > 0) print('\nFlaky: failed, and passed alone:')
  for (const test of flaky) print(told(test))
  if (failed.length > 0) print('\nFailed:')
  for (const test of failed.slice(0, NAMED_MAX)) print(told(test))
  if (failed.length > NAMED_MAX) print(`and ${failed.length - NAMED_MAX} more, in test-results/failed.txt`)
  const passed = tests.length - failed.length - flaky.length
  print(`\n${passed} passed, ${failed.length} failed, ${flaky.length} flaky`)
  process.exit(failed.length === 0 ? 0 : 1)
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
