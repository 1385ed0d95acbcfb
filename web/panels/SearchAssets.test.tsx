// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FeatureFlag } from '#contract/config'
import { parseDecimal } from '#money/amount'
import { CURRENCY_CODES, type Currency } from '#money/currency'
import { parseRate } from '#money/rate'
import type { Language } from '#texts/languages'
import { ratesQuery } from '#web/features/exchange/queries.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { setTestConfig } from '#web/lib/config/test-config.ts'
import { openPanel, usePanels } from '#web/lib/page/panels.ts'
import { sessionStore, setAmountsHidden, setDisplayCurrency } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import SearchAssets from './SearchAssets.tsx'

const RATES: readonly (readonly [Currency, Currency, string])[] = [
  ['RUB', 'USD', '0.0125'],
  ['USD', 'RUB', '80'],
  ['RUB', 'UZS', '150'],
  ['USD', 'UZS', '12000'],
  ['USD', 'THB', '32'],
]

interface Given {
  /** `100.00 USD`. */
  readonly balances: readonly string[]
  readonly off?: readonly FeatureFlag[]
}

/** What the server would have answered, in the cache before anything asks for it. */
function Answered({ given: { balances, off = [] }, children }: { readonly given: Given; readonly children: ReactNode }) {
  useState(() => {
    queryClient.setQueryData(
      accountsQuery.queryKey,
      balances.map((balance) => {
        const [decimal = '', code = ''] = balance.split(' ')
        return { id: code, balance: parseDecimal(decimal, CURRENCY_CODES.find((one) => one === code) ?? 'RUB') }
      }),
    )
    queryClient.setQueryData(ratesQuery.queryKey, {
      issuedAt: '2026-11-20T14:05:00.000Z',
      expiresAt: '2026-11-20T14:06:00.000Z',
      quotes: RATES.flatMap(([from, to, out]) => {
        const rate = parseRate(from, to, '1', out)
        return rate ? [{ id: `${from}-${to}`, rate }] : []
      }),
    })
    setTestConfig({ off })
  })
  return children
}

async function opened(given: Given, language: Language = 'ru') {
  openPanel('assets')
  return renderPage(
    <Answered given={given}>
      <SearchAssets />
    </Answered>,
    { language },
  )
}

function row(code: string): HTMLInputElement {
  return screen.getByRole('radio', { name: new RegExp(`^${code}\\b`) })
}

function rowText(code: string): string {
  return (row(code).closest('label')?.textContent ?? '').replaceAll('\u00a0', ' ')
}

beforeEach(() => {
  setDisplayCurrency('RUB')
})

describe('the panel of total assets', () => {
  test('has the chosen currency first and the fifteen others in the order of their table, each with its name and the total', async () => {
    await opened({ balances: ['1000.00 RUB', '10.00 USD'] })
    const codes = screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))
    expect(codes).toEqual(['RUB', ...CURRENCY_CODES.filter((code) => code !== 'RUB')])
    expect(codes).toHaveLength(16)
    expect(rowText('RUB')).toContain('RUB 1 800,00')
    expect(rowText('USD')).toContain('USD 22,50')
    expect(rowText('UZS')).toContain('UZS 270 000,00')
    expect(rowText('UZS')).toContain('Узбекский сум')
    expect(row('RUB').checked).toBe(true)
  })

  test('names an account that is not in a total, and has nothing to choose where there is no rate at all', async () => {
    await opened({ balances: ['1000.00 RUB', '10.00 USD'] })
    expect(rowText('THB')).toContain('THB 320,00')
    expect(rowText('THB')).toContain('Нет курса для RUB: сумма без этого счета')
    expect(row('THB').disabled).toBe(false)
    expect(rowText('KZT')).toContain('Нет курса')
    expect(rowText('KZT')).not.toMatch(/\d/)
    expect(row('KZT').disabled).toBe(true)
  })

  test('keeps the choice and closes', async () => {
    const { person } = await opened({ balances: ['1000.00 RUB'] })
    await person.click(row('UZS'))
    expect(sessionStore.getState().displayCurrency).toBe('UZS')
    expect(usePanels.getState().open).toBeUndefined()
    expect(window.localStorage.getItem('wallet.display_currency')).toBe('UZS')
  })

  test('closes on what was chosen before as well, and changes nothing', async () => {
    const { person } = await opened({ balances: ['1000.00 RUB'] })
    await person.click(row('RUB'))
    expect(sessionStore.getState().displayCurrency).toBe('RUB')
    expect(usePanels.getState().open).toBeUndefined()
  })

  test('is walked by the arrows without closing, past what cannot be chosen; Enter closes it', async () => {
    const { person } = await opened({ balances: ['1000.00 RUB'] })
    row('RUB').focus()
    await person.keyboard('{ArrowDown}')
    expect(sessionStore.getState().displayCurrency).toBe('USD')
    await person.keyboard('{ArrowDown}')
    expect(sessionStore.getState().displayCurrency).toBe('UZS')
    expect(usePanels.getState().open).toBe('assets')
    await person.keyboard('{Enter}')
    expect(usePanels.getState().open).toBeUndefined()
  })

  test.each([
    ['ru', 'Поиск', 'грузин', 'Найдено 2 варианта', 'По запросу «usdx» ничего не нашлось', 'Очистить поиск'],
    ['en', 'Search', 'Georgi', '2 results', 'Nothing found for "usdx"', 'Clear search'],
  ] as const)(
    'finds a currency by code or name, says how many and when there is none, and is cleared (%s) [SearchAssets-1]',
    async (language, label, name, two, none, clear) => {
      const { person } = await opened({ balances: ['1000.00 RUB'] }, language)
      const found = () => screen.queryAllByRole('radio').map((radio) => radio.getAttribute('value'))
      const search = screen.getByRole('textbox', { name: label })
      await person.type(search, name)
      expect(found()).toEqual(['GEL'])
      await person.clear(search)
      await person.type(search, 'usd')
      expect(found()).toEqual(['USD', 'USDC'])
      expect(screen.getByText(two)).toBeTruthy()
      await person.type(search, 'x')
      expect(found()).toEqual([])
      expect(screen.getByText(none)).toBeTruthy()
      await person.click(screen.getByRole('button', { name: clear }))
      expect(found()).toHaveLength(16)
    },
  )

  test('hides what the person hides', async () => {
    await opened({ balances: ['1000.00 RUB'] })
    const list = within(screen.getByRole('group', { name: 'Отображение общих активов в' }))
    expect(list.getByText('1 000,00')).toBeTruthy()
    setAmountsHidden(true)
    expect(await list.findAllByText('••••')).toHaveLength(3)
    expect(list.queryByText(/[0-9]/)).toBeNull()
    expect(rowText('RUB')).toContain('RUB ••••')
  })

  test('switched off by the operator can be read and not chosen from, and totals are in the brand’s currency', async () => {
    setDisplayCurrency('UZS')
    await opened({ balances: ['1000.00 RUB'], off: ['display_currency'] })
    expect(screen.getByText('Отображение в другой валюте: временно недоступно')).toBeTruthy()
    expect(rowText('UZS')).toContain('UZS 150 000,00')
    for (const radio of screen.getAllByRole<HTMLInputElement>('radio')) expect(radio.disabled).toBe(true)
    expect(row('RUB').checked).toBe(true)
  })
})
