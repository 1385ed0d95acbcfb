import { describe, expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { withoutHalf } from '#web/features/history/statement/use-statement.ts'
import { groupByDay, joinLegs, labelKeyOf, readPage, type Transaction } from './transactions.ts'

function line(id: string, createdAt: string): Transaction {
  return {
    id,
    operationId: id,
    accountId: 'account',
    kind: 'topup',
    direction: 'in',
    isInBalance: true,
    repeat: 'topup',
    amount: parseDecimal('1.00', 'RUB'),
    fee: parseDecimal('0.00', 'RUB'),
    status: 'выполнено',
    state: 'complete',
    description: 'Пополнение счета',
    createdAt,
  }
}

describe('the label of a transaction', () => {
  test.each([
    ['-0.01', 'tx.label.withdrawal'],
    ['0.00', 'tx.label.operation'],
    ['0.01', 'tx.label.topup'],
  ] as const)('of %s is %s', (amount, key) => {
    expect(labelKeyOf(parseDecimal(amount, 'USD'))).toBe(key)
  })
})

test('a page is read with signed amounts; an unknown currency is left out', () => {
  const wire = {
    id: '1',
    operation_id: '1',
    account_id: '2',
    kind: 'withdrawal',
    direction: 'out' as const,
    in_balance: true,
    repeat: 'withdrawal' as const,
    amount: '-12500.00',
    fee: '0.00',
    currency_code: 'RUB',
    status: 'completed',
    state: 'complete' as const,
    description: 'Card •• 4821',
    category: 'default',
    created_at: '2026-11-20T14:05:00.000Z',
  }
  const page = readPage({ status: 'ok', results: [wire, { ...wire, currency_code: 'XAU' }], next_cursor: 'next' })
  expect(page.nextCursor).toBe('next')
  expect(page.transactions.map(({ amount }) => amount)).toEqual([parseDecimal('-12500.00', 'RUB')])
})

test('lines of one day are grouped under one heading, in their order', () => {
  const groups = groupByDay(
    [line('3', '2026-11-20T09:00Z'), line('2', '2026-11-20T08:00Z'), line('1', '2026-11-19T23:00Z')],
    (instant) => instant.slice(0, 10),
  )
  expect(groups.map(({ head, transactions }) => [head, transactions.map(({ id }) => id)])).toEqual([
    ['2026-11-20', ['3', '2']],
    ['2026-11-19', ['1']],
  ])
  expect(groupByDay([], () => '')).toEqual([])
})

describe('the legs of an exchange', () => {
  const leg = (operationId: string, amount: string, currency: 'RUB' | 'EUR'): Transaction => ({
    ...line(`${operationId}.${currency}`, '2026-11-20T08:00Z'),
    operationId,
    direction: 'own',
    amount: parseDecimal(amount, currency),
  })
  const [came, went] = [leg('1', '4.00', 'EUR'), leg('1', '-400.00', 'RUB')]
  const other = leg('2', '5.00', 'EUR')

  test('that are neighbours become one transaction: the credit, with the debit inside', () => {
    expect(joinLegs([line('3', '2026-11-20T09:00Z'), came, went, other, leg('2', '-500.00', 'RUB')])).toEqual([
      line('3', '2026-11-20T09:00Z'),
      { ...came, given: went },
      { ...other, given: leg('2', '-500.00', 'RUB') },
    ])
  })

  test('stay apart when the other leg is on another account', () => {
    expect(joinLegs([came, other])).toEqual([came, other])
    expect(joinLegs([])).toEqual([])
  })

  test('are hidden when the other leg is on the next page', () => {
    expect(withoutHalf([other, leg('2', '-500.00', 'RUB'), came])).toHaveLength(2)
    expect(withoutHalf([came])).toEqual([])
    expect(withoutHalf([])).toEqual([])
    expect(withoutHalf([came, went])).toEqual([came, went])
    const last = line('3', '2026-11-20T07:00Z')
    expect([withoutHalf([last]), withoutHalf([came, went, last])]).toEqual([[last], [came, went, last]])
  })
})
