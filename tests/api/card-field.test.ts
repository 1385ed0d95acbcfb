import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownIdempotencyKey } from '#server/idempotency/key'
import { claimTypedCard, deleteOldTypedCards } from '#server/withdrawal/typed-cards'
import { aKey, ask, aUser, TestUser } from '#tests/builders'
import { openCardField, sendNumber, typeCard } from '#tests/card-field'
import { openLink } from '#tests/faulty-link'
import { fullTest } from '#tests/full-run'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const CARD = '2200123456024821'
const OTHER_CARD = '2200123456010002'

let wallet: TestWallet
let logged = ''
beforeAll(async () => {
  const logTo = {
    write(line: string) {
      logged += line
    },
  }
  wallet = await startTestWallet({ SANDBOX_CARD_FIELD: 'on', ACCESS_LOG: 'on' }, { logTo })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(() => wallet.close())

/** Every row of every table, the vendors' too, as text. */
async function everything({ database }: TestWallet): Promise<string> {
  const text = `select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'sandbox') and table_type = 'BASE TABLE'`
  const tables = await database.list<{ name: string }>({ name: 'test.tables', text }, [])
  expect(tables.length).toBeGreaterThan(30)
  const rows = await Promise.all(
    tables.map(({ name }) =>
      database.list<{ row: string }>({ name: `test.all_of.${name}`, text: `select t::text as row from ${name} as t` }, []),
    ),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

/** Does something while no token can be taken, for a fault of ours. */
async function whileBroken(work: () => Promise<void>): Promise<void> {
  const run = (text: string) => wallet.database.run({ name: `test.${text.slice(0, 40)}`, text })
  await run('alter table typed_card_use add constraint broken check (false) not valid')
  await work()
  await run('alter table typed_card_use drop constraint broken')
}

describe('a card that was typed into the provider’s field', () => {
  test('is paid by its token; what is shown of it is the provider’s word', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const cardToken = await typeCard(anna, CARD)
    expect(await anna.withdraw('10.00', 'USD', { cardToken })).toMatchObject({ http: 200, status: 'ok' })
    expect(await anna.newest()).toMatchObject({ description: 'Card ••\u00a04821' })
    const [recipient] = await anna.recipients()
    expect(recipient).toMatchObject({ kind: 'card', masked: '••\u00a04821' })
    expect(await anna.withdraw('10.00', 'USD', { recipient: recipient?.id ?? '' })).toMatchObject({ status: 'ok' })
  })

  test('is the recipient that the same number was when it was sent to us', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    await anna.withdraw('10.00', 'USD', { pan: CARD })
    await anna.withdraw('10.00', 'USD', { cardToken: await typeCard(anna, CARD) })
    expect(await anna.recipients()).toHaveLength(1)
    await anna.withdraw('10.00', 'USD', { cardToken: await typeCard(anna, '2200123456034820') })
    expect(await anna.recipients()).toHaveLength(2)
  })

  test('leaves its number in no table and no line of the log [api-card-field-1]', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const number = '4276130012345678'
    logged = ''
    const cardToken = await typeCard(anna, number)
    await anna.withdraw('10.00', 'USD', { cardToken, pin: '0000' })
    await whileBroken(async () => expect(await anna.withdraw('10.00', 'USD', { cardToken })).toMatchObject({ http: 500 }))
    await anna.withdraw('10.00', 'USD', { cardToken })
    await anna.withdraw('10.00', 'USD', { cardToken })
    expect(cardToken).not.toContain(number)
    const kept = await everything(wallet)
    expect(kept).toContain(cardToken)
    expect(logged.match(/"Answered"/g)?.length).toBeGreaterThanOrEqual(5)
    expect(logged).toContain('typed_card.claim')
    expect(kept).toContain('427613******5678')
    for (const told of [kept, logged]) expect(told.replaceAll(/[\s-]/g, '')).not.toMatch(/4276130012345678|130012345678/)
  })
})

describe('a token is refused', () => {
  const INVALID = { http: 422, code: 'card_token_invalid', field: 'card_token' }

  test('of another person, as one that nobody knows [api-card-field-2]', async () => {
    const [anna, boris] = await Promise.all([aUser(wallet, '100.00 USD'), aUser(wallet, '100.00 USD')])
    const hers = await typeCard(anna, CARD)
    expect(await boris.withdraw('10.00', 'USD', { cardToken: hers })).toMatchObject(INVALID)
    expect(await boris.withdraw('10.00', 'USD', { cardToken: 'tok_of_nobody' })).toMatchObject(INVALID)
    expect(await boris.balance('USD')).toBe('100.00')
    expect(await anna.withdraw('10.00', 'USD', { cardToken: hers })).toMatchObject({ status: 'ok' })
  })

  test('the second time, but sent again under its key it is the same withdrawal', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const cardToken = await typeCard(anna, CARD)
    const paid = await anna.withdraw('10.00', 'USD', { cardToken, key: 'one' })
    expect(await anna.withdraw('10.00', 'USD', { cardToken, key: 'one' })).toEqual(paid)
    expect(await anna.withdraw('10.00', 'USD', { cardToken, key: 'two' })).toMatchObject(INVALID)
    expect(await anna.balance('USD')).toBe('90.00')
  })

  test('when many come with it at once: one is paid [api-card-field-3]', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const cardToken = await typeCard(anna, CARD)
    const second = await startTestWallet({ SANDBOX_CARD_FIELD: 'on' }, { databaseUrl: wallet.databaseUrl })
    const body = { amount: '10.00', currency_code: 'USD', pin: '4815', card_token: cardToken }
    const answers = await Promise.all(
      [wallet, second, wallet, second].map((each, place) =>
        ask(each, 'POST', '/v2/wallet/withdrawal', { body, token: anna.token, key: `at-once-${place}` }),
      ),
    )
    await second.close()
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(await anna.balance('USD')).toBe('90.00')
  })

  test('a quarter of an hour after the card was typed', async () => {
    const later = await startTestWallet({ SANDBOX_CARD_FIELD: 'on' })
    const anna = await aUser(later, '100.00 USD')
    const cardToken = await typeCard(anna, CARD)
    later.passSeconds(901)
    expect(await anna.withdraw('10.00', 'USD', { cardToken })).toMatchObject(INVALID)
    expect(await anna.balance('USD')).toBe('100.00')
    await later.close()
  })

  test('that came from the number sent to us: it is not for pages', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    await anna.withdraw('10.00', 'USD', { pan: CARD })
    const text = 'select token from withdrawal order by operation_id desc limit 1'
    const row = await wallet.database.find<{ token: string }>({ name: 'test.last_token', text }, [])
    expect(await anna.withdraw('10.00', 'USD', { cardToken: row?.token ?? '' })).toMatchObject(INVALID)
  })

  test('beside a number, an address or a recipient, and for USDC', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const body = { amount: '1.00', currency_code: 'USD', pin: '4815', card_token: 'tok' }
    const withdraw = (more: object) => anna.post('/v2/wallet/withdrawal', { ...body, ...more })
    expect(await withdraw({ pan: CARD })).toMatchObject({ code: 'invalid_field', field: 'card_token' })
    expect(await withdraw({ address: `0x${'0'.repeat(40)}` })).toMatchObject({ code: 'invalid_field', field: 'address' })
    expect(await withdraw({ recipient_id: 'x' })).toMatchObject({ code: 'invalid_field', field: 'recipient_id' })
    expect(await withdraw({ currency_code: 'USDC' })).toMatchObject({ code: 'invalid_field', field: 'card_token' })
  })
})

