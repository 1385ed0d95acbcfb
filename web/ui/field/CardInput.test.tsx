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
  await person.type(screen.getByLabelText('Карта'), '22001234567848219999')
  expect(shown()).toBe('2200 1234 5678 4821')
  expect(screen.getByText('2200123456784821')).toBeTruthy()
})

test('a pasted card number may have spaces, dashes and words', async () => {
  const { person } = await renderPage(<CardField />)
  await person.click(screen.getByLabelText('Карта'))
  await person.paste('карта 2200-1234 5678 4821')
  expect(shown()).toBe('2200 1234 5678 4821')
})
