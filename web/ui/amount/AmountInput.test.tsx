// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import type { Currency } from '#money/currency'
import { parseAmount } from '#money/parse-amount'
import type { Language } from '#texts/languages'
import { setLanguage } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { AmountInput } from './AmountInput.tsx'
import { groupAmount, plainAmount, readAmount, whyUnread } from './amount-text.ts'

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

async function amountForm(currency: Currency = 'RUB', start = '', language: Language = 'ru') {
  const { person, container } = await renderPage(<Form currency={currency} start={start} />, { language })
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'amount' })
  const field = container.firstElementChild
  return {
    person,
    input,
    value: () => document.querySelector('output')?.textContent,
    /** What is seen in the field, the input in its place. */
    look: () => [...(field?.childNodes ?? [])].map((part) => part.textContent || input.value).join('|'),
  }
}

describe('an amount field looks like the money around it', () => {
  test.each([
    ['RUB', 'ru', '1\u00a0234,50|₽'],
    ['RUB', 'en', '₽|1,234.50'],
    ['USD', 'ru', '1\u00a0234,50|$'],
    ['USD', 'en', '$|1,234.50'],
    ['USDC', 'ru', '1\u00a0234,50|USDC'],
    ['USDC', 'en', '1,234.50|USDC'],
  ] as const)('%s in %s: %s', async (currency, language, look) => {
    const form = await amountForm(currency, '1234.50', language)
    expect(form.look()).toBe(look)
  })

  test('also after the language was changed', async () => {
    const { person, input, value, look } = await amountForm('USD', '', 'en')
    await person.type(input, '1234.5')
    expect(look()).toBe('$|1,234.5')
    await act(() => setLanguage('ru'))
    expect(look()).toBe('1\u00a0234,5|$')
    await person.type(input, '6')
    expect(look()).toBe('1\u00a0234,56|$')
    expect(value()).toBe('1234.56')
  })
})

