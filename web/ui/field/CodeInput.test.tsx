// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { renderPage } from '#web/ui/test-page.tsx'
import { CodeInput, type CodeInputProps } from './CodeInput.tsx'

interface FormProps {
  readonly kind: CodeInputProps['kind']
  readonly start?: string
  readonly onAutofill?: (digits: string) => void
}

function Form({ kind, start = '', onAutofill }: FormProps) {
  const [value, setValue] = useState(start)
  const [error, setError] = useState<string>()
  return (
    <>
      <CodeInput
        kind={kind}
        label="Код"
        value={value}
        onValueChange={(digits) => {
          setValue(digits)
          setError(undefined)
        }}
        error={error}
        {...(onAutofill ? { onAutofill } : {})}
      />
      <output>{value}</output>
      <button type="button" onClick={() => setError('Код не подошел')}>
        check
      </button>
    </>
  )
}

async function codeForm(props: FormProps) {
  const { person } = await renderPage(<Form {...props} />)
  const input = screen.getByLabelText<HTMLInputElement>('Код, 4 цифры')
  return { person, input, value: () => document.querySelector('output')?.textContent }
}

describe('an SMS code', () => {
  test('keeps only the first four typed digits [CodeInput-1]', async () => {
    const { person, input, value } = await codeForm({ kind: 'sms' })
    await person.type(input, '0a1-2 34')
    expect(value()).toBe('0123')
  })

  test.each([
    ['12 34', '1234'],
    ['12-34', '1234'],
    ['١٢٣٤', '1234'],
    ['12\u200b34', '1234'],
    ['0042 — код E-Wallet', '0042'],
    ['E-Wallet: 4821', '4821'],
    ['Wallet24: 4821', '4821'],
    ['Код 4821, действует 5 минут', '4821'],
    ['12', '12'],
  ])('pasted as "%s" becomes "%s"', async (text, digits) => {
    const { person, input, value } = await codeForm({ kind: 'sms' })
    await person.click(input)
    await person.paste(text)
    expect(value()).toBe(digits)
  })

  test.each(['нет цифр', '12345', '2580123456', '4821 или 4822', 'kP7xw2Qz9Lm4vRt', 'Код 2026-4821'])(
    'from "%s" takes nothing, and says so',
    async (text) => {
      const filled = vi.fn<(digits: string) => void>()
      const { person, input, value } = await codeForm({ kind: 'sms', onAutofill: filled })
      await person.click(input)
      await person.paste(text)
      expect(value()).toBe('')
      expect(screen.getByText('Нужен только код из 4 цифр')).toBeTruthy()
      fireEvent.change(input, { target: { value: text } })
      expect([value(), input.value]).toEqual(['', ''])
      expect(filled).not.toHaveBeenCalled()
      await person.type(input, '1')
      expect(value()).toBe('1')
      expect(screen.queryByText('Нужен только код из 4 цифр')).toBeNull()
    },
  )

  test.each([
    ['4', '44821'],
    ['48', '484821'],
    ['', 'Wallet24: 4821'],
    ['48', '4821'],
  ])('after "%s", the inserted "%s" becomes the code, and is sent once', async (typed, text) => {
    const filled = vi.fn<(digits: string) => void>()
    const { input, value, person } = await codeForm({ kind: 'sms', onAutofill: filled })
    if (typed) await person.type(input, typed)
    fireEvent.change(input, { target: { value: text } })
    expect(value()).toBe('4821')
    fireEvent.input(input, { target: { value: '48214821' }, data: '4821' })
    expect(value()).toBe('4821')
    if (typed !== '48') expect(filled.mock.calls).toEqual([['4821']])
  })

  test('is replaced by a whole pasted code', async () => {
    const { person, input, value } = await codeForm({ kind: 'sms', start: '1111' })
    await person.click(input)
    await person.paste('5678')
    expect(value()).toBe('5678')
  })

  test('filled in by the phone is reported apart from typing', async () => {
    const filled = vi.fn<(digits: string) => void>()
    const { person, input, value } = await codeForm({ kind: 'sms', onAutofill: filled })
    fireEvent.change(input, { target: { value: '4821' } })
    expect(value()).toBe('4821')
    expect(filled).toHaveBeenCalledWith('4821')

    filled.mockClear()
    await person.clear(input)
    await person.type(input, '1234')
    expect(filled).not.toHaveBeenCalled()
  })

  test('asks the keyboard and the browser for a code', async () => {
    const { input } = await codeForm({ kind: 'sms' })
    expect(input.type).toBe('text')
    expect(input.inputMode).toBe('numeric')
    expect(input.autocomplete).toBe('one-time-code')
  })

  test('that is wrong is selected, so that typing replaces it', async () => {
    const { person, input, value } = await codeForm({ kind: 'sms', start: '1234' })
    await person.click(screen.getByRole('button', { name: 'check' }))
    expect(screen.getByText('Код не подошел')).toBeTruthy()
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(input)
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 4])
    await person.keyboard('9')
    expect(value()).toBe('9')
  })
})

describe('a PIN', () => {
  test('is masked until the eye is pressed', async () => {
    const { person, input } = await codeForm({ kind: 'pin', start: '12' })
    expect(input.type).toBe('password')
    expect(input.autocomplete).toBe('current-password')
    await person.click(screen.getByRole('button', { name: 'Показать PIN-код' }))
    expect(input.type).toBe('text')
    await person.click(screen.getByRole('button', { name: 'Скрыть PIN-код' }))
    expect(input.type).toBe('password')
  })

  test.each(['kP7xw2Qz9Lm4vRt', '12345', '2580123456', 'correct-horse-1234', 'PIN 4815'])(
    'is not made of "%s", which a password manager fills in',
    async (text) => {
      const { input, value } = await codeForm({ kind: 'newPin' })
      fireEvent.change(input, { target: { value: text } })
      expect([value(), input.value]).toEqual(['', ''])
      expect(screen.getByText('PIN-код состоит из 4 цифр, без букв и других знаков')).toBeTruthy()
    },
  )

  test('that a password manager keeps is filled in', async () => {
    const { input, value } = await codeForm({ kind: 'pin' })
    fireEvent.change(input, { target: { value: '4815' } })
    expect(value()).toBe('4815')
  })

  test('that is new is offered to the password manager', async () => {
    const { input } = await codeForm({ kind: 'newPin' })
    expect(input.autocomplete).toBe('new-password')
  })
})
