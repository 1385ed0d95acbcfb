// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { sessionStore } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import Register from './Register.tsx'

const REGISTER_CALL = '/v2/wallet/auth/register'
const sent = { status: 'ok', message: 'Отправили код в SMS', resend_in: 60 }

const server = withTestServer(sent)

function calls(path: string): number {
  return server.state.received.filter(({ url }) => url === path).length
}

function field(name: string): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('textbox', { name })
}

async function filledForm() {
  const { person } = await renderPage(<Register />, { at: '/auth/register' })
  await person.type(field('Имя'), 'Анна')
  await person.type(field('Эл. почта'), 'anna@mail.example')
  await person.type(field('Телефон'), '9123456789')
  return { person, go: () => screen.getByRole<HTMLButtonElement>('button', { name: 'Продолжить' }) }
}

test('Continue says what is missing, and is free once first name, email and both consents are there', async () => {
  const { person } = await renderPage(<Register />, { at: '/auth/register' })
  const go = screen.getByRole<HTMLButtonElement>('button', { name: 'Продолжить' })
  expect(go.disabled).toBe(true)
  expect(screen.getByText('Укажите имя, телефон и почту')).toBeTruthy()
  await person.type(field('Имя'), 'Анна')
  await person.type(field('Эл. почта'), 'a@b')
  expect(go.disabled).toBe(false)
  await person.type(field('Телефон'), '9123456789')
  await person.click(screen.getByRole('checkbox', { name: /условия оферты/ }))
  expect(go.disabled).toBe(true)
  expect(screen.getByText('Согласитесь с условиями, чтобы продолжить')).toBeTruthy()
})

test('a field that was left empty is named once, beside everything else that is missing', async () => {
  const { person } = await renderPage(<Register />, { at: '/auth/register' })
  await person.click(field('Имя'))
  await person.type(field('Эл. почта'), 'anna@')
  await person.clear(field('Эл. почта'))
  await person.tab()
  expect(screen.getAllByText(/имя/)).toHaveLength(1)
  expect(field('Имя').getAttribute('aria-invalid')).toBeNull()
  expect(screen.getByText('Укажите имя, телефон и почту')).toBeTruthy()
})

test('a name that is too long says so at its field as it is typed, and nothing of it is lost', async () => {
  const { person } = await renderPage(<Register />, { at: '/auth/register' })
  const name = 'Я'.repeat(61)
  await person.click(field('Имя'))
  await person.paste(name)
  expect(field('Имя').value).toBe(name)
  expect(screen.getByText('Не больше 60 символов')).toBeTruthy()
  await person.keyboard('{Backspace}')
  expect(screen.queryByText('Не больше 60 символов')).toBeNull()
})

test('a name in which nothing is seen is missing, and what the server refuses is said at its field until that is changed', async () => {
  const { person, go } = await filledForm()
  await person.clear(field('Имя'))
  await person.click(field('Имя'))
  await person.paste('\u3164')
  expect(go().disabled).toBe(true)
  await person.paste('Анна\u202e')
  const message = 'Проверьте поле «Имя»'
  server.state.behaviour = { status: 400, body: { status: 'error', code: 'invalid_field', field: 'first_name', message } }
  await person.click(go())
  expect((await screen.findByText(message)).closest('[id]')?.id).toBe(field('Имя').getAttribute('aria-describedby'))
  await person.keyboard('{Backspace}')
  await person.type(field('Имя'), 'я')
  expect(screen.queryByText(message)).toBeNull()
})

test('going back from the code keeps the values, and the same details are not sent twice', async () => {
  const { person, go } = await filledForm()
  await person.click(go())
  await screen.findByRole('heading', { name: 'Введите код из SMS' })
  expect(screen.getByText(/\+7.\(912\).345-67-89/)).toBeTruthy()
  expect(JSON.parse(server.state.received.find(({ url }) => url === REGISTER_CALL)?.body ?? '')).toEqual({
    first_name: 'Анна',
    email: 'anna@mail.example',
    phone: '79123456789',
    consents: ['offer', 'data'],
  })
  await person.click(screen.getByRole('button', { name: 'Изменить номер' }))
  expect(field('Имя').value).toBe('Анна')
  await person.click(go())
  await screen.findByRole('heading', { name: 'Введите код из SMS' })
  expect(calls(REGISTER_CALL)).toBe(1)
})

test('a refusal is shown word for word, takes the focus and leaves the values alone', async () => {
  const { person, go } = await filledForm()
  const message = 'Этот номер не подходит. Проверьте код страны и цифры или укажите другой номер'
  server.state.behaviour = { status: 422, body: { status: 'error', code: 'phone_unsupported', field: 'phone', message } }
  await person.click(go())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(message)
  expect(document.activeElement).toBe(alert)
  expect(field('Телефон').value).toBe('(912)345-67-89')
})

test('a wrong code stays to be typed over; the right one leads to the PIN, and the PIN ends registration', async () => {
  const { person, go } = await filledForm()
  await person.click(go())
  const code = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Код из SMS, 4/ })
  server.state.behaviour = {
    status: 422,
    body: { status: 'error', code: 'code_wrong', message: 'Код не подошел. Проверьте SMS' },
  }
  await person.type(code, '1111{Enter}')
  await screen.findByText('Код не подошел. Проверьте SMS')
  expect([code.value, code.selectionStart, code.selectionEnd]).toEqual(['1111', 0, 4])

  server.state.behaviour = { status: 200, body: { status: 'ok', message: '', auth_token: 'token', has_pin: false } }
  await person.clear(code)
  await person.type(code, '0420')
  await person.click(screen.getByRole('button', { name: 'Подтвердить' }))
  await screen.findByRole('heading', { name: 'Придумайте PIN-код' })
  expect(sessionStore.getState().isPinPending).toBe(true)
  expect(screen.queryByRole('button', { name: 'Назад' })).toBeNull()

  server.state.behaviour = { status: 200, body: { status: 'ok', message: 'PIN-код создан' } }
  await person.type(screen.getByLabelText(/^PIN-код, 4/), '1234')
  expect(screen.getByText('Такой PIN-код легко угадать')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Создать PIN-код' }))
  await waitFor(() => expect(sessionStore.getState().isPinPending).toBe(false))
  expect(screen.getByText('PIN-код создан')).toBeTruthy()
})
