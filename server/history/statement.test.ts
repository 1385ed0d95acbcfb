import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { CATALOGUES } from '#texts/texts'
import { translate } from '#texts/translate'
import type { Line } from './history.ts'
import { type StatementOf, type StatementPart, type StatementSums, statedPeriod, withLine } from './statement.ts'
import { statementCsv } from './statement-csv.ts'
import { statementPdf } from './statement-pdf.ts'
import { periodText, type StatementWords } from './statement-words.ts'

const rub = (decimal: string) => parseDecimal(decimal, 'RUB')
const account = { id: '0199f2b4-7a5e-7c1d-8f3a-2b1c0d9e8f7a', currency: 'RUB', openedAt: new Date('2026-01-10T12:00Z') } as const
const statement: StatementOf = { userId: 'u', account, from: new Date('2026-02-28T21:00Z'), to: new Date('2026-03-31T21:00Z') }
const words = (language: 'ru' | 'en'): StatementWords => ({
  language,
  timeZone: 'Europe/Moscow',
  t: (key, parameters) => translate(CATALOGUES[language], language, key, parameters),
})

function line(amount: string, told: Partial<Line> = {}): Line {
  return {
    id: 'o1',
    operationId: 'o1',
    leg: 0,
    accountId: account.id,
    kind: 'withdrawal',
    state: 'complete',
    status: 'transaction.state.complete',
    amount: rub(amount),
    fee: rub('0'),
    direction: 'out',
    isInBalance: true,
    repeat: null,
    description: { key: 'transaction.description.withdrawal_card', parameters: { last: '4821' } },
    note: undefined,
    createdAt: new Date('2026-03-01T09:05:33Z'),
    ...told,
  }
}

const opening: StatementSums = { opening: rub('100'), came: rub('0'), went: rub('0'), fees: rub('0'), closing: rub('100') }

/** A statement with so many lines of −0.01, a hundred a part. */
async function* partsOf(count: number): AsyncGenerator<StatementPart> {
  let sums = { ...opening, opening: rub('1000000'), closing: rub('1000000') }
  for (let made = 0; made < count; made += 100) {
    const lines = Array.from({ length: 100 }, () => {
      sums = withLine(sums, line('-0.01'))
      return { line: line('-0.01'), balance: sums.closing }
    })
    yield { lines, sums }
  }
}

test('each line is added to the credits or the debits, with its fee, and to the balance', () => {
  const sums = [line('-10.50', { fee: rub('0.50') }), line('7.00'), line('0.00')].reduce(withLine, opening)
  expect(sums).toEqual({ opening: rub('100'), came: rub('7'), went: rub('-10.50'), fees: rub('0.50'), closing: rub('96.50') })
})

test.each([
  [{ from: '-infinity', to: 'infinity' }, '2026-01-10T12:00:00.000Z', '2026-03-10T00:00:00.001Z'],
  [{ from: new Date('2026-02-01Z'), to: new Date('2026-03-01Z') }, '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  [{ from: new Date('2026-02-01Z'), to: new Date('2026-04-01Z') }, '2026-02-01T00:00:00.000Z', '2026-03-10T00:00:00.001Z'],
  [{ from: new Date('2027-01-01Z'), to: 'infinity' }, '2026-03-10T00:00:00.001Z', '2026-03-10T00:00:00.001Z'],
] as const)('the statement of %j covers only the past', (period, from, to) => {
  const stated = statedPeriod(period, account, { now: new Date('2026-03-10T00:00Z') })
  expect([stated.from.toISOString(), stated.to.toISOString()]).toEqual([from, to])
})

test('its days are those of its zone, the last day that of its last moment', () => {
  expect(periodText(statement, words('ru'))).toBe('1 марта 2026 г. – 31 марта 2026 г.')
  expect(periodText(statement, words('en'))).toBe('1 March 2026 – 31 March 2026')
  expect(periodText({ from: statement.from, to: new Date('2026-03-01T21:00Z') }, words('en'))).toBe('1 March 2026')
  expect(periodText({ from: statement.from, to: statement.from }, words('en'))).toBe('1 March 2026')
})

test('as CSV it has a row for each line, the opening balance and the totals', async () => {
  const held = line('-10.50', { fee: rub('0.50'), state: 'pending', status: 'transaction.state.pending', note: '=1+1, "x"' })
  const sums = withLine(opening, held)
  async function* parts(): AsyncGenerator<StatementPart> {
    yield { lines: [{ line: held, balance: sums.closing }], sums: { ...sums, opening: opening.opening } }
  }
  let text = ''
  for await (const part of statementCsv(parts(), statement, words('en'))) text += part
  expect(text.split('\r\n')).toEqual([
    '\ufeffDate,Transaction,Status,Amount,Including fee,Balance,Currency,Transaction ID',
    '2026-03-01 00:00:00,Opening balance,,,,100.00,RUB,',
    '2026-03-01 12:05:33,"Card ••\u00a04821 · =1+1, ""x""",pending,-10.50,0.50,89.50,RUB,o1',
    '2026-03-31 23:59:59,Money in,,0.00,,,RUB,',
    '2026-03-31 23:59:59,Money out,,-10.50,,,RUB,',
    '2026-03-31 23:59:59,Closing balance,,,,89.50,RUB,',
    '',
  ])
})

const MARK =
  '<svg viewBox="0 0 32 32"><g transform="translate(1 1) scale(0.9)"><circle cx="15" cy="15" r="9" fill="#4a35c9"/></g></svg>'

test('as a PDF it is made in parts, with no more memory for ten thousand lines than for a few', async () => {
  const head = { brandName: 'Stater', mark: MARK, support: { phone: '1', email: 'a@b' }, holder: 'A B', madeAt: new Date(0) }
  let [bytes, most, least] = [0, 0, Number.POSITIVE_INFINITY]
  for await (const part of statementPdf(partsOf(10_000), { statement, head, words: words('ru') })) {
    bytes += part.length
    const used = process.memoryUsage().rss
    most = Math.max(most, used)
    least = Math.min(least, used)
  }
  expect(bytes).toBeGreaterThan(100_000)
  expect((most - least) / 1e6).toBeLessThan(150)
})