test('a token whose request died before it held anything is taken again by that request, by no other, and forgotten once it ends', async () => {
  const { database } = wallet
  const usableUntil = new Date('2020-01-01T00:00:00Z')
  const claim = (name: string) =>
    claimTypedCard(database, { provider: 'sandbox', token: 'tok_died', usableUntil, idempotencyKey: ownIdempotencyKey(name) })
  await claim('one')
  await claim('one')
  await expect(claim('two')).rejects.toMatchObject({ facts: { code: 'card_token_invalid' } })
  await deleteOldTypedCards(database, usableUntil)
  await expect(claim('two')).rejects.toThrow()
  await deleteOldTypedCards(database, new Date(usableUntil.getTime() + 1))
  await claim('two')
})

test('a wrong PIN takes no token: the right one is paid with it', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const cardToken = await typeCard(anna, CARD)
  expect(await anna.withdraw('10.00', 'USD', { cardToken, pin: '0000' })).toMatchObject({ code: 'pin_wrong' })
  expect(await anna.withdraw('10.00', 'USD', { cardToken })).toMatchObject({ status: 'ok' })
})

fullTest('while the provider is silent a withdrawal says so and nothing is lost: sent again, it is paid once', async () => {
  const vendors = await openLink({ host: '127.0.0.1', port: Number(new URL(wallet.url).port) })
  const field = new URL(await openCardField(await aUser(wallet))).origin
  const settings = {
    SANDBOX_URL: `http://127.0.0.1:${vendors.port}/sandbox`,
    SANDBOX_CARD_FIELD_URL: field,
    SANDBOX_CARD_FIELD: 'on',
  }
  const apart = await startTestWallet(settings, { databaseUrl: wallet.databaseUrl })
  const anna = await aUser(wallet, '100.00 USD')
  const cardToken = await typeCard(anna, CARD)
  const body = { amount: '10.00', currency_code: 'USD', pin: '4815', card_token: cardToken }
  const withdraw = () => ask(apart, 'POST', '/v2/wallet/withdrawal', { body, token: anna.token, key: 'silence' })
  vendors.breakWith('silent')
  expect(await withdraw()).toMatchObject({ http: 503, code: 'unavailable' })
  expect(await ask(apart, 'POST', '/v2/wallet/withdrawal/card-field', { token: anna.token })).toMatchObject({ http: 503 })
  expect(await anna.balance('USD')).toBe('100.00')
  vendors.mend()
  vendors.cut()
  expect(await withdraw()).toMatchObject({ status: 'ok' })
  expect(await withdraw()).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe('90.00')
  await apart.close()
  await vendors.close()
})

