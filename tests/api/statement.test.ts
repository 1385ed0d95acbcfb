import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountNumber } from '#contract/account-number'
import { statementFile } from '#contract/statement'
import { parseDecimal } from '#money/amount'
import { type Money, money } from '#money/money'
import { aUser, TestUser } from '#tests/builders'
import { giveLines } from '#tests/long-statement'
import { pdfText } from '#tests/pdf-text'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let anna: TestUser
beforeAll(async () => {
  wallet = await startTestWallet({ HISTORY_LONG_LISTS_PER_MINUTE: '1000000' })
  anna = await aUser(wallet, '3000.00 RUB', '5.00 USD')
  await anna.exchange('400.00', 'RUB', 'USD')
  await anna.withdraw('600.00', 'RUB')
  // Neither is in the balance: one has failed, the other was never paid.
  await anna.withdraw('40.00', 'RUB', { pan: '2200123456780002' })
  await anna.post('/v2/wallet/top-up', { amount: '33.00', currency_code: 'RUB' })
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

let passed = 0
function pass(seconds: number): void {
  passed += seconds
  wallet.passSeconds(seconds)
}
const now = (): Date => new Date(Date.now() + passed * 1000)

function download({ token }: TestUser, query: Record<string, string>, language = 'ru', at = wallet): Promise<Response> {
  return fetch(`${at.url}${statementFile.path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Token ${token}`, 'accept-language': language },
  })
}

interface Csv {
  readonly opening: Money
  readonly lines: readonly { readonly what: string; readonly status: string; readonly amount: Money; readonly balance: Money }[]
  readonly came: Money
  readonly went: Money
  readonly closing: Money
}

async function csvOf(person: TestUser, query: Record<string, string> = {}): Promise<Csv> {
  const { id } = await person.account('RUB')
  const response = await download(person, { format: 'csv', account_id: id, ...query })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const [head, opening, ...rest] = (await response.text())
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(head?.slice(1, 6)).toEqual(['Операция', 'Статус', 'Сумма', 'В\u00a0том числе комиссия', 'Остаток'])
  const [came, went, closing] = rest.splice(-3)
  const rub = (text = ''): Money => parseDecimal(text, 'RUB')
  return {
    opening: rub(opening?.[5]),
    lines: rest.map(([, what = '', status = '', amount, , balance]) => ({
      what,
      status,
      amount: rub(amount),
      balance: rub(balance),
    })),
    came: rub(came?.[3]),
    went: rub(went?.[3]),
    closing: rub(closing?.[5]),
  }
}

const sum = (amounts: readonly Money[]): Money =>
  money(
    'RUB',
    amounts.reduce((total, { minor }) => total + minor, 0n),
  )

/** Opening and lines make the closing, line by line, and the totals are of the same lines. */
function expectAgreement({ opening, lines, came, went, closing }: Csv): void {
  let minor = opening.minor
  for (const { amount, balance } of lines) {
    minor += amount.minor
    expect(balance.minor).toBe(minor)
  }
  expect(closing.minor).toBe(minor)
  expect([came, went]).toEqual([
    sum(lines.map(({ amount }) => amount).filter((amount) => amount.minor > 0n)),
    sum(lines.map(({ amount }) => amount).filter((amount) => amount.minor < 0n)),
  ])
}

test('a statement of all days begins with nothing and ends with what is on the account; what is not in the balance is not in it', async () => {
  const csv = await csvOf(anna)
  expectAgreement(csv)
  expect(csv.opening.minor).toBe(0n)
  expect(csv.closing).toEqual(parseDecimal(await anna.balance('RUB'), 'RUB'))
  expect(csv.lines.map(({ amount }) => amount.minor)).toEqual([300_000n, -40_000n, -60_000n])
  expect(csv.lines.at(-1)).toMatchObject({ what: 'Карта ••\u00a04821', status: 'выполнено' })
})

