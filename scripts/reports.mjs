// Reads the reports of Vitest and Playwright into one form, which reports.d.mts describes.
import { stripVTControlCharacters } from 'node:util'

/** The tests of a report of Vitest's `json` reporter, for paths below `root`. A file that failed before its tests is one test, whose words run the whole file. */
export function readVitest({ testResults }, root) {
  return testResults.flatMap(({ name: path, status: end, message, assertionResults }) => {
    const file = path.replace(root, '')
    const isBroken = end === 'failed' && assertionResults.every(({ status }) => status !== 'failed')
    if (isBroken)
      return [{ name: file, isPassed: false, reason: plain(message) || 'a suite failed', milliseconds: 0, words: [file] }]
    return assertionResults.map(({ fullName, status, failureMessages, duration = 0 }) => ({
      name: `${file} › ${fullName}`,
      isPassed: status === 'passed',
      reason: status === 'passed' ? '' : plain(failureMessages.join('\n')) || status,
      milliseconds: duration,
      words: [file, '--testNamePattern', `^${fullName.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`],
    }))
  })
}

/** The tests of a report of Playwright's `json` reporter, one for each project that a test is run in. */
export function readPlaywright({ suites }) {
  return suites.flatMap(specsOf).flatMap(({ file, line, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `[${projectName}] ${file}:${line} › ${title}`,
      isPassed: status === 'expected',
      reason: status === 'expected' ? '' : plain(results.flatMap(({ error }) => error?.message ?? []).join('\n')) || status,
      milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
      words: [`${file}:${line}`, '--project', projectName],
    })),
  )
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

function plain(text) {
  return stripVTControlCharacters(text).trim().slice(0, 2000)
}
