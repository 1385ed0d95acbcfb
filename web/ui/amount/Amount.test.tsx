// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { CATALOGUES } from '#texts/texts'
import { translate } from '#texts/translate'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import type { Translate } from '#web/lib/texts/texts.tsx'
import { renderPage } from '#web/ui/test-page.tsx'
import { Amount } from './Amount.tsx'
import { spokenAmount } from './spoken-amount.ts'

const debit = parseDecimal('-1234.56', 'RUB')

describe('an amount', () => {
  test.each([
    ['balance', 'ru', '₽\u00a01\u00a0234,56'],
    ['plain', 'en', '₽1,234.56'],
    ['signed', 'ru', '+1\u00a0234,56\u00a0₽'],
  ] as const)('as %s in %s is printed %s', async (variant, language, text) => {
    await renderPage(<Amount of={parseDecimal('1234.56', 'RUB')} variant={variant} />, { language })
    expect(document.querySelector('[aria-hidden]')?.textContent).toBe(text)
  })

  test('behind its code keeps the code in sight and in its name, hidden or not', async () => {
    const { container } = await renderPage(<Amount of={parseDecimal('21860.02', 'USD')} variant="coded" />)
    expect(container.textContent).toMatch(/^USD\u00a021\u00a0860,02.*доллар/)
    setAmountsHidden(true)
    expect(await screen.findByText('••••')).toBeTruthy()
    expect(container.textContent).toMatch(/^USD\u00a0••••/)
  })

  test('is read with the name of its currency', async () => {
    await renderPage(<Amount of={debit} variant="signed" />)
    expect(screen.getByText(/^минус 1\s234,56 рубля$/)).toBeTruthy()
  })

  test('hidden shows neither figures nor sign, to the eye or the ear', async () => {
    const { container } = await renderPage(<Amount of={debit} variant="signed" />)
    setAmountsHidden(true)
    expect(await screen.findByText('••••')).toBeTruthy()
    expect(screen.getByText('сумма скрыта')).toBeTruthy()
    expect(container.textContent).not.toMatch(/[0-9−-]/)
    expect(container.querySelector('[class*=debit]')).toBeNull()
  })

  test('that is about to be moved stays in sight', async () => {
    await renderPage(<Amount of={debit} isAlwaysShown />)
    setAmountsHidden(true)
    expect(screen.queryByText('••••')).toBeNull()
    expect(screen.getByText('−1 234,56 ₽')).toBeTruthy()
  })
})

describe('an amount in words', () => {
  test.each([
    ['12500.00', 'RUB', 'ru', '12 500 рублей'],
    ['1.00', 'RUB', 'ru', '1 рубль'],
    ['1000000000000000000002.00', 'RUB', 'ru', '1 000 000 000 000 000 000 002 рубля'],
    ['0.50', 'USD', 'ru', '0,50 доллара'],
    ['1.00', 'GBP', 'en', '1 pound'],
    ['1.50', 'GBP', 'en', '1.50 pounds'],
    ['-100.00', 'GBP', 'en', 'minus 100 pounds'],
    ['999999999999.99', 'USD', 'en', '999,999,999,999.99 US dollars'],
    ['0.123456', 'USDC', 'en', '0.123456 USDC'],
    ['5000', 'JPY', 'en', '5,000 yen'],
  ] as const)('%s %s in %s is "%s"', (decimal, currency, language, words) => {
    const catalogue = CATALOGUES[language]
    const t: Translate = (key, parameters) => translate(catalogue, language, key, parameters)
    expect(spokenAmount(t, parseDecimal(decimal, currency), language).replaceAll('\u00a0', ' ')).toBe(words)
  })
})
