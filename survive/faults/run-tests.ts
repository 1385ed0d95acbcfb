import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as v from 'valibot'
import { getTestFile } from '#tests/test-ids'
import type { TreeCopy } from '#tests/tree-copy'

/** A test that was run: its failure in one line, or nothing where it passed. */
interface TestEnd {
  readonly file: string
  readonly title: string
  readonly failure: string | undefined
}

/** How tests ended, and what kept whole files from being run: an import or a set-up that failed, an error outside of every test. */
export interface TestRun {
  readonly ends: readonly TestEnd[]
  readonly broken: string | undefined
}

const report = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({ fullName: v.string(), status: v.string(), failureMessages: v.nullish(v.array(v.string()), []) }),
      ),
    }),
  ),
})

/** Runs the tests that have these ids in a copy, and nothing else of their files; ends at the first failure. Throws when an id is no test's. */
export async function runTests(copy: TreeCopy, ids: readonly string[]): Promise<TestRun> {
  const outputFile = join(copy.root, 'tests.json')
  rmSync(outputFile, { force: true })
  const { said } = await copy.run(
    'vitest/vitest.mjs',
    'run',
    '--bail=1',
    '--reporter=json',
    `--outputFile=${outputFile}`,
    `--testNamePattern=\\[(${unique(ids).join('|')})\\]$`,
    ...unique(ids.map(getTestFile)),
  )
  const { testResults } = v.parse(report, JSON.parse(readReport(outputFile) ?? '{ "testResults": [] }'))
  const ends = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => ({
        file: relative(copy.root, name),
        title: fullName,
        failure: status === 'failed' ? firstLine(failureMessages.join('\n')) : undefined,
      })),
  )
  const broken = testResults.find(({ message }) => message !== '')?.message ?? (ends.length === 0 ? said : undefined)
  return { ends, broken: broken === undefined ? undefined : firstLine(broken) }
}

function readReport(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It ended before it had anything to report.
    return undefined
  }
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]
const firstLine = (text: string): string => text.trim().split('\n')[0]?.slice(0, 200) ?? ''
