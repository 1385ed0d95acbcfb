import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aKey, ask, freshPhone, PIN, readCode, TestUser } from '#tests/builders'
import { type Canary, Places, placesOf } from '#tests/canaries'
import { SECRET } from '#tests/secret'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'
import { noteAnswers, noteLog, noteMetrics, noteRows, openCollector, watchRows, whileTableIsBroken } from '#tests/written-places'

const CARD = '2200700163901148'
const WRONG_PIN = '1590'
const PERSON = {
  first_name: 'Anna',
  last_name: 'Canary',
  email: 'canary.anna@mail.example',
  country_code: 'GB',
  city: 'Canaryville',
  zip_code: 'CN4 RY7',
  address: '17 Canary Wharf',
}

const places = new Places()
const canaries: Canary[] = []
let wallet: TestWallet
let collector: Awaited<ReturnType<typeof openCollector>>
let log = ''

beforeAll(async () => {
  collector = await openCollector(places)
  wallet = await startTestWallet(
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, MONITORING_PORT: '0' },
    {
      logTo: {
        write(line) {
          log += line
        },
      },
    },
  )
  await watchRows(wallet)
  const stop = noteAnswers(wallet, places)
  await useEverything().finally(stop)
  await noteMetrics(wallet, places)
  await noteRows(wallet, places)
  await wallet.close()
  noteLog(log, places)
})
afterAll(() => collector.close())

/** What a person does in their first days, right and wrong, and while a table is broken: PostgreSQL’s error quotes the row. */
async function useEverything(): Promise<void> {
  const phone = freshPhone()
  await ask(wallet, 'POST', '/v2/wallet/auth/register', { body: { ...PERSON, phone } })
  const confirmed = { phone, confirm_code: await readCode(wallet, phone) }
  const { auth_token } = await ask(wallet, 'POST', '/v2/wallet/auth/register/phone/confirm', { body: confirmed })
  const anna = new TestUser(wallet, phone, String(auth_token))
  await anna.post('/v2/wallet/auth/register/set/pin', { pin_code: PIN })
  await anna.post('/v2/wallet/create', { currency_code: 'USD' })
  await anna.topUp('100.00', 'USD')
  expect(await anna.withdraw('10.00', 'USD', { pan: CARD, pin: WRONG_PIN })).toMatchObject({ http: 403 })
  expect(await anna.withdraw('10.00', 'USD', { pan: CARD })).toMatchObject({ status: 'ok' })
  await anna.send('1.00', 'USD', { phone: freshPhone() })
  await whileTableIsBroken(wallet, 'withdrawal', async () => {
    expect(await anna.withdraw('11.00', 'USD', { pan: CARD })).toMatchObject({ http: 500 })
  })
  await whileTableIsBroken(wallet, 'wallet_user', async () => {
    await ask(wallet, 'POST', '/v2/wallet/auth/register', { body: { ...PERSON, phone: freshPhone() } })
  })
  const form = { amount: '10.00', currency_code: 'USD', pin: PIN, pan: CARD, address: 7 }
  await anna.post('/v2/wallet/withdrawal', form, { key: aKey() })
  await anna.post('/v2/wallet/withdrawal', `{"pin": "${PIN}", "pan": "${CARD}"`)
  await ask(wallet, 'GET', `/v2/wallet/auth/info?token=${anna.token}`, { headers: { authorization: `Token  ${anna.token}` } })
  expect(await anna.get('/v2/wallet/auth/info')).toMatchObject({ status: 'ok' })
  // The last of all, so that little is written after it whose digits may be the same by chance.
  const again = await anna.signInAgain()
  canaries.push(
    { what: 'a code', value: await readCode(wallet, phone) },
    { what: 'a PIN', value: PIN },
    { what: 'a wrong PIN', value: WRONG_PIN },
    { what: 'a token', value: anna.token },
    { what: 'a token', value: again.token },
    { what: "a card's number", value: CARD },
    { what: 'a phone', value: phone },
    { what: 'an e-mail address', value: PERSON.email },
    { what: 'a city', value: PERSON.city },
    { what: 'a postcode', value: PERSON.zip_code },
    { what: 'an address', value: PERSON.address },
    { what: 'the secret of the wallet', value: SECRET },
  )
}

/** The only places where each may stand in clear, as itself or as a hash that anybody could make of it. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  // Its vendor has to have it. The wallet keeps a keyed hash.
  'a code': ['sandbox.sms_message.body', 'sandbox.sms_message.code'],
  // Whoever is signed in gets it, once.
  'a token': ['answer /auth/login', 'answer /auth/register/phone/confirm'],
  // People are called and found by it (docs/personal-data.md).
  'a phone': [
    'attempt.key',
    'message.recipient',
    'phone_code.phone',
    'sandbox.sms_message.recipient',
    'wallet_user.phone',
    'answer /auth/info',
  ],
  // Shown to its owner alone.
  'an e-mail address': ['answer /auth/info'],
}

test('what is secret stands in clear nowhere: no table, no log, no metric, no trace, and no answer but its owner’s', () => {
  const found = canaries.flatMap((canary) =>
    placesOf(canary, places.written)
      .filter((place) => !KNOWN[canary.what]?.includes(place))
      .map((place) => `${canary.what}: ${place}`),
  )
  expect(found).toEqual([])
})

test('what may stand somewhere was found there, so that the search finds what it looks for', () => {
  const missing = Object.entries(KNOWN).flatMap(([what, known]) => {
    const found = canaries.filter((canary) => canary.what === what).flatMap((canary) => placesOf(canary, places.written))
    return known.filter((place) => !found.includes(place)).map((place) => `${what}: ${place}`)
  })
  expect(missing).toEqual([])
  for (const place of ['log', 'metrics', 'traces', 'refusal', 'withdrawal.masked', 'wallet_user.personal_data', 'pin.hash'])
    expect([...places.written.keys()]).toContain(place)
  expect(log).toMatch(/"code":"23514"/)
})

test.each([
  ['as it is', (card: string) => `paid by ${card}`],
  ['with spaces', (card: string) => card.replace(/(.{4})/g, '$1 ')],
  ['but for its last figures', (card: string) => `${card.slice(0, 12)}****`],
  ['as bytes', (card: string) => `\\x${Buffer.from(card).toString('hex')}`],
  ['as base64', (card: string) => Buffer.from(card).toString('base64')],
  ['as a hash that anybody can make', (card: string) => createHash('sha256').update(card).digest('hex')],
])('a number that was written down %s would be found, and its mask is not', (_, written) => {
  const planted = new Places()
  planted.noteAll('log', { message: written(CARD), masked: '2200 70** **** 1148' })
  expect(placesOf({ what: 'a card', value: CARD }, planted.written)).toEqual(['log'])
  const masked = new Places()
  masked.noteAll('log', { masked: '2200 70** **** 1148' })
  expect(placesOf({ what: 'a card', value: CARD }, masked.written)).toEqual([])
})
