import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SECTIONS } from '#server/person/sections'
import { PERSONAL_TABLES } from '#server/person/tables'

const MIGRATIONS = 'db/migrations'

// Settings of the operator, sums and marks of the books as a whole.
const OF_NOBODY = new Set(
  [
    'level',
    'level_limit',
    'feature_flag',
    'operator_text',
    'rate_margin',
    'velocity_figure',
    'support_contact',
    'rate_sheet',
    'rate_point',
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
    ['reconciliation', 'base_backup', 'archived_month'],
  ),
)

/** The tables that there are once all migrations are done. */
function tablesNow(): string[] {
  const tables = new Set<string>()
  for (const file of readdirSync(MIGRATIONS).sort()) {
    const statements = readFileSync(`${MIGRATIONS}/${file}`, 'utf8').matchAll(
      /create (?:unlogged )?table (\w+)|drop table (?:if exists )?(\w+)|alter table (\w+) rename to (\w+)/g,
    )
    for (const [, made, dropped, from, to] of statements) {
      if (made) tables.add(made)
      if (dropped) tables.delete(dropped)
      if (from && to && tables.delete(from)) tables.add(to)
    }
  }
  return [...tables]
}

/** The tables that the document tells of. */
function toldTables(): string[] {
  return [...readFileSync('docs/personal-data.md', 'utf8').matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
}

test('of every table that has something of a person it is said what, for how long and why', () => {
  const told = toldTables()
  const tables = tablesNow()
  expect(told.filter((name) => !tables.includes(name))).toEqual([])
  expect(tables.filter((name) => !told.includes(name) && !OF_NOBODY.has(name))).toEqual([])
})

test('every such table is in the export of a person, or it is said why not, and what becomes of it when they close their wallet', () => {
  expect(Object.keys(PERSONAL_TABLES).sort(byName)).toEqual(toldTables().sort(byName))
})

test('what is said to be exported is a part of the export, and each part is said of a table', () => {
  const said = Object.values(PERSONAL_TABLES).flatMap(({ exported }) => ('as' in exported ? [exported.as] : []))
  expect([...new Set(said)].sort(byName)).toEqual(['person', ...Object.keys(SECTIONS)].sort(byName))
})

function byName(one: string, other: string): number {
  return one < other ? -1 : 1
}
