import type pg from 'pg'
import { isPeoplesKind } from '#survive/made-by'
import type { MadeKind } from './kinds.ts'

/** An operation, or a request for money, as the books have it. */
interface ObservedOperation {
  readonly id: string
  readonly kind: MadeKind
  readonly state: string
  readonly legs: string
}

/** What the books say of people, by names of theirs. */
export interface Observed {
  readonly accounts: readonly { readonly name: string; readonly id: string; readonly facts: string }[]
  readonly operations: readonly ObservedOperation[]
  readonly people: ReadonlyMap<string, string>
}

const LOOK = {
  name: 'simulation.look',
  text: `select setval('simulation.clock', $1), json_build_object(
    'accounts', (
      select json_agg(json_build_array(user_id, currency, id, balance_minor || ' owed ' || owed_minor)) from account where user_id is not null
    ),
    'operations', (
      select json_agg(json_build_array(
        operation.id, kind, state || coalesce(', ' || attempts_left || ' tries left', ''), legs
      ) order by operation.id)
      from operation
      left join p2p on p2p.operation_id = operation.id and protection_code is not null
      join (
        select operation_id, json_agg(json_build_array(user_id, currency, amount_minor::text) order by amount_minor) as legs
        from operation_leg group by operation_id
      ) as own on own.operation_id = operation.id
    ),
    'requests', (
      select json_agg(json_build_array(
        id, state || ', paid ' || collected_minor || ' in ' || payments, user_id, currency || ' ' || coalesce(amount_minor::text, 'any'), phone
      ) order by id)
      from p2p_request
    ),
    'people', (
      select json_agg(json_build_array(id, phone, level_code, (select count(*) from pin_failure where user_id = wallet_user.id)))
      from wallet_user
    )
  ) as seen`,
}

interface Seen {
  accounts: [userId: string, currency: string, id: string, facts: string][] | null
  operations: [id: string, kind: string, state: string, legs: [userId: string, currency: string, minor: string][]][] | null
  requests: [id: string, state: string, userId: string, asked: string, phone: string | null][] | null
  people: [userId: string, phone: string, level: string, wrongPins: number][] | null
}

/** Looks at the books from outside of the wallet, and sets their clock; people have the names that are given for their numbers. */
export async function lookAtBooks(client: pg.Client, clockMs: number, named: (phone: string) => string): Promise<Observed> {
  const { rows } = await client.query<{ seen: Seen }>({ ...LOOK, values: [clockMs] })
  const { accounts, operations, requests, people }: Partial<Seen> = rows[0]?.seen ?? {}
  const names = new Map((people ?? []).map(([userId, phone]) => [userId, named(phone)]))
  const nameOf = (userId: string): string => names.get(userId) ?? userId
  return {
    accounts: (accounts ?? []).map(([userId, currency, id, facts]) => ({ name: `${nameOf(userId)} ${currency}`, id, facts })),
    operations: [
      ...(operations ?? []).flatMap(([id, kind, state, legs]) => {
        const own = legs.map(([userId, currency, minor]) => `${nameOf(userId)} ${currency} ${minor}`)
        return isPeoplesKind(kind) ? [{ id, kind, state, legs: own.join(', ') }] : []
      }),
      ...(requests ?? []).map(([id, state, userId, asked, phone]) => {
        const legs = `${nameOf(userId)} ${asked} of ${phone === null ? 'anybody' : named(phone)}`
        return { id, kind: 'request', state, legs } as const
      }),
    ],
    people: new Map(
      (people ?? []).flatMap(([userId, , level, wrongPins]) => [
        [`level of ${nameOf(userId)}`, level] as const,
        [`pin of ${nameOf(userId)}`, `${wrongPins} wrong`] as const,
      ]),
    ),
  }
}
