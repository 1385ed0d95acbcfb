// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { sessionStore, signIn } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { ConfirmByPin } from './ConfirmByPin.tsx'

const server = withTestServer({ status: 'ok', message: '' })

function refused(code: string, message: string) {
  return renderPage(
    <ConfirmByPin
      text=""
      submit="Добавить"
      hasPin={false}
      isLoading={false}
      error={new ApiRefusal({ status: 'error', code, message })}
      messageOf={(error) => error.message}
      onEdit={() => undefined}
      onConfirm={() => undefined}
    />,
  )
}

test('where a fresh sign-in is wanted, what the server says of it stands above the way there', async () => {
  const message = 'Чтобы продолжить, войдите снова'
  const { person } = await refused('sign_in_required', message)
  signIn('token')
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(screen.queryByRole('button', { name: 'Добавить' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Войти снова' }))
  await waitFor(() => expect(sessionStore.getState().authToken).toBeUndefined())
  expect(server.state.received.map(({ url }) => url)).toEqual(['/v2/wallet/auth/logout'])
})

test('any other refusal leaves the button where it is', async () => {
  await refused('passkeys_max', 'Больше нельзя')
  expect(screen.getByRole('button', { name: 'Добавить' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Войти снова' })).toBeNull()
})
