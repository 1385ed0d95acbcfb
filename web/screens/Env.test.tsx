// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { brandId, brandIds } from '#web/lib/brand/brand.ts'
import { overrideBrand } from '#web/lib/brand/brand-override.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { sessionStore } from '#web/lib/session/session.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import Env from './Env.tsx'

withTestServer()

beforeEach(() => window.localStorage.clear())

function Market() {
  return <p>{useFeatureFlag('market') ? 'market is on' : 'market is off'}</p>
}

test('every brand can be picked; the pick is stored and counts from the next start [Env-1]', async () => {
  await renderPage(<Env />)
  for (const id of brandIds()) expect(screen.getByRole('radio', { name: id })).toBeTruthy()
  expect(brandIds()).toEqual(expect.arrayContaining(['stater', 'grok']))
  expect(brandId()).toBe('stater')
  overrideBrand('grok')
  expect({ ...window.localStorage }).toMatchObject({ 'wallet.env_brand': 'grok' })
  expect(brandId()).toBe('grok')
})

test('a brand that there is not is the default one', () => {
  overrideBrand('../../etc')
  expect(brandId()).toBe('stater')
})

test('the default language and the theme are picked and stored', async () => {
  const { person } = await renderPage(<Env />)
  await person.click(screen.getByRole('radio', { name: 'English' }))
  await person.click(screen.getByRole('radio', { name: 'Темная' }))
  expect(sessionStore.getState()).toMatchObject({ language: 'en', theme: 'dark' })
  expect({ ...window.localStorage }).toMatchObject({ 'wallet.language': 'en', 'wallet.theme': 'dark' })
})

test('a feature flag is overridden on this device, and given back', async () => {
  const { person } = await renderPage(<Env />)
  const market = screen.getByRole('combobox', { name: 'Маркет' })
  await person.selectOptions(market, 'Включено')
  expect({ ...window.localStorage }).toMatchObject({ 'wallet.env_switch_market': 'on' })
  await person.selectOptions(market, 'served')
  expect(window.localStorage.getItem('wallet.env_switch_market')).toBeNull()
  await person.selectOptions(market, 'Включено')
  await renderPage(<Market />)
  expect(screen.getByText('market is on')).toBeTruthy()
})
