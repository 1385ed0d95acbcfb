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

test.each(Object.keys(CASE_KINDS))('the operator can read what %s is, what was booked and how it is ended', (kind) => {
  const [happened = '', booked = '', ways = ''] = rows.get(kind) ?? []
  expect([happened, booked, ways]).not.toContain('')
})

test('what is written about has not gone', () => {
  expect([...rows.keys()].filter((kind) => !(kind in CASE_KINDS))).toEqual([])
})