describe('numbers of cards', () => {
  test('are refused by name where only tokens are taken, before anything is done with them', async () => {
    const strict = await startTestWallet({ SANDBOX_CARD_FIELD: 'on', CARD_NUMBERS: 'refused' })
    const anna = await aUser(strict, '100.00 USD')
    expect(await anna.withdraw('10.00', 'USD', { pan: CARD })).toMatchObject({
      http: 422,
      code: 'card_number_refused',
      field: 'pan',
    })
    expect(await anna.withdraw('10.00', 'USD', { cardToken: await typeCard(anna, CARD) })).toMatchObject({ status: 'ok' })
    await strict.expectTrueBooks()
    await strict.close()
  })

  test('that was paid before they were refused is answered the same under its key', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    const key = aKey()
    const paid = await anna.withdraw('10.00', 'USD', { pan: CARD, key })
    expect(paid).toMatchObject({ status: 'ok' })
    const settings = { SANDBOX_CARD_FIELD: 'on', CARD_NUMBERS: 'refused' }
    const strict = await startTestWallet(settings, { databaseUrl: wallet.databaseUrl })
    const there = new TestUser(strict, anna.phone, anna.token)
    expect(await there.withdraw('10.00', 'USD', { pan: CARD, key })).toEqual(paid)
    expect(await there.withdraw('10.00', 'USD', { pan: CARD, key: aKey() })).toMatchObject({ code: 'card_number_refused' })
    expect(await anna.balance('USD')).toBe('90.00')
    await strict.close()
  })

  test('are taken as ever beside the field, unless the operator says otherwise', async () => {
    const anna = await aUser(wallet, '100.00 USD')
    expect(await anna.withdraw('10.00', 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
  })

  test('are all there is where the provider has no field', async () => {
    const plain = await startTestWallet()
    const anna = await aUser(plain, '100.00 USD')
    expect(await anna.post('/v2/wallet/withdrawal/card-field')).toMatchObject({ http: 404, code: 'not_found' })
    expect(await anna.withdraw('10.00', 'USD', { cardToken: 'tok_any' })).toMatchObject({ code: 'card_token_invalid' })
    expect(await anna.withdraw('10.00', 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
    await plain.close()
  })
})

describe('the sandbox’s card field', () => {
  test('is another origin, which only the wallet’s page may show, and the only one that the page may show', async () => {
    const field = await openCardField(await aUser(wallet))
    expect(new URL(field).origin).not.toBe(new URL(wallet.url).origin)
    const policyOf = async (address: string) => (await fetch(address)).headers.get('content-security-policy')
    expect(await policyOf(field)).toContain(`frame-ancestors ${wallet.url}`)
    expect(await policyOf(`${wallet.url}/version.json`)).toContain(`frame-src ${new URL(field).origin};`)
  })

  test('as a mini app the messenger’s own page may be around ours', async () => {
    const inMessenger = await startTestWallet({ SANDBOX_CARD_FIELD: 'on', MESSENGER_WEB: 'on' })
    const { headers } = await fetch(await openCardField(await aUser(inMessenger)))
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${inMessenger.url} https://web.telegram.org`)
    await inMessenger.close()
  })

  test('is in no policy where it is off', async () => {
    const plain = await startTestWallet()
    expect((await fetch(`${plain.url}/version.json`)).headers.get('content-security-policy')).not.toContain('frame-src')
    await plain.close()
  })

  test('takes no number with a wrong digit, none that is short, and none without a session', async () => {
    const field = await openCardField(await aUser(wallet))
    expect(await sendNumber(field, '2200123456024822')).toEqual({ status: 422, token: '' })
    expect(await sendNumber(field, '220012345602482')).toEqual({ status: 400, token: '' })
    expect(await sendNumber(field.replace(/[^/]+$/, '00000000-0000-4000-8000-000000000000'), CARD)).toEqual({
      status: 410,
      token: '',
    })
    expect((await fetch(`${field}x`)).status).toBe(404)
    expect(await sendNumber(field, OTHER_CARD)).toMatchObject({ status: 201 })
  })

  test('ends after an hour', async () => {
    const later = await startTestWallet({ SANDBOX_CARD_FIELD: 'on' })
    const field = await openCardField(await aUser(later))
    later.passSeconds(3601)
    expect((await fetch(field)).status).toBe(404)
    expect(await sendNumber(field, CARD)).toMatchObject({ status: 410 })
    await later.close()
  })
})

test('a vendor that names a field at another origin, or answers with a number, is not believed', async () => {
  const vendor = createServer((request, response) => {
    const card = { token: 'tok_1', masked: CARD, owner: 'x', usable_until: new Date(Date.now() + 60_000).toISOString() }
    const body = request.method === 'POST' ? { url: 'https://elsewhere.example/field' } : card
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(vendor, 'listening')
  const url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  const settings = { SANDBOX_URL: url, SANDBOX_CARD_FIELD_URL: url, SANDBOX_CARD_FIELD: 'on' }
  const apart = await startTestWallet(settings, { databaseUrl: wallet.databaseUrl })
  const anna: TestUser = await aUser(wallet, '100.00 USD')
  const post = (path: string, body?: unknown) => ask(apart, 'POST', path, { body, token: anna.token })
  expect(await post('/v2/wallet/withdrawal/card-field')).toMatchObject({ http: 500, code: 'internal' })
  const body = { amount: '10.00', currency_code: 'USD', pin: '4815', card_token: 'tok_1' }
  expect(await post('/v2/wallet/withdrawal', body)).toMatchObject({ http: 503, code: 'unavailable' })
  expect(await anna.balance('USD')).toBe('100.00')
  await apart.close()
  vendor.close()
})
