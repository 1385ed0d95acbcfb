import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { money } from '#money/money'
import type { Queryable } from '#server/db/queryable'
import { listUserAccounts } from '#server/ledger/accounts'
import { deviceName } from '#texts/device-name'

const SHOWN = 10

/** What is shown of a person besides who they are: amounts as decimal strings, the newest first. */
export interface PersonDetails {
  readonly accounts: readonly { readonly id: string; readonly balance: string; readonly owed: string }[]
  /** The last ten. */
  readonly operations: readonly {
    readonly id: string
    readonly kind: string
    readonly state: string
    readonly at: Date
    readonly amount: string
  }[]
  /** The last ten places that were signed in from and not out. */
  readonly sessions: readonly { readonly device: string; readonly since: Date; readonly seenAt: Date }[]
  /** All browsers and apps that are known as theirs. */
  readonly devices: readonly { readonly name: string; readonly since: Date; readonly seenAt: Date }[]
  readonly passkeys: readonly { readonly name: string; readonly since: Date; readonly usedAt: Date | null }[]
  readonly cases: readonly { readonly id: string; readonly kind: string; readonly openedAt: Date }[]
}

const OPERATIONS = {
  name: 'operator.list_operations_of',
  text: `select operation.id, kind, state, operation.created_at, currency, amount_minor
    from operation_leg join operation on operation.id = operation_leg.operation_id
    where user_id = $1
    order by operation_leg.created_at desc, operation_id desc, leg desc
    limit ${SHOWN}`,
}
const SESSIONS = {
  name: 'operator.list_sessions_of',
  text: `select device, created_at, seen_at from session where user_id = $1 and ended_at is null order by seen_at desc limit ${SHOWN}`,
}
const DEVICES = {
  name: 'operator.list_devices_of',
  text: 'select name, first_seen_at, seen_at from known_device where user_id = $1 order by seen_at desc',
}
const PASSKEYS = {
  name: 'operator.list_passkeys_of',
  text: 'select name, created_at, used_at from passkey where user_id = $1 order by created_at desc',
}
const CASES = {
  name: 'operator.list_open_cases_of',
  text: `select operator_case.id, operator_case.kind, opened_at
    from operator_case
    where resolved_at is null and exists (
      select from operation_leg where operation_leg.operation_id = operator_case.operation_id and user_id = $1)
    order by opened_at desc`,
}

interface OperationRow {
  id: string
  kind: string
  state: string
  created_at: Date
  currency: Currency
  amount_minor: bigint
}

/** Reads a person's accounts, latest operations, sessions, known devices, passkeys and open cases. */
export async function getPersonDetails(queryable: Queryable, userId: string): Promise<PersonDetails> {
  const accounts = await listUserAccounts(queryable, userId)
  const operations = await queryable.list<OperationRow>(OPERATIONS, [userId])
  const sessions = await queryable.list<{ device: string; created_at: Date; seen_at: Date }>(SESSIONS, [userId])
  const devices = await queryable.list<{ name: string | null; first_seen_at: Date; seen_at: Date }>(DEVICES, [userId])
  const passkeys = await queryable.list<{ name: string; created_at: Date; used_at: Date | null }>(PASSKEYS, [userId])
  const cases = await queryable.list<{ id: string; kind: string; opened_at: Date }>(CASES, [userId])
  return {
    accounts: accounts.map(({ id, balance, owed }) => ({
      id,
      balance: `${toDecimal(balance)} ${balance.currency}`,
      owed: `${toDecimal(owed)} ${owed.currency}`,
    })),
    operations: operations.map(({ id, kind, state, created_at, currency, amount_minor }) => ({
      id,
      kind,
      state,
      at: created_at,
      amount: `${toDecimal(money(currency, amount_minor))} ${currency}`,
    })),
    sessions: sessions.map(({ device, created_at, seen_at }) => ({
      device: deviceName(device) ?? 'unknown device',
      since: created_at,
      seenAt: seen_at,
    })),
    devices: devices.map(({ name, first_seen_at, seen_at }) => ({
      name: name ?? 'no name of its own',
      since: first_seen_at,
      seenAt: seen_at,
    })),
    passkeys: passkeys.map(({ name, created_at, used_at }) => ({ name, since: created_at, usedAt: used_at })),
    cases: cases.map(({ id, kind, opened_at }) => ({ id, kind, openedAt: opened_at })),
  }
}
