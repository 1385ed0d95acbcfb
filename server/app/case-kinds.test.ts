import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CASE_KINDS } from './case-kinds.ts'

const cells = readFileSync('docs/operator.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, kind, ...others] = /^\| `(\w+)` \|/.exec(line) ? line.split('|').map((cell) => cell.trim().replaceAll('`', '')) : []
    return kind === undefined ? [] : [[kind, others] as const]
  })
const rows = new Map(cells)

test.each(Object.keys(CASE_KINDS))('docs/operator.md says of the case %s what it is, what was booked and how it ends', (kind) => {
  const [happened = '', booked = '', ways = ''] = rows.get(kind) ?? []
  expect([happened, booked, ways]).not.toContain('')
})

test('docs/operator.md describes only kinds of cases that exist', () => {
  expect([...rows.keys()].filter((kind) => !(kind in CASE_KINDS))).toEqual([])
})
