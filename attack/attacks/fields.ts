import { type Attack, counted, type Scene } from '../attack-test.ts'
import { fieldsOf, NAMED_CALLS, requestOf } from '../calls.ts'
import { Client } from '../client.ts'
import { somePeople } from '../people.ts'
import { differenceOf, stateOf } from '../state.ts'

const COLUMNS = [
  'id',
  'user_id',
  'is_withdrawal_allowed',
  'is_topup_allowed',
  'isWithdrawalAllowed',
  'isTopupAllowed',
  'identification_level',
  'level_code',
  'levelCode',
  'level',
  'balance',
  'balance_minor',
  'held_minor',
  'owed_minor',
  'role',
  'is_admin',
  'admin',
  'phone_confirmed',
  'email_verified_at',
  'email_confirmed',
  'closed_at',
  'frozen_at',
  'frozen_by',
  'daily_limit',
  'limit',
  'limits',
  'fee',
  'fee_minor',
  'state',
  'status',
  'created_at',
  'registered_at',
  'ended_at',
  'token',
  'auth_token',
  'session_id',
  'sessionId',
  'has_pin',
  'pin_hash',
  'hash',
  'phone',
  'currency',
  'provider',
  'reference',
  'outcome',
  'amount_minor',
  'constructor',
  'prototype',
  '__proto__',
  'toString',
] as const
const VALUES = [true, '999999.00', 'full', { balance: '1' }] as const
const NAMES = COLUMNS.flatMap((name) => VALUES.map((value) => ({ name, value })))

// They end the session of whoever asks, or are about another wallet.
const ENDS = new Set([
  'logout',
  'endSessions',
  'freeze',
  'secure',
  'closeWallet',
  'changePin',
  'resetPin',
  'renameDevice',
  'openAccount',
])

/** Fields that nobody asked for are sent with every call. */
export const fields: Attack = {
  name: 'fields',
  isQuick: true,
  async run(scene: Scene) {
    const { target, isQuick } = scene
    const [anna] = await somePeople(target, 1, '100.00 USD', '1.00 EUR')
    if (!anna) throw new Error('There is nobody')
    const rate = await anna.rate('USD', 'EUR')
    const given = {
      from_account_id: (await anna.account('USD')).id,
      to_account_id: (await anna.account('EUR')).id,
      rate_id: rate.id,
      // Nothing is done: it is refused for its PIN, or its amount.
      pin: undefined,
      to_amount: '99999.00',
      amount: '0.00',
    }
    const client = new Client(target.side.url, '127.0.0.1')
    const before = await stateOf(target, anna.phone)
    let tries = 0
    let broken = 0
    const taken: string[] = []
    const calls = NAMED_CALLS.filter(({ name, call }) => call.method === 'POST' && call.request && !ENDS.has(name))
    for (const named of calls) {
      for (const { name, value } of isQuick ? NAMES.filter((_, place) => place % 5 === 0) : NAMES) {
        if (named.fields.includes(name)) continue
        tries += 1
        const { path, asked } = requestOf(named, {})
        const plain = JSON.stringify(fieldsOf(named, given))
        // As text: in an object of ours `__proto__` would be no field.
        const body = `${plain.slice(0, -1)}${plain === '{}' ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}}`
        const { status } = await client.ask(path, { ...asked, body, token: anna.token })
        if (status >= 500 && status !== 503) broken += 1
        if (['__proto__'].includes(name) && status === 200) taken.push(named.name)
      }
    }
    client.close()
    const changed = differenceOf(before, await stateOf(target, anna.phone))
    const { status } = await new Client(target.side.url, '127.0.0.1').ask('/v2/wallet', { method: 'GET', token: anna.token })
    const row = counted(`${NAMES.length} fields that nobody asked for, with ${calls.length} calls`, {
      tries,
      through: taken.length + (changed === '' ? 0 : 1),
      bar: 'nothing changed, `__proto__` refused, no 5xx',
      note: [changed && `changed: ${changed}`, broken > 0 && `${broken} × 5xx`, ...taken].filter(Boolean).join('; '),
    })
    return [{ ...row, isMet: row.isMet && broken === 0 && status === 200 }]
  },
}
