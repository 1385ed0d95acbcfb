import type { Target } from './target.ts'

/** What there is of a person, by table, as text. */
export type State = ReadonlyMap<string, string>

// Of whatever could be changed for somebody: not when a session was last seen.
const OF_PERSON = `with person as (select * from wallet_user where phone = '+' || $1)
  select 'wallet_user' as what, (select row_to_json(person)::text from person) as state
  union all select 'account', (select string_agg(row_to_json(account)::text, ',' order by account.id) from account where user_id = (select id from person))
  union all select 'pin', (select string_agg(hash, ',') from pin where user_id = (select id from person))
  union all select 'sessions', (select string_agg(id || ' ' || coalesce(ended_at::text, ''), ',' order by id) from session where user_id = (select id from person))
  union all select 'devices', (select string_agg(device_id || ' ' || coalesce(name, ''), ',' order by device_id) from known_device where user_id = (select id from person))
  union all select 'operations', (select string_agg(operation_id || ' ' || leg, ',' order by operation_id, leg) from operation_leg where user_id = (select id from person))
  union all select 'consents', (select count(*)::text from consent where user_id = (select id from person))
  union all select 'passkeys', (select count(*)::text from passkey where user_id = (select id from person))`

/** Reads what there is of a person. */
export async function stateOf({ admin }: Target, phone: string): Promise<State> {
  const { rows } = await admin.query<{ what: string; state: string | null }>(OF_PERSON, [phone])
  return new Map(rows.map(({ what, state }) => [what, state ?? '']))
}

/** The names of what is not as it was. */
export function differenceOf(before: State, after: State): string {
  return [...after].flatMap(([what, state]) => (before.get(what) === state ? [] : [what])).join(', ')
}
