// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Currency } from '#money/currency'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { RatesCard } from './RatesCard.tsx'
import { TEST_RATES } from './test-rates.ts'

withTestServer(TEST_RATES)

test.each<[Currency | undefined, string, string]>([
  [undefined, '1 USD = 80,00 RUB', '/exchange?currencyCode=RUB&toCurrencyCode=USD'],
  ['USD', '1 USD = 79,00 RUB', '/exchange?currencyCode=USD&toCurrencyCode=RUB'],
  ['EUR', '1 USD = 80,00 RUB', '/exchange?currencyCode=RUB&toCurrencyCode=USD'],
])("when the form gives %s, the dollar row shows that direction's rate and links to it", async (given, rate, place) => {
  await renderPage(<RatesCard currencies={['RUB', 'USD']} base="RUB" given={given} />)
  const row = await screen.findByRole('link', { name: new RegExp(rate.replaceAll(' ', '\\s')) })
  expect(row.getAttribute('href')).toBe(place)
})
