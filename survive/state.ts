import type { World } from './world.ts'

// What the wallet's own jobs write by the clock, whatever anybody asks for, and the counts of who has asked.
const MOVES_BY_ITSELF = ['alarm', 'attempt', 'checkpoint', 'checkpoint_mac', 'rate_point', 'rate_sheet', 'reconciliation']
// When a session was seen last changes with every call; what was told before is still being sent.
const COUNTED = ['message', 'session']

const TABLES = `select relname as table from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1)`

/** What is in every table of the wallet that changes only when somebody has something done: its rows, as one text each. */
export async function stateOf({ admin }: World): Promise<ReadonlyMap<string, string>> {
  const tables = (await admin.query<{ table: string }>(TABLES, [MOVES_BY_ITSELF])).rows.map(({ table }) => table)
  const states = tables.map((table) => {
    const rows = COUNTED.includes(table)
      ? ''
      : `|| ' ' || coalesce(md5(string_agg(md5(it::text), '' order by md5(it::text))), '')`
    return `select '${table}' as what, count(*)::text ${rows} as state from ${table} as it`
  })
  const { rows } = await admin.query<{ what: string; state: string }>(states.join('\nunion all\n'))
  return new Map(rows.map(({ what, state }) => [what, state]))
}

/** The names of the tables in which something else is now. */
export function differenceOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string {
  return [...after].flatMap(([what, state]) => (before.get(what) === state ? [] : [what])).join(', ')
}
