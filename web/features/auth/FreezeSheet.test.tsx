// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { type Profile, profileQuery } from '#web/lib/session/profile.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import FreezeSheet from './FreezeSheet.tsx'
import FrozenNotice from './FrozenNotice.tsx'

const server = withTestServer({ status: 'ok', message: '', resend_in: 60 })

async function sheet(frozen: Profile['frozen'], has_pin = true, unfreeze?: Profile['unfreeze']) {
  const page = await renderPage(<FreezeSheet isOpen onClose={() => undefined} />)
  act(() => {
    queryClient.setQueryData(profileQuery.queryKey, {
      frozen,
      has_pin,
      unfreeze,
      email: 'anna@mail.example',
      phone: '79161234567',
    } as Profile)
  })
  await screen.findByRole('dialog')
  return page
}

const received = (path: string) => server.state.received.filter(({ url }) => url === `/v2/wallet/auth/${path}`)

test('the wallet is frozen by one tap, after it was said what that does', async () => {
  const { person } = await sheet(null)
  expect(screen.getByText(/деньги из\s+кошелька не\s+уйдут/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Заморозить' }))
  expect(await screen.findByText('Кошелек заморожен')).toBeTruthy()
  expect(received('freeze')).toHaveLength(1)
})

test('it is unfrozen by a code and the PIN, which is told at its field when it is wrong', async () => {
  const { person } = await sheet('owner')
  await person.click(screen.getByRole('button', { name: 'Получить код' }))
  await person.type(await screen.findByLabelText('Код из SMS'), '1234')
  await person.type(screen.getByLabelText('PIN-код, 4 цифры'), '0000')
  const wrong = { status: 'error', code: 'pin_wrong', message: 'Неверный PIN-код. Осталось 4 попытки', field: 'pin_code' }
  server.state.behaviour = { status: 403, body: wrong }
  await person.click(screen.getByRole('button', { name: 'Разморозить' }))
  expect(await screen.findByText(wrong.message)).toBeTruthy()
  server.state.behaviour = { status: 200, body: { status: 'ok', message: '' } }
  await person.clear(screen.getByLabelText('PIN-код, 4 цифры'))
  await person.type(screen.getByLabelText('PIN-код, 4 цифры'), '4815')
  await person.click(screen.getByRole('button', { name: 'Разморозить' }))
  expect(await screen.findByText('Кошелек разморожен')).toBeTruthy()
  expect(received('unfreeze').map(({ body }) => JSON.parse(body))).toEqual([
    { confirm_code: '1234', pin_code: '0000' },
    { confirm_code: '1234', pin_code: '4815' },
  ])
})

test('who has forgotten the PIN is told why an SMS is not enough, and unfreezes it by an older e-mail with a new PIN', async () => {
  const { person } = await sheet('owner', true, { by: ['pin', 'email'], waits_until: null })
  await person.click(screen.getByRole('button', { name: 'Не помню PIN-код' }))
  expect(screen.getByText(/Одного кода из\s+SMS мало/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ключом доступа' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Кодом из письма' }))
  await person.click(screen.getByRole('button', { name: 'Получить код' }))
  await person.type(await screen.findByLabelText(/Код из\s+письма/), '123456')
  await person.type(screen.getByLabelText(/Новый PIN-код/), '5512')
  await person.click(screen.getByRole('button', { name: 'Разморозить' }))
  expect(await screen.findByText('Кошелек разморожен')).toBeTruthy()
  expect(received('unfreeze/send_code').map(({ body }) => JSON.parse(body))).toEqual([{ channel: 'email' }])
  expect(received('unfreeze').map(({ body }) => JSON.parse(body))).toEqual([{ email_code: '123456', new_pin_code: '5512' }])
})

test('who has nothing but the number begins a wait; one that is over takes a code and a new PIN', async () => {
  const { person } = await sheet('owner', false, { by: [], waits_until: null })
  await person.click(screen.getByRole('button', { name: /Только по\s+SMS/ }))
  await person.click(screen.getByRole('button', { name: 'Получить код' }))
  await person.type(await screen.findByLabelText('Код из SMS'), '1234')
  await person.click(screen.getByRole('button', { name: 'Начать ожидание' }))
  await waitFor(() => expect(received('unfreeze/wait').map(({ body }) => JSON.parse(body))).toEqual([{ confirm_code: '1234' }]))
})

test('over a wallet that somebody waits to unfreeze stands until when, and what stops them', async () => {
  const { person } = await renderPage(<FrozenNotice by="owner" />)
  const unfreeze = { by: [], waits_until: new Date(Date.now() + 3_600_000).toISOString() }
  act(() =>
    queryClient.setQueryData(profileQuery.queryKey, {
      frozen: 'owner',
      has_pin: true,
      unfreeze,
      phone: '7916',
    } as unknown as Profile),
  )
  expect(await screen.findByText(/Кошелек просят разморозить/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Остановить ожидание' }))
  await waitFor(() => expect(received('freeze')).toHaveLength(1))
})

test('what support has frozen cannot be unfrozen here', async () => {
  await sheet('operator')
  expect(screen.getByText(/служба поддержки/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Получить код|Разморозить/ })).toBeNull()
  expect(screen.getByRole('link').getAttribute('href')).toMatch(/^mailto:/)
})

test('over a frozen wallet stands how it is unfrozen, and over one that support has frozen how they are reached', async () => {
  await renderPage(<FrozenNotice by="owner" />)
  act(() => queryClient.setQueryData(profileQuery.queryKey, { frozen: 'owner', has_pin: true, phone: '79161234567' } as Profile))
  screen.getByRole('button', { name: 'Разморозить' }).click()
  expect(await screen.findByRole('button', { name: 'Получить код' })).toBeTruthy()
  await renderPage(<FrozenNotice by="operator" />)
  expect(screen.getByText(/служба поддержки/)).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toMatch(/^mailto:/)
})
