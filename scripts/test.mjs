// Everything that must pass: formatting, lint with the walls between the rooms, types, unit tests, tests on a real PostgreSQL, and tests
// in a real browser on the built wallet. Ends with one line: N passed, N failed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { findChromium } from './chromium.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const results = join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const totals = { passed: 0, failed: 0 }

/** Runs a program of ours from node_modules and tells whether it went well. */
function run(title, program, words, environment = {}) {
  const startedAt = Date.now()
  process.stdout.write(`\n── ${title}\n`)
  const { status } = spawnSync(process.execPath, [join(root, program), ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  })
  process.stdout.write(`── ${title}: ${status === 0 ? 'right' : 'WRONG'} (${Math.round((Date.now() - startedAt) / 1000)} s)\n`)
  return status === 0
}

/** A check that is one fact. */
function check(title, program, words) {
  totals[run(title, program, words) ? 'passed' : 'failed'] += 1
}

/** Adds up a runner's own report; a runner that failed without one counts as one failure. */
function count(wentWell, file, read) {
  const report = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 }
  totals.passed += report.passed
  totals.failed += report.failed === 0 && !wentWell ? 1 : report.failed
}

/** Says again at the end, where it is found, what failed in the browser and why; and what only went well when tried again. */
function tellTroubles({ suites }) {
  const specs = suites.flatMap(function specsOf(suite) {
    return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
  })
  for (const { file, line, title, tests } of specs) {
    for (const { projectName, status, results: tries } of tests) {
      if (status === 'expected') continue
      const messages = tries.flatMap(({ error }) => (error ? [stripVTControlCharacters(error.message ?? '')] : []))
      process.stdout.write(`\n${status}: [${projectName}] ${file}:${line} ${title}\n${messages.join('\n').slice(0, 2000)}\n`)
    }
  }
}

const TYPESCRIPT = 'node_modules/typescript/bin/tsc'
check('format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.'])
for (const part of ['ground', 'server', 'web']) check(`types: ${part}`, TYPESCRIPT, ['-p', `tsconfig.${part}.json`])

const vitestReport = join(results, 'vitest.json')
count(
  run('unit, database and API', 'node_modules/vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ]),
  vitestReport,
  ({ numPassedTests, numFailedTests, numPendingTests }) => ({ passed: numPassedTests, failed: numFailedTests + numPendingTests }),
)

if (run('build', 'scripts/build.mjs', [])) {
  const playwrightReport = join(results, 'playwright.json')
  const chromium = await findChromium()
  count(
    run('browser', 'node_modules/@playwright/test/cli.js', ['test'], {
      CHROMIUM: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
    }),
    playwrightReport,
    (report) => {
      tellTroubles(report)
      const { expected, flaky, unexpected, skipped } = report.stats
      return { passed: expected + flaky, failed: unexpected + skipped }
    },
  )
} else totals.failed += 1

process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed === 0 ? 0 : 1)
