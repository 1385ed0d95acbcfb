// What scripts/test.mjs and scripts/test-matrix.mjs are made of: parts that are run and measured, and one line at the end.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { findChromium } from './chromium.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const results = join(root, 'test-results')
/** What only goes well when tried again is a fault too; one in a run may be the machine's. */
const SECOND_TRIES_MAX = 1

const totals = { passed: 0, failed: 0 }
const parts = []
/** The names of the tests that did not go well, with why: told once more at the end, where they are found. */
const troubles = []

/** Empties the folder of the reports. */
export function begin() {
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
}

/** Where a runner leaves its report, of which there was none before. */
function reportFile(name) {
  return join(results, name)
}

/** Runs a program of ours from node_modules and tells whether it went well; what it says comes at its end, or at once if `isAloud`. */
async function run(title, program, words, { environment = {}, isAloud = false } = {}) {
  const startedAt = Date.now()
  if (isAloud) process.stdout.write(`\n── ${title}\n`)
  const child = spawn(process.execPath, [join(root, program), ...words], {
    cwd: root,
    stdio: ['ignore', ...(isAloud ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    env: { ...process.env, ...environment },
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
  parts.push({ title, isRight, seconds })
  process.stdout.write(`${said}── ${title}: ${isRight ? 'right' : 'WRONG'} (${seconds} s)\n`)
  return isRight
}

/** A check that is one fact. */
export async function check(title, program, words) {
  totals[(await run(title, program, words)) ? 'passed' : 'failed'] += 1
}

/** Adds up a runner's own report; a runner that failed without one counts as one failure. */
function count(wentWell, file, read) {
  const report = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 }
  totals.passed += report.passed
  totals.failed += report.failed === 0 && !wentWell ? 1 : report.failed
}

/** Runs the tests of some of the projects of vitest.config.ts; those that start programs start the built ones if there are any. */
export async function runVitest(title, projects, { isBuilt = false, isAloud = false } = {}) {
  const file = reportFile(`${title.replaceAll(/\W+/g, '-')}.json`)
  const words = [...projects.flatMap((name) => ['--project', name]), '--reporter=default', '--reporter=json']
  count(
    await run(title, 'node_modules/vitest/vitest.mjs', ['run', ...words, `--outputFile.json=${file}`], {
      environment: { BUILT: isBuilt ? 'on' : 'off' },
      isAloud,
    }),
    file,
    (report) => {
      noteVitest(report)
      return { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests }
    },
  )
}

/** Builds the wallet; a build that fails is one failure. */
export async function build() {
  const isBuilt = await run('build', 'scripts/build.mjs', [])
  if (!isBuilt) totals.failed += 1
  return isBuilt
}

/** Runs the tests of the browser on the built wallet; `words` are passed on to Playwright. */
export async function runBrowser(title, words, environment = {}) {
  const file = reportFile(`${title.replaceAll(/\W+/g, '-')}.json`)
  const settings = { CHROMIUM: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...environment }
  count(
    await run(title, 'node_modules/@playwright/test/cli.js', ['test', ...words], { environment: settings, isAloud: true }),
    file,
    (report) => {
      noteBrowser(report)
      const { expected, flaky, unexpected, skipped } = report.stats
      const isForgiven = flaky <= SECOND_TRIES_MAX
      return { passed: expected + (isForgiven ? flaky : 0), failed: unexpected + skipped + (isForgiven ? 0 : flaky) }
    },
  )
}

function note(what, messages) {
  troubles.push(`${what}\n${stripVTControlCharacters(messages.join('\n')).slice(0, 2000)}\n`)
}

/** Notes the tests that failed and the files that could not be read. */
function noteVitest({ testResults }) {
  for (const { name, message, assertionResults } of testResults) {
    const wrong = assertionResults.filter(({ status }) => status !== 'passed')
    for (const { fullName, status, failureMessages } of wrong) note(`${status}: ${name} ${fullName}`, failureMessages)
    if (wrong.length === 0 && message) note(`unexpected: ${name}`, [message])
  }
}

/** Notes what failed in the browser, and what only went well when tried again. */
function noteBrowser({ suites }) {
  const specs = suites.flatMap(function specsOf(suite) {
    return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
  })
  for (const { file, line, title, tests } of specs) {
    for (const { projectName, status, results: tries } of tests) {
      if (status === 'expected') continue
      const messages = tries.flatMap(({ error }) => (error ? [error.message ?? ''] : []))
      const what = status === 'flaky' ? 'only at the second try' : status
      note(`${what}: [${projectName}] ${file}:${line} ${title}`, messages)
    }
  }
}

/** Says what did not go well, how long each part took and, in the last line, how much passed and failed; ends the process. */
export function end() {
  const width = Math.max(...parts.map(({ title }) => title.length))
  process.stdout.write(`\n${troubles.map((trouble) => `${trouble}\n`).join('')}`)
  for (const { title, isRight, seconds } of parts) {
    process.stdout.write(`${title.padEnd(width)}  ${String(seconds).padStart(5)} s  ${isRight ? 'right' : 'WRONG'}\n`)
  }
  process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
  process.exit(totals.failed === 0 ? 0 : 1)
}
