// A reporter of Vitest that writes what reports.d.mts calls tests, as JSON, into the file that REPORT names. Vitest's own reporter leaves out
// hooks that failed, errors that nobody caught, and a worker that died.
import { writeFileSync } from 'node:fs'
import { plain } from './reports.mjs'

export default class TestReporter {
  onTestRunEnd(modules, unhandled) {
    const root = `${process.cwd()}/`
    const uncaught = unhandled.map((error) => ({
      name: 'outside of any test',
      isPassed: false,
      reason: reasonOf([error]),
      milliseconds: 0,
    }))
    const tests = modules.flatMap((module) => testsOf(module, module.moduleId.replace(root, '')))
    writeFileSync(process.env.REPORT, JSON.stringify([...tests, ...uncaught]))
  }
}

/** The tests of a file, and the file itself as one failed test when it could not be loaded or a hook of it failed. */
function testsOf(module, file) {
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  const whole = { name: file, isPassed: false, reason: reasonOf(errors), milliseconds: 0, words: [file] }
  const tests = [...module.children.allTests()].map((test) => testOf(test, file))
  if (errors.length === 0) return tests
  // What a failed hook kept from running is judged with the file.
  return [whole, ...tests.filter(({ reason }) => reason !== 'skipped')]
}

function testOf(test, file) {
  const { state, errors } = test.result()
  const isPassed = state === 'passed'
  return {
    name: `${file} › ${titlesOf(test).join(' ')}`,
    isPassed,
    reason: isPassed ? '' : reasonOf(errors ?? []) || state,
    milliseconds: test.diagnostic()?.duration ?? 0,
    words: [file, '--testNamePattern', `^${quoted(titlesOf(test).join(' '))}$`],
  }
}

/** The titles of the groups around a test and its own. */
function titlesOf(entity) {
  return entity.type === 'module' ? [] : [...titlesOf(entity.parent), entity.name]
}

/** A text as a pattern that is matched by it alone. */
const quoted = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const reasonOf = (errors) => plain(errors.map(({ stack, message }) => stack || message).join('\n'))