describe('typing an amount', () => {
  test.each([
    ['ru', '1\u00a0234\u00a0567,5'],
    ['en', '1,234,567.5'],
  ] as const)('shows the groups and marks of the language (%s), keeps the plain decimal', async (language, shown) => {
    const { person, input, value } = await amountForm('USD', '', language)
    await person.type(input, '1234567.5')
    expect(input.value).toBe(shown)
    expect(value()).toBe('1234567.5')
  })

  test.each([
    ['ru', ',', '12,34'],
    ['ru', '.', '12,34'],
    ['ru', 'ю', '12,34'],
    ['en', ',', '12.34'],
    ['en', '.', '12.34'],
    ['en', 'б', '12.34'],
  ] as const)('in %s, %s begins the decimals', async (language, mark, shown) => {
    const { person, input, value } = await amountForm('USD', '', language)
    await person.type(input, `12${mark}34`)
    expect(input.value).toBe(shown)
    expect(value()).toBe('12.34')
  })

  test('a mark at the end is kept while more may follow, and there is only one', async () => {
    const { person, input, value } = await amountForm()
    await person.type(input, '12.')
    expect(input.value).toBe('12,')
    expect(value()).toBe('12')
    await person.type(input, ',.56')
    expect(input.value).toBe('12,56')
  })

  test.each([
    ['RUB', 'ru', '12．5', '12,5', '12.5'],
    ['RUB', 'ru', '12。5', '12,5', '12.5'],
    ['RUB', 'ru', '12，5', '12,5', '12.5'],
    ['RUB', 'ru', '12、5', '12,5', '12.5'],
    ['RUB', 'ru', '12٫5', '12,5', '12.5'],
    ['USD', 'en', '12٫5', '12.5', '12.5'],
    ['RUB', 'ru', '１２３４．５', '1\u00a0234,5', '1234.5'],
    ['RUB', 'ru', '١٢٣', '123', '123'],
    ['RUB', 'ru', '1 500', '1\u00a0500', '1500'],
    // What would close up to another number stays to be seen.
    ['JPY', 'ru', '12.5', '12.5', '12.5'],
    ['JPY', 'ru', '12,5', '12,5', '12.5'],
    ['JPY', 'en', '1234.56', '1,234.56', '1234.56'],
    ['RUB', 'ru', '12-50', '12-50', '12-50'],
    ['RUB', 'ru', '12=50', '12=50', '12=50'],
    ['RUB', 'ru', '12·5', '12·5', '12·5'],
    ['RUB', 'ru', '1/2', '1/2', '1/2'],
    ['RUB', 'ru', '10%', '10%', '10%'],
    ['RUB', 'ru', '12,5,6', '12,5,6', '12,5,6'],
    ['RUB', 'ru', '-50', '-50', '-50'],
    ['RUB', 'ru', '−50', '−50', '−50'],
    ['RUB', 'ru', '(50.00)', '(50.00)', '(50.00)'],
  ] as const)('%s in %s, %s shows %s and is %s', async (currency, language, typed, shown, plain) => {
    const { person, input, value } = await amountForm(currency, '', language)
    await person.type(input, typed)
    expect(input.value).toBe(shown)
    expect(value()).toBe(plain)
    if (shown === typed && /[^0-9,٫]/.test(plain)) expect(parseAmount(plain, currency).ok).toBe(false)
  })

  test('what is no amount is one again once it is mended', async () => {
    const { person, input, value } = await amountForm()
    await person.type(input, '12-')
    expect(value()).toBe('12-')
    await person.type(input, '{Backspace},50')
    expect(input.value).toBe('12,50')
    expect(value()).toBe('12.50')
  })

  test.each([
    ['1,000', '1,000', '1000'],
    ['1,234,567.89', '1,234,567.89', '1234567.89'],
    ['12,50', '12.50', '12.50'],
    ['12.505', '12.50', '12.50'],
  ])('in English %s shows %s: a comma before three digits groups', async (typed, shown, plain) => {
    const { person, input, value } = await amountForm('USD', '', 'en')
    await person.type(input, typed)
    expect(input.value).toBe(shown)
    expect(value()).toBe(plain)
  })

  test('a comma is forgotten once something else is put into the field', async () => {
    const { person, input, value } = await amountForm('USD', '', 'en')
    await person.type(input, '1,')
    await person.clear(input)
    await person.type(input, '1.005')
    expect(value()).toBe('1.00')
  })

  test('in Russian a third decimal is not taken, whatever the mark was', async () => {
    const { person, input, value } = await amountForm()
    await person.type(input, '1,000')
    expect(input.value).toBe('1,00')
    expect(value()).toBe('1.00')
  })

  test('takes two decimals and no letters [AmountInput-1]', async () => {
    const { person, input, value } = await amountForm()
    await person.type(input, '1a2.3456')
    expect(value()).toBe('12.34')
  })

  test('takes twelve digits before the dot and not one more', async () => {
    const { person, input, value } = await amountForm()
    await person.type(input, '1234567890123')
    expect(value()).toBe('123456789012')
  })

  test('shows what is set from outside', async () => {
    const { person, input, value } = await amountForm('RUB', '1234.5')
    expect(input.value).toBe('1\u00a0234,5')
    await person.click(screen.getByRole('button', { name: 'max' }))
    expect(input.value).toBe('50\u00a0000,00')
    expect(value()).toBe('50000.00')
  })

  test('can be emptied', async () => {
    const { person, input, value } = await amountForm('RUB', '12')
    await person.clear(input)
    expect(input.value).toBe('')
    expect(value()).toBe('')
  })
})

