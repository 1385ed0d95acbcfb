// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import type { Currency } from '#money/currency'
import { renderPage } from '#web/ui/test-page.tsx'
import { AmountInput } from './AmountInput.tsx'
import { groupAmount, plainAmount, readPastedAmount } from './amount-text.ts'

function Form({ currency, start }: { readonly currency: Currency; readonly start: string }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <AmountInput aria-label="amount" currency={currency} value={value} onValueChange={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('50000.00')}>
        max
      </button>
    </>
  )
}

async function amountForm(currency: Currency = 'RUB', start = '') {
  const { person } = await renderPage(<Form currency={currency} start={start} />)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'amount' })
  return { person, input, value: () => document.querySelector('output')?.textContent }
}

describe('typing an amount', () => {
  test('shows groups and a dot, keeps the plain decimal', async () => {
    const { person, input, value } = await amountForm()
    await person.type(input, '1234567.5')
    expect(input.value).toBe('1\u00a0234\u00a0567.5')
    expect(value()).toBe('1234567.5')
  })

  test.each([',', 'б', 'ю'])('takes %s as the dot', async (separator) => {
    const { person, input, value } = await amountForm()
    await person.type(input, `12${separator}34`)
    expect(input.value).toBe('12.34')
    expect(value()).toBe('12.34')
  })

  test('a dot at the end is kept while more may follow', async () => {
    const { person, input, value } = await amountForm()
    await person.type(input, '12.')
    expect(input.value).toBe('12.')
    expect(value()).toBe('12')
  })

  test('takes two decimals and no letters', async () => {
    const { person, input, value } = await amountForm()
    await person.type(input, '1a2.3456')
    expect(value()).toBe('12.34')
  })

  test('takes no decimals where the currency has none', async () => {
    const { person, input, value } = await amountForm('JPY')
    await person.type(input, '12.5')
    expect(value()).toBe('125')
  })

  test('takes twelve digits before the dot and not one more', async () => {
    const { person, input, value } = await amountForm()
    await person.type(input, '1234567890123')
    expect(value()).toBe('123456789012')
  })

  test('shows what is set from outside', async () => {
    const { person, input, value } = await amountForm('RUB', '1234.5')
    expect(input.value).toBe('1\u00a0234.5')
    await person.click(screen.getByRole('button', { name: 'max' }))
    expect(input.value).toBe('50\u00a0000.00')
    expect(value()).toBe('50000.00')
  })

  test('can be emptied', async () => {
    const { person, input, value } = await amountForm('RUB', '12')
    await person.clear(input)
    expect(input.value).toBe('')
    expect(value()).toBe('')
  })
})

describe('pasting an amount', () => {
  test.each([
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234', '1234'],
    ['1.234', '1234'],
    ['1 234,50 руб.', '1234.50'],
    ['₽ 1 234,56', '1234.56'],
    ['1,234,567', '1234567'],
    ['12,5', '12.5'],
    ['$1,234,567.89', '1234567.89'],
  ])('%s is %s', async (text, plain) => {
    const { person, input, value } = await amountForm()
    await person.click(input)
    await person.paste(text)
    expect(value()).toBe(plain)
    expect(input.value).toBe(groupAmount(plain))
  })

  test.each([
    ['0,123', '0.123'],
    ['1234.567', '1234.567'],
    ["1'234.50", '1234.50'],
    ['1.999', '1999'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['.5', '0.5'],
    ['сумма', ''],
    ['-500,00 ₽', '500.00'],
    ['1e3', ''],
    ['0x10', ''],
    ['12.34.56', ''],
    ['1.234.56', ''],
    ['1,234,56', ''],
    ['12.34.567', ''],
    ['1,234.56,78', ''],
    ['1,234.567,890', ''],
    ['1e+3', ''],
    ['1.5e-7', ''],
    ['1е3', ''],
    ['100\t200', '100'],
    ['1,234,567.891', '1234567.891'],
    ['1.234.567,8', '1234567.8'],
    ['12,34,567.5', '1234567.5'],
    ['0.123', '0.123'],
    ['1,23,456', '123456'],
    ['1,2,345,67', ''],
    ['500 – 600', '500'],
  ])('reads %s as %s', (text, plain) => {
    expect(readPastedAmount(text, 'RUB')).toBe(plain)
  })

  test('a dot before three digits is the decimal one of a currency that has so many decimals; the field takes two, as of what is typed', async () => {
    expect(readPastedAmount('1.999', 'USDC')).toBe('1.999')
    expect(readPastedAmount('1,999', 'USDC')).toBe('1999')
    const { person, input, value } = await amountForm('USDC')
    await person.click(input)
    await person.paste('1.999')
    expect(value()).toBe('1.99')
    await person.clear(input)
    await person.type(input, '1.999')
    expect(value()).toBe('1.99')
  })
})

test.each([
  ['1\u00a0234.', '1234'],
  ['007', '7'],
  ['0.50', '0.50'],
  ['.', ''],
])('the plain decimal of %s is %s', (shown, plain) => {
  expect(plainAmount(shown)).toBe(plain)
})
