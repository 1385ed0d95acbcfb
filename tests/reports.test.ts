import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPlaywright, type Test } from '../scripts/reports.mjs'

const CACHE = resolve('node_modules/.cache')
const FILES = {
  'pin.test.js': `
    import { describe, expect, test } from 'vitest'
    test('a PIN is kept', () => {})
    describe('a PIN', () => {
      test('(wrong) is refused', () => expect(200).toBe(403))
      test.skip('is forgotten', () => {})
    })`,
  'books.test.js': `
    import { afterAll, beforeAll, describe, test } from 'vitest'
    test('books are kept', () => {})
    describe('before', () => {
      beforeAll(() => { throw new Error('no database') })
      test('nothing is asked', () => {})
    })
    describe('after', () => {
      afterAll(() => { throw new Error('the books are wrong') })
      test('something is asked', () => {})
    })`,
  'broken.test.js': `import './nothing.js'`,
  'promise.test.js': `
    import { test } from 'vitest'
    test('leaves a promise', () => { Promise.reject(new Error('nobody listens')) })`,
  'vitest.config.js': 'export default { test: { maxWorkers: 1 } }',
}

/** What Vitest's run of files says to the reporter. */
function runVitest(files: Readonly<Record<string, string>>): Test[] {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'reports-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const reporter = resolve('scripts/vitest-reporter.mjs')
    const words = [resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', '.', `--reporter=${reporter}`]
    const REPORT = join(folder, 'report.json')
    spawnSync(process.execPath, words, { cwd: folder, env: { ...process.env, REPORT } })
    return JSON.parse(readFileSync(REPORT, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('what Vitest has run', () => {
  let found: Test[]
  beforeAll(() => {
    found = runVitest(FILES)
  })

  const reasonOf = (name: string) => found.filter((one) => one.name === name).map(({ isPassed, reason }) => isPassed || reason)

  test('tells what passed, what failed and why; a skipped test has not passed', () => {
    expect(reasonOf('pin.test.js › a PIN is kept')).toEqual([true])
    expect(reasonOf('pin.test.js › a PIN (wrong) is refused')).toEqual([expect.stringContaining('expected 200 to be 403')])
    expect(reasonOf('pin.test.js › a PIN is forgotten')).toEqual(['skipped'])
  })

  test('the words of a test name that test alone', () => {
    const [file, option, pattern = ''] = found.find(({ name }) => name.includes('(wrong)'))?.words ?? []
    expect([file, option]).toEqual(['pin.test.js', '--testNamePattern'])
    expect('a PIN (wrong) is refused').toMatch(new RegExp(pattern))
    expect('a PIN (wrong) is refused twice').not.toMatch(new RegExp(pattern))
  })

  test('a file of which a hook failed is one failed test beside those that ran', () => {
    expect(reasonOf('books.test.js')).toEqual([expect.stringMatching(/no database.*the books are wrong/s)])
    expect(found.find(({ name }) => name === 'books.test.js')?.words).toEqual(['books.test.js'])
    expect(reasonOf('books.test.js › books are kept')).toEqual([true])
    expect(reasonOf('books.test.js › before nothing is asked')).toEqual([])
  })

  test('a file that cannot be loaded is one failed test', () => {
    expect(reasonOf('broken.test.js')).toEqual([expect.stringContaining('nothing.js')])
  })

  test('an error that nobody caught is a failed test, which is not run again', () => {
    expect(reasonOf('promise.test.js › leaves a promise')).toEqual([true])
    expect(reasonOf('outside of any test')).toEqual([expect.stringContaining('nobody listens')])
    expect(found.find(({ name }) => name === 'outside of any test')?.words).toBeUndefined()
  })
})

describe('a worker that dies', () => {
  let found: Test[]
  beforeAll(() => {
    const test = `import { test } from 'vitest'; test('a test', () => { if (NAME === 'dies') process.kill(process.pid, 'SIGKILL') })`
    const files = Object.fromEntries(['dies', 'lives'].map((name) => [`${name}.test.js`, test.replace('NAME', `'${name}'`)]))
    found = runVitest({ ...files, 'vitest.config.js': 'export default { test: { maxWorkers: 1, isolate: false } }' })
  })

  test('is a failed test, whatever had been begun', () => {
    expect(found.filter(({ isPassed }) => !isPassed).map(({ name }) => name)).toContain('outside of any test')
  })
})

describe('a report of Playwright', () => {
  const spec = (status: string, results: object[]) => ({
    file: 'pin.test.ts',
    line: 7,
    title: 'a PIN is set',
    tests: [{ projectName: 'grok, en, phone', status, results }],
  })

  test('tells of each project what passed and what failed, in nested groups too', () => {
    const report = {
      suites: [
        {
          specs: [spec('expected', [{ duration: 5 }])],
          suites: [{ specs: [spec('unexpected', [{ duration: 3, error: { message: 'not visible' } }]), spec('skipped', [])] }],
        },
      ],
    }
    const name = '[grok, en, phone] pin.test.ts:7 › a PIN is set'
    const words = ['/e2e/pin.test.ts:7', '--project', 'grok, en, phone', '--workers', '1']
    expect(readPlaywright(report)).toEqual([
      { name, isPassed: true, reason: '', milliseconds: 5, words },
      { name, isPassed: false, reason: 'not visible', milliseconds: 3, words },
      { name, isPassed: false, reason: 'skipped', milliseconds: 0, words },
    ])
  })

  test('what failed outside of the tests is a failed test, which is not run again', () => {
    const name = 'outside of any test'
    expect(readPlaywright({ suites: [], errors: [{ message: 'the wallet did not stop' }] })).toEqual([
      { name, isPassed: false, reason: 'the wallet did not stop', milliseconds: 0 },
    ])
  })
})
