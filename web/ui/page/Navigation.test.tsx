// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#web/ui/test-page.tsx'
import { Navigation } from './Navigation.tsx'

test.each([
  ['/', ['Главная']],
  ['/wallet/topup', ['Кошелек']],
  ['/exchange', ['Кошелек']],
  ['/exchange/confirm', ['Кошелек']],
  ['/ondato/result', ['Настройки']],
  ['/no/such/page', []],
])('at %s the current place is %s', async (at, current) => {
  await renderPage(<Navigation look="tabs" />, { at })
  const links = screen.getAllByRole('link')
  expect(links.filter((link) => link.hasAttribute('aria-current')).map((link) => link.textContent)).toEqual(current)
})
