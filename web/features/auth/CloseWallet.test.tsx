// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { setAmountsHidden } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { CloseWallet } from './CloseWallet.tsx'

const server = withTestServer()

test('obstacles to closing the wallet have no amounts while amounts are hidden', async () => {
  const obstacles = [
    { kind: 'balance', message: 'На счете 250,00 ₽: выведите их', amount: '250.00', currency_code: 'RUB' },
    { kind: 'topup', message: 'Пополнение еще не завершено' },
  ]
  const refusal = { status: 'error', code: 'wallet_not_empty', message: 'Кошелек не пуст', obstacles }
  server.state.behaviour = { status: 409, body: refusal }
  const { person } = await renderPage(<CloseWallet phone="79120000000" hasPin />)
  await person.click(screen.getByRole('button'))
  expect((await screen.findByText('Российский рубль')).parentElement?.textContent).toContain('250,00')
  expect(screen.getByRole('link', { name: 'Вывести' }).getAttribute('href')).toBe('/wallet/withdrawal?currencyCode=RUB')
  expect(screen.queryByRole('button', { name: 'Попробовать снова' })).toBeNull()
  act(() => setAmountsHidden(true))
  expect(screen.getByText('Российский рубль')).toBeTruthy()
  expect(screen.getByText('Пополнение еще не завершено')).toBeTruthy()
  expect(document.body.textContent).not.toContain('250')
})
