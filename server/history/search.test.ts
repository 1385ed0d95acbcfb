import { expect, test } from 'vitest'
import { legTextsOf } from '#contract/operation-legs'
import { parseDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { CATALOGUES } from '#texts/texts'
import { translate } from '#texts/translate'
import type { Line } from './history.ts'
import { type Criteria, compareSize, inOrder, matching, type Reading, readWords } from './search.ts'

function line(amount: string, currency: Currency, told: Partial<Line> = {}): Line {
  const isOut = amount.startsWith('-')
  const kind = told.kind ?? (isOut ? 'withdrawal' : 'topup')
  return {
    id: '1',
    operationId: '1',
    leg: 0,
    accountId: 'a',
    kind,
    state: 'complete',
    status: 'transaction.state.complete',
    amount: parseDecimal(amount, currency),
    fee: parseDecimal('0', currency),
    direction: legTextsOf(kind, isOut).direction,
    isInBalance: true,
    repeat: null,
    description: isOut
      ? { key: 'transaction.description.withdrawal_card', parameters: { last: '4821' } }
      : { key: 'transaction.description.topup', parameters: {} },
    note: undefined,
    createdAt: new Date(0),
    ...told,
  }
}

const reading = (language: 'ru' | 'en'): Reading => ({
  language,
  t: (key, parameters) => translate(CATALOGUES[language], language, key, parameters),
})
const finds = (lines: readonly Line[], criteria: Criteria, language: 'ru' | 'en' = 'ru') =>
  matching(lines, criteria, reading(language)).length
const asks = (q: string) => ({ words: readWords(q) })

test.each([
  ['кофе', [{ text: 'кофе' }]],
  ['  Чай  Ёлка ', [{ text: 'чай' }, { text: 'елка' }]],
  ['1 234,56', [{ text: '1 234,56', amount: '1234.56' }]],
  ['1\u00a0234,56\u00a0₽', [{ text: '1 234,56', amount: '1234.56' }, { text: '₽' }]],
  ['кофе 1 234,56', [{ text: 'кофе' }, { text: '1 234,56', amount: '1234.56' }]],
  ['-$1,234.56', [{ text: '-$1,234.56', amount: '1234.56' }]],
  ['1234.56', [{ text: '1234.56', amount: '1234.56' }]],
  ['1,234', [{ text: '1,234', amount: '1234' }]],
  ['1,23', [{ text: '1,23', amount: '1.23' }]],
  ['0.123456', [{ text: '0.123456', amount: '0.123456' }]],
  ['12,34,56', [{ text: '12,34,56' }]],
  ['4821a', [{ text: '4821a' }]],
])('the words of %j', (question, words) => {
  expect(readWords(question)).toEqual(words)
})

test.each([
  '1 234,56',
  '1234.56',
  '1234,56',
  '−1 234,56 ₽',
  '1,234.56',
  '1234',
  'вывод 1234',
  '4821',
  '•• 4821',
  'Карта',
  'ВЫВОД рубль',
])('a withdrawal of 1234.56 roubles to a card is found by %j', (question) => {
  expect(finds([line('-1234.56', 'RUB')], asks(question))).toBe(1)
})

test.each(['1234.5', '1235', '234', '34,56', '4822', 'Card', 'пополнение', 'евро', 'вывод 4822'])('nor by %j', (question) => {
  expect(finds([line('-1234.56', 'RUB')], asks(question))).toBe(0)
})

test('an operation is found by its whole number, with its check digit or without, and not by a part of it', () => {
  const numbered = line('-5.00', 'RUB', { operationId: '0197c5a4-39a9-7749-b768-05e0dc38ed66' })
  for (const question of ['250701-DC38ED66C', '250701-dc38ed66c', '250701-DC38ED66', 'вывод 250701DC38ED66C']) {
    expect([question, finds([numbered], asks(question))]).toEqual([question, 1])
  }
  for (const question of ['250701', 'DC38ED66', '250701-DC38ED66D', '250710-DC38ED66C']) {
    expect([question, finds([numbered], asks(question))]).toEqual([question, 0])
  }
})

test('an amount is found with and without its fee; a sender’s message is found, and so are texts in the reader’s language', () => {
  const withFee = line('-101.50', 'USD', { fee: parseDecimal('1.50', 'USD') })
  expect([asks('100'), asks('101.50'), asks('1.50')].map((criteria) => finds([withFee], criteria))).toEqual([1, 1, 0])
  const noted = line('5.00', 'USD', { note: 'За Кофе' })
  expect(finds([noted], asks('кофе'))).toBe(1)
  expect([finds([noted], asks('top up'), 'en'), finds([noted], asks('top up'), 'ru')]).toEqual([1, 0])
})

test('words may match either line of an exchange, and both lines are found; amount bounds apply to each line', () => {
  const own = {
    kind: 'exchange',
    description: { key: 'transaction.description.exchange', parameters: { from: 'RUB', to: 'EUR' } },
  } as const
  const exchange = [line('4.00', 'EUR', { ...own, leg: 1 }), line('-400.00', 'RUB', own)]
  expect([asks('400'), asks('обмен 4.00 400'), asks('пополнение')].map((criteria) => finds(exchange, criteria))).toEqual([
    2, 2, 0,
  ])
  expect(finds(exchange, { amountMin: '100' })).toBe(1)
  expect([
    finds(exchange, { direction: 'in' }),
    finds(exchange, { direction: 'out' }),
    finds(exchange, { direction: 'own' }),
  ]).toEqual([1, 1, 2])
  expect(finds(exchange, { currency: 'EUR', ...asks('400') })).toBe(1)
})

test.each<[Criteria, number]>([
  [{ state: 'complete' }, 1],
  [{ state: 'failed' }, 0],
  [{ direction: 'out' }, 1],
  [{ direction: 'in' }, 0],
  [{ direction: 'own' }, 0],
  [{ currency: 'RUB' }, 1],
  [{ currency: 'USD' }, 0],
  [{ amountMin: '1234.56', amountMax: '1234.56' }, 1],
  [{ amountMin: '1234.57' }, 0],
  [{ amountMax: '1234.559999' }, 0],
  [{ accountId: 'a', kind: 'withdrawal', category: 'withdrawal' }, 1],
  [{ accountId: 'b' }, 0],
  [{ kind: 'topup' }, 0],
  [{ category: 'topup' }, 0],
  [{}, 1],
])('a withdrawal of 1234.56 roubles matches the bounds %j: %i', (criteria, count) => {
  expect(finds([line('-1234.56', 'RUB')], criteria)).toBe(count)
})

test('amounts are compared in the decimals of any currency', () => {
  expect(compareSize(parseDecimal('5', 'JPY'), '5.00')).toBe(0)
  expect(compareSize(parseDecimal('-0.000001', 'USDC'), '0.000002')).toBe(-1)
  expect(compareSize(parseDecimal('10.00', 'USD'), '9.999999')).toBe(1)
  expect([inOrder('10', '9.5'), inOrder('9.5', '10'), inOrder(undefined, '1')]).toEqual([
    ['9.5', '10'],
    ['9.5', '10'],
    [undefined, '1'],
  ])
})
