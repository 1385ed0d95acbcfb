import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const MIGRATIONS = 'db/migrations'

// Settings of the operator, sums and marks of the books as a whole.
const OF_NOBODY = new Set(
  [
    'level',
    'level_limit',
    'feature_flag',
    'operator_text',
    'rate_margin',
    'support_contact',
    'rate_sheet',
    'secret_fingerprint',
  ].concat(
    [
      'checkpoint',
      'checkpoint_correction',
      'checkpoint_mac',
      'verification',
      'verified_part',
      'verified_balance',
      'verified_open_operation',
    ],
    ['reconciliation', 'base_backup'],
  ),
)

/** The tables that there are once all migrations are done. */
function tablesNow(): string[] {
  const tables = new Set<string>()
  for (const file of readdirSync(MIGRATIONS).sort()) {
    const statements = readFileSync(`${MIGRATIONS}/${file}`, 'utf8').matchAll(
      /create table (\w+)|drop table (?:if exists )?(\w+)|alter table (\w+) rename to (\w+)/g,
    )
    for (const [, made, dropped, from, to] of statements) {
      if (made) tables.add(made)
      if (dropped) tables.delete(dropped)
      if (from && to && tables.delete(from)) tables.add(to)
    }
  }
  return [...tables]
}

test('of every table that has something of a person it is said what, for how long and why', () => {
  const told = [...readFileSync('docs/personal-data.md', 'utf8').matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
  const tables = tablesNow()
  expect(told.filter((name) => !tables.includes(name))).toEqual([])
  expect(tables.filter((name) => !told.includes(name) && !OF_NOBODY.has(name))).toEqual([])
})
