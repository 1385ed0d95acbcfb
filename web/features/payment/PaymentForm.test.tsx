// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { money } from '#money/money'
import { parseRate } from '#money/rate'
import { queryClient } from '#web/lib/api/query-client.ts'
import { roomsQuery } from '#web/lib/config/rooms.ts'
import { setTestConfig } from '#web/lib/config/test-config.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { type PayingAccount, type PaymentQuote, validatePayment } from './payment-quote.ts'

const rubles = (decimal: string) => parseDecimal(decimal, 'RUB')
const ACCOUNT = { accountId: 'a1', currency: 'RUB', exchange: undefined, holdsMs: 60_000 } as const

interface FormProps {
  readonly asked: PaymentQuote['asked']
  readonly typed: string
  readonly account?: PayingAccount
}

/** The form of a payment from an account of 9 000 roubles. */
function Form({ asked, typed, account = ACCOUNT }: FormProps) {
  useState(() => {
    setTestConfig()
    queryClient.setQueryDefaults(profileQuery.queryKey, { enabled: false })
    queryClient.setQueryDefaults(roomsQuery.queryKey, { enabled: false })
  })
  const fee = money('amount' in asked ? asked.amount.currency : asked.min.currency, 0n)
  const quote: PaymentQuote = { id: 'q1', seller: 'Пекарня', asked, fee, accounts: [account] }
  return (
    <PaymentForm
      quote={quote}
      account={account}
      onChoose={() => undefined}
      accountField={() => null}
      typed={typed}
      onTyped={() => undefined}
      readiness={validatePayment(quote, account, { balance: rubles('9000.00'), typed })}
      secondsLeft={60}
      isChanged={false}
      refused={undefined}
      onSubmit={() => undefined}
    />
  )
}

/** The server's answer: so much is left of the day's limit for payments. */
function setRest(rest: string): void {
  const none = { at_once: '0.00', caps: [] }
  const payment = { at_once: rest, caps: [{ per: 'day' as const, most: '8000.00', rest }] }
  act(() => {
    queryClient.setQueryData(roomsQuery.queryKey, {
      status: 'ok',
      levels: [],
      rooms: [{ currency_code: 'RUB', topup: none, withdrawal: none, payment, sending: none, receiving: none }],
    })
  })
}

const payButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Оплатить/ })

test.each([
  [{ amount: rubles('5000.00') }, ''],
  [{ min: rubles('10.00'), max: rubles('6000.00') }, '5000.00'],
] as const)('a payment above what is left of the day is refused before the PIN', async (asked, typed) => {
  await renderPage(<Form asked={asked} typed={typed} />)
  setRest('5000.00')
  expect(payButton().disabled).toBe(false)
  setRest('4999.99')
  expect(await screen.findByText(/Максимум 8\s000,00\s₽, осталось 4\s999,99\s₽/)).toBeTruthy()
  expect(payButton().disabled).toBe(true)
})

test.each([
  ['50.00', 'Оплатить 5 000,00 ₽', false],
  ['100.00', 'Оплатить 10 000,00 ₽', true],
])('with a price of %s euros the button names the roubles that leave the account', async (price, name, isDisabled) => {
  const rate = parseRate('RUB', 'EUR', '1', '0.01')
  if (!rate) throw new Error('Not a rate')
  const account: PayingAccount = { ...ACCOUNT, exchange: { rateId: 'r1', rate } }
  await renderPage(<Form asked={{ amount: parseDecimal(price, 'EUR') }} typed="" account={account} />)
  expect(payButton().textContent?.replaceAll('\u00a0', ' ')).toBe(name)
  expect(payButton().disabled).toBe(isDisabled)
  expect(screen.getByText(`${price.replace('.', ',')} €`)).toBeTruthy()
  // Terms are shown with their rate only where the account can pay them.
  expect(screen.queryAllByText('1 EUR = 100,00 RUB')).toHaveLength(isDisabled ? 0 : 1)
})
