import type { Call } from '#contract/call'
import { CALLS } from '#contract/calls'
import { freshPhone, PIN } from '#tests/builders'
import type { AskOptions } from './client.ts'

/** A call of the contract, by its name. */
export interface NamedCall {
  readonly name: string
  readonly call: Call
  /** The names of its fields, whichever way they go. */
  readonly fields: readonly string[]
}

/** Every call of the contract. */
export const NAMED_CALLS: readonly NamedCall[] = Object.entries<Call>(CALLS).map(([name, call]) => ({
  name,
  call,
  fields: fieldsIn(call.method === 'GET' ? call.query : call.request),
}))

function fieldsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null || !('entries' in schema)) return []
  return Object.keys(schema.entries ?? {})
}

// What a field has in a request that is in order, unless an attack puts something else there.
const SAMPLES: Readonly<Record<string, unknown>> = {
  first_name: 'Анна',
  last_name: 'Смирнова',
  email: 'anna@mail.example',
  country_code: 'GB',
  city: 'Leeds',
  zip_code: 'LS1 1UR',
  address: '1 Park Row',
  consents: [],
  confirm_code: '0000',
  email_code: '000000',
  pin_code: '0000',
  new_pin_code: '9073',
  pin: PIN,
  amount: '1.00',
  from_amount: '1.00',
  to_amount: '1.00',
  currency_code: 'USD',
  pan: '2200123456784821',
  link_token: 'A'.repeat(43),
  ticket: 'A'.repeat(43),
  device_name: 'A device',
  passkey_name: 'A passkey',
  limit: '10',
  ordering: '-created_at',
}

// They exclude one another, or would end what others need.
const LEFT_OUT = new Set(['proof', 'passkey', 'credential', 'card_token', 'recipient_id', 'cursor', 'currencyCode', 'from', 'to'])

/** The fields of a request that is in order; `given` are what an attack, or a person, has of their own. */
export function fieldsOf({ fields, name }: NamedCall, given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  // What is sent to an address is sent by a currency of its own.
  const isPaid = name === 'withdrawal' || name === 'startPasskeyWithdrawal'
  const samples: Record<string, unknown> = { ...SAMPLES, phone: freshPhone(), ...given }
  const wanted = fields.filter((field) => field in given || !(LEFT_OUT.has(field) || (isPaid && field === 'address')))
  return Object.fromEntries(wanted.filter((field) => samples[field] !== undefined).map((field) => [field, samples[field]]))
}

/** Every field of a call: those that a request in order leaves out, or has no sample of, as a short text. */
export function everyFieldOf(named: NamedCall, given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { ...Object.fromEntries(named.fields.map((field) => [field, 'a'])), ...fieldsOf(named, given) }
}

/** A request of a call with these fields, in its body or in its address. */
export function requestOf({ call }: NamedCall, fields: Readonly<Record<string, unknown>>): { path: string; asked: AskOptions } {
  if (call.method === 'POST') return { path: call.path, asked: { method: 'POST', ...(call.request && { body: fields }) } }
  const search = new URLSearchParams(Object.entries(fields).map(([field, value]): [string, string] => [field, String(value)]))
  return { path: search.size > 0 ? `${call.path}?${search}` : call.path, asked: { method: 'GET' } }
}
