// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import type { Transaction } from '#web/features/history/list/transactions.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { useReceiptPicture } from './use-receipt-file.ts'

withTestServer({
  status: 'ok',
  first_name: 'Анна',
  last_name: 'Смирнова',
  phone: '79123456789',
  email: 'anna@mail.example',
  registered_at: '2026-03-07T14:05:00.000Z',
  identification_level: { name: 'базовый', ask_for_next: false },
  active_identification: null,
  is_withdrawal_allowed: true,
  is_topup_allowed: true,
  limits: [],
  missing_consents: [],
  has_pin: true,
})

function line(amount: string, fee = '0.00'): Transaction {
  return {
    id: '1',
    operationId: 'operation-1',
    accountId: 'account',
    kind: 'withdrawal',
    direction: amount.startsWith('-') ? 'out' : 'in',
    isInBalance: true,
    repeat: 'withdrawal',
    amount: parseDecimal(amount, 'RUB'),
    fee: parseDecimal(fee, 'RUB'),
    status: 'выполнено',
    state: 'complete',
    description: 'Карта •• 4821',
    createdAt: '2026-03-07T14:05:00.000Z',
  }
}

function Rows({ transaction }: { readonly transaction: Transaction }) {
  const { amount, tone, rows, foot } = useReceiptPicture(transaction)
  return (
    <>
      <ul>
        {rows.map(({ label, value }) => (
          <li key={label}>{`${label}: ${value}`}</li>
        ))}
      </ul>
      <p>{foot}</p>
      <p>{`${tone} ${amount}`}</p>
    </>
  )
}

test('the picture of a debit names the payer, the fee and the contact of the support', async () => {
  await renderPage(<Rows transaction={line('-501.50', '1.50')} />)
  expect(await screen.findByText('Плательщик: Анна Смирнова')).toBeTruthy()
  expect(screen.getByText(/^Комиссия: 1,50.₽$/)).toBeTruthy()
  expect(screen.getByText(/^Поддержка: \+7/)).toBeTruthy()
})

test('the picture says that there was no fee, and for a credit names no payer', async () => {
  await renderPage(<Rows transaction={line('-500.00')} />)
  expect(await screen.findByText('Комиссия: Без комиссии')).toBeTruthy()
  await renderPage(<Rows transaction={line('500.00')} />)
  expect(screen.getByText('Номер операции: operation-1')).toBeTruthy()
  expect(screen.queryByText(/^(Плательщик|Комиссия)/)).toBeNull()
})

test('the picture leaves out a description that only repeats the label', async () => {
  await renderPage(<Rows transaction={line('500.00')} />)
  expect(await screen.findByText(/^Описание: Карта/)).toBeTruthy()
  await renderPage(<Rows transaction={{ ...line('500.00'), description: 'Пополнение счета' }} />)
  expect(await screen.findByText('Статус: выполнено')).toBeTruthy()
  expect(screen.queryByText(/^Описание/)).toBeNull()
})

test('the picture of an unpaid top-up has an amount without sign and colour', async () => {
  await renderPage(<Rows transaction={{ ...line('500.00'), state: 'pending', isInBalance: false }} />)
  expect(await screen.findByText(/^open 500,00\s₽$/)).toBeTruthy()
  await renderPage(<Rows transaction={line('500.00')} />)
  expect(screen.getByText(/^credit \+500,00\s₽$/)).toBeTruthy()
})
