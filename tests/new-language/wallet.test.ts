import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, ask, aUserWith, freshPhone, PIN, readCode, readMessages, type TestUser, until } from '#tests/builders'
import { casesOf } from '#tests/cases'
import { pdfText } from '#tests/pdf-text'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const MARK = 'es:'
const SPANISH = { language: 'es' }

let wallet: TestWallet
let anna: TestUser
beforeAll(async () => {
  wallet = await startTestWallet()
  anna = await aUserWith(wallet, freshPhone(), '100.00 EUR')
})
afterAll(() => wallet.close())

const textsOf = (answer: Answer, field: string): string[] =>
  (answer.results as Record<string, unknown>[]).map((each) => String(each[field]))

test('the dictionary of the page is in it, every text', async () => {
  const texts = textsOf(await anna.get('/v2/wallet/text-data/', 'es'), 'text')
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.filter((text) => !text.includes(MARK))).toEqual([])
})

test('codes and messages by SMS are', async () => {
  const phone = freshPhone()
  const person = { first_name: 'Ana', last_name: 'Ruiz', email: 'ana@mail.example', phone }
  expect(await ask(wallet, 'POST', '/v2/wallet/auth/register', { body: person, ...SPANISH })).toMatchObject({ status: 'ok' })
  expect((await readMessages(wallet, phone))[0]?.text).toContain(MARK)
  const body = { phone, confirm_code: await readCode(wallet, phone) }
  expect(await ask(wallet, 'POST', '/v2/wallet/auth/register/phone/confirm', { body, ...SPANISH })).toMatchObject({
    status: 'ok',
  })
})

test('who has signed in in it is told in it later', async () => {
  const { phone } = anna
  await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone }, ...SPANISH })
  const body = { phone, confirm_code: await readCode(wallet, phone), pin_code: PIN }
  expect(await ask(wallet, 'POST', '/v2/wallet/auth/login', { body, ...SPANISH })).toMatchObject({ status: 'ok' })
  expect(await anna.get('/v2/wallet/profile/data')).toMatchObject({ person: { language: 'es' } })
  // The SMS about the new device comes first.
  await until(async () => (await readMessages(wallet, phone)).some(({ text }) => text.includes('/secure#')))
  const before = (await readMessages(wallet, phone)).length
  expect(await anna.post('/v2/wallet/auth/freeze', {})).toMatchObject({ status: 'ok' })
  await until(async () => (await readMessages(wallet, phone)).length > before)
  expect((await readMessages(wallet, phone))[0]?.text).toContain(MARK)
})

test('notices, refusals, limits and the level are', async () => {
  const boris = await aUserWith(wallet, freshPhone(), '100.00 EUR')
  const { code } = await casesOf(wallet).operator('users', 'set', `+${boris.phone}`, '--level', 'full', '--yes', '--as', 'vera')
  expect(code).toBe(0)
  const notices = textsOf(await boris.get('/v2/wallet/user/notification', 'es'), 'message')
  expect(notices.length).toBeGreaterThan(1)
  expect(notices.filter((text) => !text.startsWith(MARK))).toEqual([])
  expect(notices.join()).toContain(`${MARK}full`)
  expect(await boris.get('/v2/wallet/auth/info', 'es')).toMatchObject({
    identification_level: { name: `${MARK}full` },
  })
  const { levels } = await boris.get('/v2/wallet/limits', 'es')
  expect((levels as { name: string }[]).map(({ name }) => name)).toEqual([`${MARK}basic`, `${MARK}full`, `${MARK}premium`])
  const refused = await boris.post('/v2/wallet/withdrawal', {}, SPANISH)
  expect([refused.status, refused.message]).toEqual(['error', expect.stringMatching(/^es:/)])
})

test('the way up by hand, and what the operator writes, are', async () => {
  const operator = casesOf(wallet).operator
  const vera = ['--yes', '--as', 'vera']
  const boris = await aUserWith(wallet, freshPhone())
  await operator('users', 'set', `+${boris.phone}`, '--level', 'full', ...vera)
  const { howto_text } = await boris.post('/v2/wallet/identification-level/upgrade', {}, SPANISH)
  expect(howto_text).toMatch(/^es:Contact support/)
  expect((await operator('notify', `+${boris.phone}`, '--ru', 'Привет', '--en', 'Hello', ...vera)).code).not.toBe(0)
  expect((await operator('notify', `+${boris.phone}`, '--ru', 'Привет', '--en', 'Hello', '--es', 'Hola', ...vera)).code).toBe(0)
  expect(textsOf(await boris.get('/v2/wallet/user/notification', 'es'), 'message')[0]).toContain('Hola')
  expect((await operator('levels', 'set', 'premium', '--name-es', 'dorado', ...vera)).code).toBe(0)
  const { levels } = await boris.get('/v2/wallet/limits', 'es')
  expect((levels as { name: string }[]).at(-1)).toMatchObject({ name: 'dorado' })
})

test('receipts and files are, with its numbers', async () => {
  const cleo = await aUserWith(wallet, freshPhone(), '1234.50 EUR')
  const { results } = await cleo.get('/v2/wallet/transaction', 'es')
  const [{ operation_id, status }] = results as [{ operation_id: string; status: string }]
  expect(status).toMatch(/^es:/)
  const { operation } = await cleo.get(`/v2/wallet/operation?id=${operation_id}`, 'es')
  expect((operation as { timeline: { name: string }[] }).timeline.every(({ name }) => name.startsWith(MARK))).toBe(true)
  const fileOf = async (path: string): Promise<Buffer> => {
    const headers = { authorization: `Token ${cleo.token}`, 'accept-language': 'es' }
    const response = await fetch(wallet.url + path, { headers })
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }
  const receipt = pdfText(await fileOf(`/v2/wallet/operation/receipt.pdf?id=${operation_id}`)).replaceAll('\u00a0', ' ')
  expect(receipt).toContain(MARK)
  expect(receipt).toContain('1.234,50 €')
  expect(pdfText(await fileOf('/v2/wallet/profile/data.pdf'))).toContain(`${MARK}basic`)
  const { id } = await cleo.account('EUR')
  const csv = (await fileOf(`/v2/wallet/statement?format=csv&account_id=${id}&time_zone=UTC`)).toString()
  expect(csv.split('\n')[0]).toContain(MARK)
})

test('the contract names it', async () => {
  const document = JSON.stringify(await (await fetch(`${wallet.url}/v2/wallet/openapi.json`)).json())
  expect(document).toContain('`ru` or `en` or `es`')
  expect(document).toContain('["ru","en","es"')
})
