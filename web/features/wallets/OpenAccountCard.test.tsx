// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { setTestConfig } from '#web/lib/config/test-config.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { OpenAccountCard } from './OpenAccountCard.tsx'

const RUB = { id: 'rub', balance: parseDecimal('0.00', 'RUB') }
const USD = { id: 'usd', balance: parseDecimal('0.00', 'USD') }

/** The card under a server that offers four currencies. */
function Offered({ isOn = true, accounts = [RUB] }: { readonly isOn?: boolean; readonly accounts?: readonly (typeof RUB)[] }) {
  useState(() => setTestConfig({ account_currencies: ['RUB', 'USD', 'EUR', 'IDR'], off: isOn ? [] : ['account_create'] }))
  return <OpenAccountCard accounts={accounts} />
}

describe('another account', () => {
  test('is offered in the currencies of the specification, in its order; one that is there says so', async () => {
    await renderPage(<Offered />)
    const options = screen.getAllByRole<HTMLOptionElement>('option')
    expect(options.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
      'RUB · Счет в RUB уже есть',
      'USD · Доллар США',
      'EUR · Евро',
      'IDR · Индонезийская рупия',
    ])
    expect(options.map(({ disabled }) => disabled)).toEqual([true, false, false, false])
  })

  test('is opened on a screen of its own', async () => {
    const { person } = await renderPage(<Offered />)
    await person.selectOptions(screen.getByRole('combobox', { name: 'Валюта' }), 'EUR')
    expect(screen.getByRole('link', { name: 'Открыть счет' }).getAttribute('href')).toBe('/wallet/save?create=EUR')
  })

  test('cannot be created while the operator has it off, and says why', async () => {
    await renderPage(<Offered isOn={false} />)
    expect(screen.getByRole('button', { name: 'Открыть счет' })).toHaveProperty('disabled', true)
    expect(screen.getByText('Открытие счетов временно недоступно')).toBeTruthy()
  })

  test('is not offered to who has all', async () => {
    const all = [RUB, USD, { ...RUB, balance: parseDecimal('0.00', 'EUR') }, { ...RUB, balance: parseDecimal('0.00', 'IDR') }]
    await renderPage(<Offered accounts={all} />)
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(screen.queryByRole('heading')).toBeNull()
  })
})
