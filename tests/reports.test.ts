import { describe, expect, test } from 'vitest'
import { readPlaywright, readVitest } from '../scripts/reports.mjs'

const inFile = (message: string, assertionResults: object[]) => ({
  testResults: [{ name: '/work/tests/pin.test.ts', status: message ? 'failed' : 'passed', message, assertionResults }],
})

describe('a report of Vitest', () => {
  test('tells what passed, what failed and why; a skipped test has not passed', () => {
    const report = inFile('', [
      { fullName: 'a PIN is kept', status: 'passed', failureMessages: [], duration: 12 },
      { fullName: 'a PIN (wrong) is refused', status: 'failed', failureMessages: ['\u001b[31mexpected 403'], duration: 7 },
      { fullName: 'a PIN is forgotten', status: 'skipped', failureMessages: [] },
    ])
    expect(readVitest(report, '/work/').map(({ name, isPassed, reason }) => [name, isPassed, reason])).toEqual([
      ['tests/pin.test.ts › a PIN is kept', true, ''],
      ['tests/pin.test.ts › a PIN (wrong) is refused', false, 'expected 403'],
      ['tests/pin.test.ts › a PIN is forgotten', false, 'skipped'],
    ])
  })

  test('the words of a test name that test alone', () => {
    const [found] = readVitest(inFile('', [{ fullName: 'a PIN (wrong)', status: 'failed', failureMessages: [] }]), '/work/')
    const [file, option, pattern = ''] = found?.words ?? []
    expect([file, option]).toEqual(['tests/pin.test.ts', '--testNamePattern'])
    expect('a PIN (wrong)').toMatch(new RegExp(pattern))
    expect('a PIN (wrong) twice').not.toMatch(new RegExp(pattern))
  })

  test('a file that failed before its tests is one failed test, the whole file', () => {
    const report = inFile('no database', [{ fullName: 'a PIN is kept', status: 'skipped', failureMessages: [] }])
    const file = 'tests/pin.test.ts'
    expect(readVitest(report, '/work/')).toEqual([
      { name: file, isPassed: false, reason: 'no database', milliseconds: 0, words: [file] },
    ])
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
    const words = ['pin.test.ts:7', '--project', 'grok, en, phone']
    expect(readPlaywright(report)).toEqual([
      { name, isPassed: true, reason: '', milliseconds: 5, words },
      { name, isPassed: false, reason: 'not visible', milliseconds: 3, words },
      { name, isPassed: false, reason: 'skipped', milliseconds: 0, words },
    ])
  })
})
