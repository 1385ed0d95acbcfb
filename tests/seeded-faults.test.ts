import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { seedFault } from '#survive/faults/seeded-fault'
import { SEEDED_FAULTS } from '#survive/faults/seeded-faults'

test.each(SEEDED_FAULTS.map((fault) => [fault.name, fault] as const))(
  'the fault %s still has its place in the code',
  (_name, fault) => {
    const source = readFileSync(fault.file, 'utf8')
    expect(seedFault(fault, source)).not.toBe(source)
  },
)

test('a fault whose text is gone, or there twice, has no place', () => {
  const fault = { name: 'lock-dropped', text: 'for update', replacement: '', file: 'x.sql' }
  expect(() => seedFault(fault, 'for no key update')).toThrow('finds its text 0 times in x.sql')
  expect(() => seedFault(fault, 'for update; for update')).toThrow('finds its text 2 times in x.sql')
  expect(seedFault(fault, 'select 1 for update')).toBe('select 1 ')
})

test('faults have names of their own', () => {
  const names = SEEDED_FAULTS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)+$/.test(name))).toEqual([])
})
