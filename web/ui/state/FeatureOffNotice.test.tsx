// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { brand } from '#brands/stater/brand'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import type { Config } from '#web/lib/config/config.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { FeatureOffNotice } from './FeatureOffNotice.tsx'

const config: Config = {
  status: 'ok',
  brand: 'stater',
  version: 'v0.0.57-stage',
  sandbox: true,
  switches: { ...brand.featureFlags, exchange: false, qr_payment: false },
  switched_off_until: {},
  display_currencies: [],
  account_currencies: [],
  limits: [],
  support: { phone: '+7 495 111-22-33', email: 'help@wallet.example', hours: '24/7' },
}

const server = withTestServer(config)

function comesBack(at: Date) {
  return { status: 200, body: { ...config, switched_off_until: { exchange: at.toISOString() } } }
}

test('the notice of a feature that is off names it, what still works and the operator’s support', async () => {
  await renderPage(<FeatureOffNotice feature="exchange">Счета и история доступны</FeatureOffNotice>)
  expect(screen.getByText('Обмен: временно недоступно')).toBeTruthy()
  expect(screen.getByText('Счета и история доступны')).toBeTruthy()
  await screen.findByText((_, element) => element?.getAttribute('href') === 'mailto:help@wallet.example')
  expect(screen.queryByText(/Вернем/)).toBeNull()
})

test('the specification’s own text, when it exists, is the title', async () => {
  await renderPage(<FeatureOffNotice feature="qr_payment" title="QR-оплата временно недоступна" />)
  expect(screen.getByText('QR-оплата временно недоступна')).toBeTruthy()
  expect(screen.queryByText(/QR-оплата: /)).toBeNull()
})

test('the operator’s return time is shown as an hour for today, with the day for another day', async () => {
  const today = new Date()
  today.setHours(23, 59, 0, 0)
  server.state.behaviour = comesBack(today)
  await renderPage(<FeatureOffNotice feature="exchange" />)
  expect(await screen.findByText('Вернем к 23:59')).toBeTruthy()

  server.state.behaviour = comesBack(new Date(2099, 0, 7, 9, 30))
  await renderPage(<FeatureOffNotice feature="exchange" />, { language: 'en' })
  expect(await screen.findByText('Back by 7 January 2099, 09:30')).toBeTruthy()
})
