import { spawnSync } from 'node:child_process'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import browser from '../playwright.config.ts'
import vitest from '../vitest.config.ts'

// Whole projects that are added to a copy of the sources, which runs their tests.
const COPIED = 'tests/new-*/**'

const included = (vitest.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
)
const patterns = [...included, `${browser.testDir}/${browser.testMatch}`, COPIED]

/** The files that would be tests by their names, and that nothing runs. */
const leftOut = (files: readonly string[]) =>
  files
    .filter((file) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(file))
    .filter((file) => !patterns.some((pattern) => matchesGlob(file, pattern)))

test('every test file of the sources belongs to a project of Vitest or to the browser', () => {
  const files = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).stdout.split(
    '\n',
  )
  expect(files.length).toBeGreaterThan(500)
  expect(leftOut(files)).toEqual([])
})

test('a test file in a folder that no project knows, or with another ending, is found', () => {
  expect(leftOut(['scripts/parts.test.ts', 'tests/e2e/pin.spec.ts', 'server/auth/pin.test.ts', 'tests/e2e/pin.test.ts'])).toEqual(
    ['scripts/parts.test.ts', 'tests/e2e/pin.spec.ts'],
  )
})
