import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectCompiles } from '#survive/faults/faults'
import { seedFault } from '#survive/faults/seeded-fault'
import { SEEDED_FAULTS } from '#survive/faults/seeded-faults'
import { fullTest } from '#tests/full-run'
import { getTestFile } from '#tests/test-ids'
import { TreeCopy } from '#tests/tree-copy'

test.each(SEEDED_FAULTS.map((fault) => [fault.name, fault] as const))(
  'the fault %s still has its place in the code',
  (_name, fault) => {
    const source = readFileSync(fault.file, 'utf8')
    expect(seedFault(fault, source)).not.toBe(source)
  },
)

test.each(SEEDED_FAULTS.map(({ name, caughtBy }) => [name, caughtBy] as const))(
  'the test that is there for the fault %s exists, and needs no browser',
  (_name, id) => {
    expect(getTestFile(id)).not.toMatch(/^tests\/e2e\//)
  },
)

test('a test that does not exist is told of by its id', () => {
  expect(() => getTestFile('ledger-0')).toThrow('No test has the id ledger-0')
})

test('a fault whose text is gone, or there twice, has no place', () => {
  const fault = { name: 'lock-dropped', text: 'for update', replacement: '', file: 'x.sql' }
  expect(() => seedFault(fault, 'for no key update')).toThrow('finds its text 0 times in x.sql')
  expect(() => seedFault(fault, 'for update; for update')).toThrow('finds its text 2 times in x.sql')
  expect(seedFault(fault, 'select 1 for update')).toBe('select 1 ')
})

fullTest('every fault compiles, and one that does not is told of', async () => {
  const copy = new TreeCopy()
  try {
    await expectCompiles(copy, SEEDED_FAULTS)
    const [first] = SEEDED_FAULTS
    if (!first) throw new Error('There are no faults')
    const broken = { ...first, replacement: 'this is no code' }
    await expect(expectCompiles(copy, [broken])).rejects.toThrow(`${first.file}(`)
  } finally {
    copy.remove()
  }
})

test('faults have names of their own', () => {
  const names = SEEDED_FAULTS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)+$/.test(name))).toEqual([])
})
