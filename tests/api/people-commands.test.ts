import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, aUser, freshPhone, readCode } from '#tests/builders'
import { type Operated, operate } from '#tests/operator'
import { SECRET } from '#tests/secret'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { sendPaymentEvent } from '#tests/vendors'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

function operator(...words: string[]): Promise<Operated> {
  return operate({ DATABASE_URL: wallet.databaseUrl, WALLET_SECRET: SECRET }, words)
}

/** Signs somebody up by these details; returns their phone, digits only. */
async function register(person: { first_name: string; last_name: string; email: string }): Promise<string> {
  const phone = freshPhone()
  const address = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }
  await ask(wallet, 'POST', '/v2/wallet/auth/register', { body: { ...person, ...address, phone } })
  const confirm_code = await readCode(wallet, phone)
  await ask(wallet, 'POST', '/v2/wallet/auth/register/phone/confirm', { body: { phone, confirm_code } })
  return phone
}

describe('people are found', () => {
  test('by a part of a phone, a name in either order, or an e-mail, in either case, and are shown masked', async () => {
    const phone = await register({ first_name: 'Жанна', last_name: 'О’Нил', email: 'Zhanna_100%@mail.example' })
    const parts = [
      phone.slice(-7),
      `+${phone}`,
      `${phone.slice(0, 4)} ${phone.slice(4)}`,
      'жАнна',
      'о’нил ЖАН',
      'zhanna_100%@MAIL.example',
    ]
    for (const part of parts) {
      const { said, code } = await operator('users', 'find', part)
      expect([part, code, said.split('\n').length]).toEqual([part, 0, 3])
      expect(said).toMatch(
        new RegExp(`^[0-9a-f-]{36}  \\+79•••${phone.slice(-4)} +Жанна О\\. +Z•••@mail\\.example +\\d{4}-\\d\\d-\\d\\d  no$`, 'm'),
      )
      expect(said).not.toContain(phone)
    }
    const [id] = /^[0-9a-f-]{36}/m.exec((await operator('users', 'find', phone)).said) ?? []
    expect(await operator('users', 'show', String(id))).toMatchObject({ code: 0, said: expect.stringContaining(`+${phone}`) })
  })

  test('never by a pattern, by less than three characters, or where nobody is', async () => {
    await register({ first_name: 'Olga', last_name: 'Test', email: 'olga@mail.example' })
    for (const part of ['ol%a', 'o_ga', 'nobody at all']) {
      expect(await operator('users', 'find', part)).toMatchObject({ code: 0, said: 'Nobody is found by that.\n' })
    }
    const complaint = 'Say 3 characters at least of a phone, a name or an e-mail'
    expect(await operator('users', 'find', ' ol ')).toMatchObject({ code: 1, complaint })
    const id = '00000000-0000-4000-8000-000000000000'
    expect(await operator('users', 'show', id)).toMatchObject({ code: 1, complaint: `Nobody has the id ${id}` })
  })

  test('fifty at most, and it says when there are more', async () => {
    const text = `insert into wallet_user (id, phone, first_name, last_name, email, level_code, is_topup_allowed, is_withdrawal_allowed, registered_at)
      select gen_random_uuid(), '+7998' || lpad(number::text, 7, '0'), 'Crowd', '', 'crowd@mail.example', 'basic', true, true, now()
      from generate_series(1, 51) as number`
    await wallet.database.run({ name: 'test.crowd', text })
    const lines = (await operator('users', 'find', 'crowd')).said.trimEnd().split('\n')
    expect(lines).toHaveLength(52)
    expect(lines.at(-1)).toBe('These are the newest 50; there are more.')
  })
})

test('a person is shown with accounts, latest operations, sessions, devices, passkeys and open cases, and nothing of anybody else’s', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 USD'), await aUser(wallet, '3.33 USD')]
  const { order } = await anna.post('/v2/wallet/top-up', { amount: '70.00', currency_code: 'USD' })
  await sendPaymentEvent(wallet, { order: String(order), status: 'complete', amount: '69.00', currency: 'USD' })
  const { transaction_id } = await anna.withdraw('10.00', 'USD')
  const text = `insert into passkey (id, user_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at)
    select gen_random_uuid(), id, '\\x01', '\\x02', 0, '{}', true, 'Anna’s key', now() from wallet_user where phone = $1`
  await wallet.database.run({ name: 'test.passkey', text }, [`+${anna.phone}`])
  const { said } = await operator('users', 'show', anna.phone)
  for (const part of [
    /^known device +since +seen$/m,
    /^passkey +since +used$/m,
    /^Anna’s key {2}20\S+Z {2}never$/m,
    /^frozen +no$/m,
    /^[0-9a-f-]{36} {2}90\.00 USD +0\.00 USD$/m,
    new RegExp(`^${transaction_id}  20\\S+Z  withdrawal  complete +-10\\.00 USD$`, 'm'),
    /^unknown device {2}20\S+Z {2}20\S+Z$/m,
    /^[0-9a-f-]{36} {2}20\S+Z {2}payment_amount_differs$/m,
  ])
    expect(said).toMatch(part)
  const other = (await operator('users', 'show', boris.phone)).said
  expect(other).toContain('3.33 USD')
  expect(other).not.toMatch(/90\.00|-10\.00|payment_amount_differs|passkey/)
})
