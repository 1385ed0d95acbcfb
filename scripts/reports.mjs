// Reads a report of Playwright as tests, which reports.d.mts describes; Vitest's come as tests from scripts/vitest-reporter.mjs.
import { stripVTControlCharacters } from 'node:util'

/** The tests of a report of Playwright's `json` reporter, one for each project that a test is run in; what failed outside of them is one, too. */
export function readPlaywright({ suites, errors = [] }) {
  const outside = errors.map(({ message }) => ({
    name: 'outside of any test',
    isPassed: false,
    reason: plain(message ?? 'no message'),
    milliseconds: 0,
  }))
  return [...suites.flatMap(specsOf).flatMap(testsOf), ...outside]
}

function testsOf({ file, line, title, tests }) {
  return tests.map(({ projectName, status, results }) => ({
    name: `[${projectName}] ${file}:${line} › ${title}`,
    isPassed: status === 'expected',
    reason: status === 'expected' ? '' : plain(results.flatMap(({ error }) => error?.message ?? []).join('\n')) || status,
    milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
    // The path with its folder: a pattern of the name alone is matched by longer names, too.
    words: [`/e2e/${file}:${line}`, '--project', projectName, '--workers', '1'],
  }))
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

/** What a runner says of a fault, without colours and at most 2000 characters. */
export function plain(text) {
  return stripVTControlCharacters(text).trim().slice(0, 2000)
}
