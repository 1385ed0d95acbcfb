// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { TopUpFailure } from './TopUpFailure.tsx'

test('who is frozen is led to the support and not told to try again', async () => {
  const message = 'Операции по вашему кошельку приостановлены. Напишите в поддержку'
  await renderPage(<TopUpFailure failure={new ApiRefusal({ status: 'error', code: 'wallet_frozen', message })} />)
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toMatch(/^mailto:support@/)
  expect(screen.queryByText(/попробуйте еще раз/)).toBeNull()
})

test('any other refusal is told with its cause, and may be tried again [TopUpFailure-1]', async () => {
  const message = 'Максимум 100 ₽. Уменьшите сумму'
  await renderPage(<TopUpFailure failure={new ApiRefusal({ status: 'error', code: 'amount_max', message })} />)
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.getByText(/попробуйте еще раз/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