test('periods that follow one another have one balance where they meet, wherever a day is cut', async () => {
  const boris = await aUser(wallet, '100.00 RUB')
  pass(3 * 86_400 + 3600)
  await boris.topUp('110.00', 'RUB')
  pass(3600)
  const middle = now().toISOString()
  pass(3600)
  await boris.withdraw('20.00', 'RUB')
  pass(86_400)
  const later = now().toISOString()
  await boris.topUp('105.00', 'RUB')
  const [before, between, after] = [
    await csvOf(boris, { to: middle }),
    await csvOf(boris, { from: middle, to: later }),
    await csvOf(boris, { from: later }),
  ]
  for (const csv of [before, between, after]) expectAgreement(csv)
  expect([before.lines.length, between.lines.length, after.lines.length]).toEqual([2, 1, 1])
  expect([between.opening, after.opening]).toEqual([before.closing, between.closing])
  expect(after.closing).toEqual(parseDecimal(await boris.balance('RUB'), 'RUB'))
  // A period that is still to come has no lines, and what is on the account now.
  const ahead = await csvOf(boris, { from: '2999-01-01T00:00Z', to: '2999-02-01T00:00Z' })
  expect([ahead.lines, ahead.opening, ahead.closing]).toEqual([[], after.closing, after.closing])
})

test('money that is held is told as under way, not as done', async () => {
  const [clara, dan] = [await aUser(wallet, '500.00 RUB'), await aUser(wallet)]
  expect(await clara.send('20.00', 'RUB', { phone: dan.phone }, { protection_code: '1234' })).toMatchObject({ status: 'pending' })
  const csv = await csvOf(clara)
  expectAgreement(csv)
  expect(csv.closing).toEqual(parseDecimal(await clara.balance('RUB'), 'RUB'))
  expect(csv.lines.at(-1)?.status).toBe('ждет получателя')
  // Who is to receive it has nothing yet.
  expect((await csvOf(dan)).lines).toEqual([])
})

test.each([
  ['ru', 'stater'],
  ['en', 'stater'],
])('as a PDF it is a document in the language of its reader (%s)', async (language, brand) => {
  const { id } = await anna.account('RUB')
  const response = await download(anna, { format: 'pdf', account_id: id, time_zone: 'Europe/Moscow' }, language)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="${brand}-RUB-[0-9-]{10}\\.pdf"$`),
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  // The number that people read out, not the id.
  expect(pdfText(bytes)).toContain(accountNumber(id))
  expect(pdfText(bytes)).not.toContain(id)
  const pdf = bytes.toString('latin1')
  expect([pdf.startsWith('%PDF-'), pdf.trimEnd().endsWith('%%EOF'), pdf.includes(`/Lang (${language})`)]).toEqual([
    true,
    true,
    true,
  ])
})

test('a statement is of an account of one’s own, in a form and a zone that there are', async () => {
  const { id } = await anna.account('RUB')
  const boris = await aUser(wallet)
  const asked = async (person: TestUser, query: Record<string, string>) =>
    (await (await download(person, query)).json()) as { code: string; field: string }
  expect(await asked(boris, { format: 'csv', account_id: id })).toMatchObject({ code: 'account_unknown', field: 'account_id' })
  for (const [query, field] of [
    [{ format: 'xls', account_id: id }, 'format'],
    [{ account_id: id }, 'format'],
    [{ format: 'csv' }, 'account_id'],
    [{ format: 'csv', account_id: "' or 1=1" }, 'account_id'],
    [{ format: 'csv', account_id: id, from: 'yesterday' }, 'from'],
    [{ format: 'csv', account_id: id, time_zone: 'Moon/Base' }, 'time_zone'],
  ] as const) {
    expect(await asked(anna, { ...query })).toMatchObject({ code: 'invalid_field', field })
  }
  expect((await fetch(`${wallet.url}${statementFile.path}?format=csv&account_id=${id}`)).status).toBe(401)
})

test('what a person has by thousands is read to its end, however few of it are lines of the statement', async () => {
  const boris = await aUser(wallet, '777.00 RUB')
  await giveLines(wallet.database, boris, 20_000)
  const csv = await csvOf(boris)
  expectAgreement(csv)
  expect(csv.lines.length).toBe(1)
})

test('few long ones are sent to a person in a minute', async () => {
  const strict = await startTestWallet({ HISTORY_LONG_LISTS_PER_MINUTE: '2' }, { databaseUrl: wallet.databaseUrl })
  const here = new TestUser(strict, anna.phone, anna.token)
  strict.passSeconds(10 * 86_400)
  const { id } = await anna.account('RUB')
  const asked = async (): Promise<number> => {
    const response = await download(here, { format: 'csv', account_id: id }, 'ru', strict)
    await response.text()
    return response.status
  }
  expect([await asked(), await asked(), await asked()]).toEqual([200, 200, 429])
  await strict.close()
})