describe('the caret', () => {
  const at = (caret: number) => ({ initialSelectionStart: caret, initialSelectionEnd: caret })

  test.each([
    ['ru', '1\u00a0234,50', '19\u00a0234,50'],
    ['en', '1,234.50', '19,234.50'],
  ] as const)('stays behind a digit typed in the middle (%s)', async (language, before, after) => {
    const { person, input } = await amountForm('USD', '1234.50', language)
    expect(input.value).toBe(before)
    await person.type(input, '9', at(1))
    expect(input.value).toBe(after)
    expect(input.selectionStart).toBe(2)
    // A group more before the caret moves it along.
    await person.keyboard('88')
    expect(input.value).toBe(language === 'ru' ? '1\u00a0988\u00a0234,50' : '1,988,234.50')
    expect(input.selectionStart).toBe(5)
  })

  test('goes over the mark of a group as it goes over no digit', async () => {
    const { person, input } = await amountForm('USD', '1234.50', 'en')
    await person.type(input, '{Backspace}', at(2))
    expect([input.value, input.selectionStart]).toEqual(['1,234.50', 1])
    await person.keyboard('{Backspace}')
    expect([input.value, input.selectionStart]).toEqual(['234.50', 0])
  })

  test('stands behind the decimal mark that was typed in the middle', async () => {
    const { person, input, value } = await amountForm('USD', '1234', 'en')
    await person.type(input, ',', at(3))
    expect([input.value, input.selectionStart]).toEqual(['12.34', 3])
    expect(value()).toBe('12.34')
  })

  test('stands behind what was pasted', async () => {
    const { person, input } = await amountForm('USD', '50', 'en')
    await person.type(input, '{ArrowLeft}', at(0))
    await person.paste('1,234')
    expect([input.value, input.selectionStart]).toEqual(['123,450', 5])
  })
})

