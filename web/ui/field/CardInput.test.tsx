// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '#web/ui/test-page.tsx'
import { CardInput } from './CardInput.tsx'
import { Field } from './Field.tsx'

function CardField() {
  const [digits, setDigits] = useState('')
  return (
    <Field label="Карта" hint={digits}>
      <CardInput digits={digits} onDigitsChange={setDigits} />
    </Field>
  )
}

function shown(): string {
  const input = screen.getByLabelText('Карта')
  return input instanceof HTMLInputElement ? input.value : ''
}

test('a card number is shown in groups of four, at most nineteen characters [CardInput-1]', async () => {
  const { person } = await renderPage(<CardField />)
  await person.type(screen.getByLabelText('Карта'), '22001234560248219999')
  expect(shown()).toBe('2200 1234 5602 4821')
  expect(screen.getByText('2200123456024821')).toBeTruthy()
})

test.each([
  'карта 2200-1234 5602 4821',
  '4111-1111-1111-1111',
  '4111\u00a01111\u00a01111\u00a01111',
  'Карта: 4111 1111 1111 1111 12/29',
  '12/29 4111 1111 1111 1111',
  '４１１１ １１１１ １１１１ １１１１',
])('from "%s" the only card number is taken', async (text) => {
  const { person } = await renderPage(<CardField />)
  await person.click(screen.getByLabelText('Карта'))
  await person.paste(text)
  expect(shown()).toBe(text.startsWith('карта') ? '2200 1234 5602 4821' : '4111 1111 1111 1111')
})

test.each([
  '+7 912 345-67-89 4111111111111111',
  '4111 1111 1111 1111 123',
  '4111111111111111, 2200123456024821',
  '4111 1111 1111 1111 / 2200 1234 5602 4821',
  'anna@mail.example',
])('"%s" stays as it was pasted, until it is edited', async (text) => {
  const { person } = await renderPage(<CardField />)
  const input = screen.getByLabelText('Карта')
  await person.click(input)
  await person.paste(text)
  expect(shown()).toBe(text)
  await person.clear(input)
  await person.type(input, '4111a1')
  expect(shown()).toBe('4111 1')
})

test('a number of twelve digits is too short', async () => {
  const { person } = await renderPage(<CardField />)
  await person.click(screen.getByLabelText('Карта'))
  await person.paste('5018 0000 0009')
  expect(shown()).toBe('5018 0000 0009')
})
