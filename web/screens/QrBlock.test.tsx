// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { texts as staterEn } from '#brands/stater/texts.en'
import { texts as staterRu } from '#brands/stater/texts.ru'
import { createTexts } from '#texts/texts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { setTestConfig } from '#web/lib/config/test-config.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { QrBlock, type QrBlockProps } from './QrBlock.tsx'

const MARKET_URL = 'https://market.example:8443/wallet?from=home'

interface BlockProps extends QrBlockProps {
  /** Whether the operator has the market on, payment by QR (it has not), and money between people (it has). */
  readonly isOn: boolean
  readonly canPay?: boolean
  readonly canReceive?: boolean
}

/** Home's block, as the operator's switches have it. */
function Block({ isOn, canPay = false, canReceive = true, brand }: BlockProps) {
  useState(() =>
    setTestConfig({ switches: { ...currentBrand().featureFlags, market: isOn, qr_payment: canPay, p2p: canReceive } }),
  )
  return <QrBlock brand={brand} />
}

describe('the market of a brand', () => {
  test.each([
    ['ru', 'Перейти в\u00a0маркет market.example:8443 (откроется в\u00a0новой вкладке)'],
    ['en', 'Go to the market at market.example:8443 (opens in a new tab)'],
  ] as const)('is a link in a new tab that names its host (%s) [QrBlock-1]', async (language, name) => {
    await renderPage(<Block isOn brand={{ qrBlock: 'market', marketUrl: MARKET_URL }} />, { language })
    const link = await screen.findByRole('link', { name })
    expect(link.getAttribute('href')).toBe(MARKET_URL)
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
    expect(screen.queryByRole('button')).toBeNull()
  })

  test.each([
    ['switched off', false, MARKET_URL],
    ['without an address', true, undefined],
  ])('is unavailable while it is %s, in the words of the specification [QrBlock-2]', async (_, isOn, marketUrl) => {
    const { person } = await renderPage(<Block isOn={isOn} brand={{ qrBlock: 'market', marketUrl }} />)
    await person.click(await screen.findByRole('button', { name: 'Перейти в маркет' }))
    expect(screen.queryByRole('link')).toBeNull()
    const alert = await screen.findByRole('alertdialog')
    expect(alert.textContent).toContain('Маркет временно недоступен.')
    expect(alert.textContent).toMatch(/Пополнение, обмен и\sвывод работают как обычно/)
  })
})

describe('payment by QR', () => {
  test.each(['market', 'payment'] as const)(
    'leads to the scanner, in a brand with %s, and a market that is off is not offered',
    async (qrBlock) => {
      await renderPage(<Block isOn={false} canPay brand={{ qrBlock, marketUrl: MARKET_URL }} />)
      const link = screen.getByRole('link', { name: /Сканировать/ })
      expect(link.getAttribute('href')).toBe('/payment?tab=scan')
      expect(screen.queryByText(/маркет/)).toBeNull()
    },
  )

  test('stands beside a market that is on', async () => {
    await renderPage(<Block isOn canPay brand={{ qrBlock: 'market', marketUrl: MARKET_URL }} />)
    expect(await screen.findAllByRole('link', { name: /маркет|Сканировать/ })).toHaveLength(2)
  })

  test('while it is off, a brand without a market leads to the own code, and promises no scanner', async () => {
    await renderPage(<Block isOn={false} brand={{ qrBlock: 'payment', marketUrl: undefined }} />)
    expect(screen.getByRole('link', { name: 'Ваш QR-код' }).getAttribute('href')).toBe('/payment')
    expect(screen.getByText(/Покажите свой код/)).toBeTruthy()
  })

  test('has no link and says that it is off, while transfers between people are off as well', async () => {
    await renderPage(<Block isOn={false} canReceive={false} brand={{ qrBlock: 'payment', marketUrl: undefined }} />)
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByText('QR-оплата временно недоступна')).toBeTruthy()
  })
})

test('title and description are those of qr_payment.title and qr_payment.description [QrBlock-3]', async () => {
  await renderPage(<Block isOn brand={{ qrBlock: 'market', marketUrl: MARKET_URL }} />)
  const texts = createTexts({ ru: staterRu, en: staterEn })
  expect(screen.getByRole('heading', { name: 'Оплачивайте товары и услуги' }).textContent).toBe(
    texts.translate('ru', 'qr_payment.title'),
  )
  expect(screen.getByText(texts.translate('ru', 'qr_payment.description'))).toBeTruthy()
})
