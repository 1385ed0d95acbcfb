// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import PinSheet from './PinSheet.tsx'

const server = withTestServer({ status: 'ok', message: '' })
const sheet = () => renderPage(<PinSheet isOpen phone="79161234567" onClose={() => undefined} />)
const received = (path: string) =>
  server.state.received
    .filter(({ url }) => url === `/v2/wallet/auth/pin/${path}`)
    .map(({ headers, body }) => ({ key: headers['idempotency-key'], body: JSON.parse(body) }))

test('the PIN is changed with the present one, which is told at its field when it is wrong', async () => {
  const { person } = await sheet()
  await person.type(screen.getByLabelText('Текущий PIN-код'), '0000')
  await person.type(screen.getByLabelText('Новый PIN-код'), '7293')
  const wrong = { status: 'error', code: 'pin_wrong', message: 'Неверный PIN-код. Осталось 4 попытки', field: 'pin_code' }
  server.state.behaviour = { status: 403, body: wrong }
  await person.click(screen.getByRole('button', { name: 'Сменить PIN-код' }))
  expect(await screen.findByText(wrong.message)).toBeTruthy()
  server.state.behaviour = { status: 200, body: { status: 'ok', message: '' } }
  await person.clear(screen.getByLabelText('Текущий PIN-код'))
  await person.type(screen.getByLabelText('Текущий PIN-код'), '4815')
  await person.click(screen.getByRole('button', { name: 'Сменить PIN-код' }))
  expect(await screen.findByText('PIN-код изменен')).toBeTruthy()
  const sent = received('change')
  expect(sent.map(({ body }) => body)).toEqual([
    { pin_code: '0000', new_pin_code: '7293' },
    { pin_code: '4815', new_pin_code: '7293' },
  ])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
})

test('what had no answer is sent again under its own key', async () => {
  const { person } = await sheet()
  await person.type(screen.getByLabelText('Текущий PIN-код'), '4815')
  await person.type(screen.getByLabelText('Новый PIN-код'), '7293')
  server.state.behaviour = 'hang up'
  await person.click(screen.getByRole('button', { name: 'Сменить PIN-код' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  server.state.behaviour = { status: 200, body: { status: 'ok', message: '' } }
  await person.click(screen.getByRole('button', { name: 'Сменить PIN-код' }))
  expect(await screen.findByText('PIN-код изменен')).toBeTruthy()
  expect(new Set(received('change').map(({ key }) => key)).size).toBe(1)
})

test('a forgotten PIN is replaced by a code from an SMS, which can be sent again once its time has come', async () => {
  const { person } = await sheet()
  await person.click(screen.getByRole('button', { name: 'Не помню PIN-код' }))
  expect(screen.getByText(/Отправим код .* \+7 \(916\) 123-45-67/)).toBeTruthy()
  server.state.behaviour = { status: 200, body: { status: 'ok', message: '', resend_in: 60 } }
  await person.click(screen.getByRole('button', { name: 'Получить код' }))
  await person.type(await screen.findByLabelText('Код из SMS'), '1234')
  await person.type(screen.getByLabelText('Новый PIN-код'), '7293')
  expect(screen.getByText(/\d:\d\d/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Сменить PIN-код' }))
  expect(await screen.findByText('PIN-код изменен')).toBeTruthy()
  expect(received('reset').map(({ body }) => body)).toEqual([{ confirm_code: '1234', new_pin_code: '7293' }])
})
