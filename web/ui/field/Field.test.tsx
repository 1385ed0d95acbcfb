// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#web/ui/test-page.tsx'
import { Field } from './Field.tsx'
import { TextInput } from './TextInput.tsx'

const fieldWith = (isRefused: boolean) => (
  <Field label="Сумма" error="Максимум 5" isRefused={isRefused}>
    <TextInput value="" onValueChange={() => undefined} />
  </Field>
)

test('a field whose value was refused takes the focus; a field with any other error does not', async () => {
  await renderPage(fieldWith(false))
  expect(document.activeElement).toBe(document.body)
  await renderPage(fieldWith(true))
  expect(document.activeElement).toBe(screen.getByLabelText('Сумма'))
})
