// What the commands that test are made of: parts that are run and measured, a second look at what failed, and the summary at the end.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findTestChromium } from './chromium.mjs'
import { readPlaywright, readVitest } from './reports.mjs'
import { measureSlowness } from './slowness.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const results = join(root, 'test-results')
const VITEST = 'node_modules/vitest/vitest.mjs'
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'
/** A run with more flaky tests than this is red. */
const FLAKY_MAX = 5
/** So many failed tests are named in the last lines; `failed.txt` names them all. */
const NAMED_MAX = 20
const SLOWEST_SHOWN = 10
const TITLE_WIDTH_MAX = 60

/** The environment of every runner: which tests are run (vitest.config.ts, playwright.config.ts), and how slow the machine is. */
const environment = {}
/** The parts that have run, with their wall and processor time. */
const parts = []
/** All tests that have run; `again` runs one of them alone and resolves to whether it passed. */
const tests = []
let programsStarted = 0

/** Begins a run: of the everyday gate only, or of all tests if `isFull`. Empties the folder of the reports and measures the machine. */
export function begin({ isFull = true } = {}) {
  environment.TESTS = isFull ? 'full' : 'gate'
  environment.SLOWNESS = measureSlowness().toFixed(1)
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
    stdio: ['ignore', ...(isAloud ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    env: { ...process.env, ...environment, ...settings, TIMES_FILE: timesFile },
  })
  let said = isAloud ? '' : `\n── ${title}\n`
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(1)).once('close', resolve)
  })
  const isRight = status === 0
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  parts.push({ title, isRight, seconds, processorSeconds: readProcessorSeconds(timesFile) })
  process.stdout.write(`${said}── ${title}: ${isRight ? 'right' : 'WRONG'} (${seconds} s)\n`)
  return isRight
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

/** Keeps the tests of a runner's report; a runner that failed although no test did, or without a report, is one failed test. */
function keep(title, isRight, file, read, again) {
  const found = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : []
  tests.push(...found.map((test) => ({ ...test, again: () => again(test) })))
  if (isRight || found.some(({ isPassed }) => !isPassed)) return
  tests.push({ name: title, isPassed: false, reason: 'the runner failed, said above', milliseconds: 0 })
}

const fileOf = (title) => join(results, `${title.replaceAll(/\W+/g, '-')}.json`)

/** Runs the tests of some of the projects of vitest.config.ts; tests that start programs start the built ones if there are any. */
export async function runVitest(title, projects, { isBuilt = false } = {}) {
  const options = { settings: { BUILT: isBuilt ? 'on' : 'off' } }
  const words = ['run', ...projects.flatMap((name) => ['--project', name]), '--reporter=default', '--reporter=json']
  const runInto = (name, more) => run(name, VITEST, [...words, ...more, `--outputFile.json=${fileOf(name)}`], options)
  keep(title, await runInto(title, []), fileOf(title), readTests, async (test) => {
    const name = `again: ${test.name}`
    const isRight = await runInto(name, test.words)
    return isRight && readTests(JSON.parse(readFileSync(fileOf(name), 'utf8'))).some(({ isPassed }) => isPassed)
  })
}

const readTests = (report) => readVitest(report, root)

/** Builds the wallet; a build that fails is one failure. */
export async function build() {
  const isPassed = await run('build', 'scripts/build.mjs', [])
  if (!isPassed) tests.push({ name: 'build', isPassed, reason: 'said above', milliseconds: 0 })
  return isPassed
}

/** Runs the tests of the browser on the built wallet; `words` are passed on to Playwright. */
export async function runBrowser(title, words, matrix = {}) {
  const CHROMIUM = await findTestChromium()
  const runInto = (name, more) => {
    const settings = { CHROMIUM, PLAYWRIGHT_JSON_OUTPUT_NAME: fileOf(name), ...matrix }
    return run(name, PLAYWRIGHT, ['test', ...more], { settings, isAloud: true })
  }
  const again = (test) => runInto(`again: ${test.name}`, [...test.words, '--workers', '1'])
  keep(title, await runInto(title, words), fileOf(title), readPlaywright, again)
}

/** Runs the tests of the browser that measure, one by one: they want the machine to themselves. */
export function measureInBrowser(matrix = {}) {
  return runBrowser('browser, alone', ['--grep', '@alone', '--workers', '1'], matrix)
}

/** Runs all other tests of the browser. */
export function testInBrowser(words = [], matrix = {}) {
  return runBrowser(['browser', ...words].join(' '), ['--grep-invert', '@alone', ...words], matrix)
}

/**
 * Runs each failed test once more, alone. One that passes then is flaky; more than five failed tests are not looked at again, because the
 * run is red either way.
 */
async function lookAgain(failed) {
  const flaky = []
  if (failed.length > FLAKY_MAX) return flaky
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
