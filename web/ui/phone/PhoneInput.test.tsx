// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Field } from '#web/ui/field/Field.tsx'
import { renderPage } from '#web/ui/test-page.tsx'
import { CountryButton } from './CountryButton.tsx'
import { PhoneInput } from './PhoneInput.tsx'
import { type Phone, phoneDigits } from './phone.ts'
import { usePhoneFault } from './use-phone-fault.ts'

function Form({ start, excluded }: { readonly start: Phone; readonly excluded: readonly string[] }) {
  const [phone, setPhone] = useState(start)
  const { fault, leave } = usePhoneFault(phone)
  return (
    <>
      <Field label="Телефон" error={fault}>
        <PhoneInput
          value={phone}
          onValueChange={setPhone}
          onBlur={leave}
          brandPhone={{ excludedCountries: excluded, defaultCountry: { ru: 'KZ', en: 'GB' } }}
        />
      </Field>
      <output>{phoneDigits(phone)}</output>
    </>
  )
}

async function phoneForm({ iso = 'RU', excluded = [] }: { iso?: string; excluded?: readonly string[] } = {}) {
  const { person } = await renderPage(<Form start={{ iso, national: '' }} excluded={excluded} />)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Телефон' })
  return { person, input, digits: () => document.querySelector('output')?.textContent }
}

test('typing fills the mask; the value is code and digits [PhoneInput-1]', async () => {
  const { person, input, digits } = await phoneForm()
  await person.type(input, '9123456789')
  expect(input.value).toBe('(912)345-67-89')
  expect(digits()).toBe('79123456789')
})

test.each(['8912 345-67-89', '+7 912 345-67-89', '+79123456789'])(
  'a whole number pasted as %s is cleaned, not rejected',
  async (text) => {
    const { person, input, digits } = await phoneForm()
    await person.click(input)
    await person.paste(text)
    // What reads it may still be on its way.
    await waitFor(() => expect(input.value).toBe('(912)345-67-89'))
    expect(digits()).toBe('79123456789')
  },
)

test('a pasted number of another country brings its country', async () => {
  const { person, input, digits } = await phoneForm()
  await person.click(input)
  await person.paste('+44 7911 123456')
  await waitFor(() => expect(digits()).toBe('447911123456'))
  expect(screen.getByRole('button', { name: /^\+44, Великобритания/ })).toBeTruthy()
})

test('a text that is no whole number stays as it was pasted, with a word, until it is mended', async () => {
  const { person, input, digits } = await phoneForm()
  await person.click(input)
  await person.paste('+7 912 345 67 890')
  expect(input.value).toBe('+7 912 345 67 890')
  expect(await screen.findByText(/Не получилось понять номер/)).toBeTruthy()
  expect(digits()).toBe('')
  await person.keyboard('{Backspace}')
  expect(digits()).toBe('79123456789')
  expect(screen.queryByText(/Не получилось понять номер/)).toBeNull()
})

test('a number that nobody has is told once it is whole', async () => {
  const { person, input } = await phoneForm()
  await person.type(input, '0000000000')
  expect(await screen.findByText(/Такого номера нет/)).toBeTruthy()
})

test('what a keyboard composes is its own until it is done', async () => {
  const { input, digits } = await phoneForm()
  fireEvent.compositionStart(input)
  for (const value of ['9', '91', '912', '9123456789']) {
    fireEvent.input(input, { target: { value }, isComposing: true })
    expect(input.value).toBe(value)
  }
  fireEvent.compositionEnd(input)
  expect(input.value).toBe('(912)345-67-89')
  expect(digits()).toBe('79123456789')
})

test('a digit can be mended in the middle', async () => {
  const { person, input, digits } = await phoneForm()
  await person.type(input, '9123456789')
  await person.type(input, '{Backspace}5', { initialSelectionStart: 4, initialSelectionEnd: 4 })
  expect(digits()).toBe('79153456789')
})

test('Backspace at a bracket goes on to the digit', async () => {
  const { person, input, digits } = await phoneForm()
  await person.type(input, '9123')
  await person.type(input, '{Backspace}{Backspace}')
  expect(digits()).toBe('791')
})

test('several masks are offered as chips, and a longer number finds its own [PhoneInput-2]', async () => {
  const { person, input } = await phoneForm({ iso: 'GB' })
  const formats = screen.getByRole('radiogroup', { name: 'Формат номера' })
  expect(within(formats).getAllByRole('radio')).toHaveLength(2)
  await person.type(input, '791112345')
  expect(input.value).toBe('791 112 345')
  await person.type(input, '6')
  expect(input.value).toBe('7911 123456')
})

test('the picker finds a country by name and gives the focus back [PhoneInput-3]', async () => {
  const { person, digits } = await phoneForm()
  const opener = screen.getByRole('button', { name: /Код страны/ })
  await person.click(opener)
  const search = await screen.findByRole('combobox', { name: 'Страна или код' })
  await person.type(search, 'казах')
  await person.click(screen.getByRole('option', { name: /Казахстан/ }))
  await waitFor(() => expect(document.activeElement).toBe(opener))
  expect(digits()).toBe('')
  expect(screen.getByRole('button', { name: /^\+7, Казахстан/ })).toBeTruthy()
})

test('the picker says how many it finds, and its search is emptied by a button', async () => {
  const { person } = await phoneForm()
  await person.click(screen.getByRole('button', { name: /Код страны/ }))
  const search = await screen.findByRole('combobox', { name: 'Страна или код' })
  const all = screen.getAllByRole('option').length
  expect(screen.queryByRole('button', { name: 'Очистить поиск' })).toBeNull()
  await person.type(search, 'казах')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  expect(search.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id)
  expect(screen.getByText('Найден 1 вариант')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Очистить поиск' }))
  expect(search).toHaveProperty('value', '')
  expect(screen.getAllByRole('option')).toHaveLength(all)
})

test('where no codes are shown, the search asks for the country alone', async () => {
  const { person } = await renderPage(<CountryButton value="GB" onValueChange={() => undefined} />)
  await person.click(screen.getByRole('button', { name: /^Страна/ }))
  expect((await screen.findByRole('combobox')).getAttribute('placeholder')).toBe('Страна')
  expect(screen.getAllByRole('option')[0]?.textContent).toBe('Великобритания')
})

test('the picker can be walked with the arrows', async () => {
  const { person } = await phoneForm()
  await person.click(screen.getByRole('button', { name: /Код страны/ }))
  await person.type(await screen.findByRole('combobox'), '+37{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: /Код страны/ }).getAttribute('aria-label')).toMatch(/^\+37/))
})

test('Russia is absent where it is excluded [PhoneInput-4]', async () => {
  const { person } = await phoneForm({ iso: 'GB', excluded: ['RU'] })
  await person.click(screen.getByRole('button', { name: /Код страны/ }))
  await person.type(await screen.findByRole('combobox'), 'росс')
  expect(screen.queryByRole('option', { name: /Россия/ })).toBeNull()
  expect(screen.getByText(/ничего не нашлось/)).toBeTruthy()
})
