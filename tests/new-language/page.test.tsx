// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { brand } from '#brands/stater/brand'
import { formatBalance, formatMoney } from '#money/format'
import { money } from '#money/money'
import { rateText } from '#money/rate-text'
import type { Language } from '#texts/languages'
import { LanguageSwitch } from '#web/features/auth/LanguageSwitch.tsx'
import { loadCatalogue } from '#web/lib/texts/catalogues.ts'
import { formatDay } from '#web/lib/texts/format.ts'
import { formatFullDay, formatMonth } from '#web/lib/texts/seldom-formats.ts'
import { AmountInput } from '#web/ui/amount/AmountInput.tsx'
import { countryName } from '#web/ui/phone/country-names.ts'
import { startPhone } from '#web/ui/phone/phone.ts'
import { renderPage } from '#web/ui/test-page.tsx'

const SPANISH: Language = 'es'
const NBSP = '\u00a0'

test('its dictionary is loaded, every text of it', async () => {
  const texts = Object.values(await loadCatalogue(SPANISH, 'nobody'))
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.filter((text) => !text.includes('es:'))).toEqual([])
})

test('numbers, money, days and countries are written as it writes them', () => {
  expect(formatMoney(money('EUR', 123_450n), SPANISH)).toBe(`1.234,50${NBSP}€`)
  expect(formatBalance(money('EUR', 123_450n), SPANISH)).toBe(`€${NBSP}1.234,50`)
  const rate = { from: 'USD', to: 'IDR', numerator: 166_005n, denominator: 10n } as const
  expect(rateText(rate, SPANISH).rate).toBe('16.601')
  const context = { language: SPANISH, now: new Date('2026-11-20T12:00:00Z'), timeZone: 'UTC' }
  expect(formatDay('2026-03-07T12:00:00Z', context)).toBe('7 de marzo')
  expect(formatDay('2024-03-07T12:00:00Z', context)).toBe('7 de marzo de 2024')
  expect(formatFullDay('2026-03-07T12:00:00Z', context)).toBe('7 de marzo de 2026')
  expect(formatMonth(new Date('2026-03-07T12:00:00Z'), context)).toBe('marzo de 2026')
  expect(countryName('DE', SPANISH)).toBe('Alemania')
  expect(startPhone(brand.phone, SPANISH).iso).toBe('ES')
})

test('it is offered by its own name, and amounts are typed with its marks', async () => {
  const { person } = await renderPage(
    <>
      <LanguageSwitch />
      <AmountInput currency="EUR" value="1234.5" onValueChange={() => undefined} aria-label="amount" />
    </>,
    { language: 'en' },
  )
  await person.click(screen.getByRole('button', { name: 'Español' }))
  expect(screen.getByRole('textbox', { name: 'amount' })).toHaveProperty('value', '1.234,5')
  expect(screen.getByRole('button', { name: 'English' })).toBeDefined()
})
