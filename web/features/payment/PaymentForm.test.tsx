// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { queryClient } from '#web/lib/api/query-client.ts'
import { roomsQuery } from '#web/lib/config/rooms.ts'
import { setTestConfig } from '#web/lib/config/test-config.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { type PaymentQuote, validatePayment } from './payment-quote.ts'

const rubles = (decimal: string) => parseDecimal(decimal, 'RUB')
const ACCOUNT = { accountId: 'a1', currency: 'RUB', exchange: undefined, holdsMs: 60_000 } as const

/** The form of a payment from an account of 9 000 roubles. */
function Form({ asked, typed }: { readonly asked: PaymentQuote['asked']; readonly typed: string }) {
  useState(() => {
    setTestConfig()
    queryClient.setQueryDefaults(profileQuery.queryKey, { enabled: false })
    queryClient.setQueryDefaults(roomsQuery.queryKey, { enabled: false })
  })
  const quote: PaymentQuote = { id: 'q1', seller: 'Пекарня', asked, fee: rubles('0.00'), accounts: [ACCOUNT] }
  return (
    <PaymentForm
      quote={quote}
      account={ACCOUNT}
      onChoose={() => undefined}
      accountField={() => null}
      typed={typed}
      onTyped={() => undefined}
      readiness={validatePayment(quote, ACCOUNT, { balance: rubles('9000.00'), typed })}
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