describe('pasting an amount', () => {
  test.each([
    ['1.234,50', '1,234.50'],
    ['1 234,5', '1,234.5'],
    ['1,234', '1,234'],
    ['12,5', '12.5'],
  ])('shows %s as %s in English', async (text, shown) => {
    const { person, input } = await amountForm('USD', '', 'en')
    await person.click(input)
    await person.paste(text)
    expect(input.value).toBe(shown)
  })

  test.each([
    ['ru', '1234.5', '1\u00a0234,5'],
    ['ru', '1,234.50', '1\u00a0234,50'],
    ['en', '1 234,50', '1,234.50'],
    ['en', '1,2345', '12,345'],
    ['en', '0,50', '0.50'],
  ] as const)('in %s, %s that a browser or a keyboard puts there shows as %s', async (language, text, shown) => {
    const { input } = await amountForm('USD', '', language)
    fireEvent.input(input, { target: { value: text } })
    expect(input.value).toBe(shown)
  })

  test.each([
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234', '1234'],
    ['1.234', '1234'],
    ['1 234,50 руб.', '1234.50'],
    ['₽ 1 234,56', '1234.56'],
    ['1,234,567', '1234567'],
    ['12,5', '12.5'],
    ['1,234,567.89 RUB', '1234567.89'],
    ['1\u200c500', '1500'],
    ['1\u00ad500', '1500'],
    ['1\u200e500,25', '1500.25'],
    ['\ufeff1500', '1500'],
    ['１２３４．５', '1234.5'],
    ['١٢٣٫٥', '123.5'],
    ['۱۲۳', '123'],
    ['१५००', '1500'],
    ['1２3', '123'],
    ['12．50', '12.50'],
    ['12，50', '12.50'],
  ])('%s is %s', async (text, plain) => {
    const { person, input, value } = await amountForm()
    await person.click(input)
    await person.paste(text)
    expect(value()).toBe(plain)
    expect(input.value).toBe(groupAmount(plain, 'ru'))
  })

  test.each([
    ['0,123', '0.123'],
    ['1234.567', '1234.567'],
    ["1'234.50", '1234.50'],
    ['1.999', '1999'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['.5', '0.5'],
    ['1,234,567.891', '1234567.891'],
    ['1.234.567,8', '1234567.8'],
    ['12,34,567.5', '1234567.5'],
    ['0.123', '0.123'],
    ['1,23,456', '123456'],
    ['1٬234٫5', '1234.5'],
    ['1٫234', '1.234'],
    ['  ', ''],
    ['1 500 руб.', '1500'],
    ['1 500,00 рублей', '1500.00'],
    ['\u00a01\u00a0500,00\u00a0₽', '1500.00'],
  ])('reads %s as %s', (text, plain) => {
    expect(readAmount(text, { currency: 'RUB', language: 'ru' })).toBe(plain)
  })

  const NO_AMOUNTS = [
    'сумма',
    'Сумма: 500',
    '1e3',
    '0x10',
    '12.34.56',
    '1.234.56',
    '1,234,56',
    '12.34.567',
    '1,234.56,78',
    '1,234.567,890',
    '1e+3',
    '1.5e-7',
    '1е3',
    '100\t200',
    '100\n200',
    '1 2 3',
    '12 34',
    '1,2,345,67',
    '500 – 600',
    '2 500 — 3 000',
    '-50',
    '−50',
    '–50',
    '—50',
    '‐50',
    '- 50',
    '+50',
    '50-',
    '50,00-',
    '(50.00)',
    '−1 500,00 ₽',
    '-500,00 ₽',
    '10%',
    '1/2',
    '1 млн',
    '12-50',
    '$100',
    '100 USD',
  ]

  test.each(NO_AMOUNTS)('%j stays as it was pasted, dropped in or filled in, and is no amount', async (text) => {
    const { person, input, value } = await amountForm('RUB', '12')
    await person.clear(input)
    await person.click(input)
    await person.paste(text)
    // A browser makes one line of it.
    const line = text.replace('\n', '')
    if (line === text) expect(input.value).toBe(text)
    expect(parseAmount(value() ?? '', 'RUB').ok).toBe(false)
    expect(whyUnread(value() ?? '', 'RUB')).toBeDefined()
    if (line !== text) return
    await person.clear(input)
    expect(value()).toBe('')
    fireEvent.input(input, { target: { value: text } })
    expect(input.value).toBe(text)
    expect(parseAmount(value() ?? '', 'RUB').ok).toBe(false)
  })

  test('beside what is there already, what would make another number of it stays to be seen', async () => {
    const { person, input, value } = await amountForm('RUB', '12.5')
    await person.type(input, '{ArrowRight}')
    await person.paste('3,4')
    expect(input.value).toBe('12,53,4')
    expect(parseAmount(value() ?? '', 'RUB').ok).toBe(false)
  })

  test.each([
    // The page itself writes so.
    ['USDC', 'ru', '1,234', '1,234', '1.234'],
    ['USDC', 'ru', '1,23', '1,23', '1.23'],
    ['USDC', 'ru', '12,345', '12,345', '12.345'],
    ['USDC', 'ru', '1,230000', '1,230000', '1.230000'],
    ['USDC', 'ru', '1,234 ¤ USDC', '1,234 ¤ USDC', '1.234'],
    ['USDC', 'ru', '1.999', '1.999', '1.999'],
    ['USDC', 'en', '1.999', '1.999', '1.999'],
    ['USDC', 'en', '1,999', '1,999', '1999'],
    ['RUB', 'ru', '1234.567', '1234.567', '1234.567'],
    ['JPY', 'en', '12.5', '12.5', '12.5'],
    ['RUB', 'ru', '1234567890123', '1234567890123', '1234567890123'],
  ] as const)('%s in %s: pasted, %s shows %s and is %s, cut nowhere', async (currency, language, text, shown, plain) => {
    const { person, input, value } = await amountForm(currency, '', language)
    await person.click(input)
    await person.paste(text)
    expect(input.value).toBe(shown)
    expect(value()).toBe(plain)
  })

  test('a value that its currency has too many decimals for is shown as it is', async () => {
    const { input, value } = await amountForm('JPY', '12.50')
    expect(input.value).toBe('12,50')
    expect(value()).toBe('12.50')
  })
})

test.each([
  ['ru', '1\u00a0234,', '1234'],
  ['ru', '007', '7'],
  ['ru', '0,50', '0.50'],
  ['ru', ',', ''],
  ['en', '1,234.', '1234'],
  ['en', '1,234.50', '1234.50'],
  ['en', '.', ''],
] as const)('in %s the plain decimal of %s is %s', (language, shown, plain) => {
  expect(plainAmount(shown, language)).toBe(plain)
})

test('a press beside the figures reaches the field', async () => {
  const { person, input } = await amountForm()
  const frame = input.closest('[data-reached-by-frame]')
  if (!frame) throw new Error('The field has no frame')
  expect(document.activeElement).not.toBe(input)
  await person.click(frame)
  expect(document.activeElement).toBe(input)
})
