// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import LogIn from './LogIn.tsx'

withTestServer({ status: 'ok', message: 'Отправили код в SMS', resend_in: 60 })

test('an empty number is asked for once, and then the line says what comes', async () => {
  const { person } = await renderPage(<LogIn />, { at: '/auth/login' })
  const go = screen.getByRole<HTMLButtonElement>('button', { name: 'Получить код' })
  expect(screen.getAllByText(/Укажите/).map(({ textContent }) => textContent)).toEqual(['Укажите номер телефона'])
  expect(screen.queryByText(/Пришлем код/)).toBeNull()
  expect(go.disabled).toBe(true)
  await person.type(screen.getByRole('textbox', { name: 'Телефон' }), '9')
  expect(screen.queryByText(/Укажите/)).toBeNull()
  expect(screen.getByText(/Пришлем код/)).toBeTruthy()
  expect(go.disabled).toBe(false)
})

test('the way to a new wallet stands beside the number, not beside the code', async () => {
  const { person } = await renderPage(<LogIn />, { at: '/auth/login' })
  expect(screen.getByRole('link', { name: 'Создать' })).toBeTruthy()
  await person.type(screen.getByRole('textbox', { name: 'Телефон' }), '9123456789')
  await person.click(screen.getByRole('button', { name: 'Получить код' }))
  await screen.findByRole('heading', { name: 'Введите код из SMS' })
  expect(screen.queryByRole('link', { name: 'Создать' })).toBeNull()
})
