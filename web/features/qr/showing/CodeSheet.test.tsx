// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { brand } from '#brands/stater/brand'
import { crc16 } from '#codes/crc'
import { recogniseCode } from '#web/features/qr/meaning/code.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { renderPage } from '#web/ui/test-page.tsx'
import { CodeSheet } from './CodeSheet.tsx'

const ORIGIN = 'https://wallet.example'
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const OFF = 'QR-оплата временно недоступна'

const config = {
  status: 'ok',
  brand: brand.id,
  version: '0',
  sandbox: true,
  switched_off_until: {},
  display_currencies: [],
  account_currencies: [],
  limits: [],
  support: brand.support,
}

const server = withTestServer()

async function sheetOf(contents: string, { hasTokenAccount = false, isPayable = false } = {}) {
  server.state.behaviour = { status: 200, body: { ...config, switches: { ...brand.featureFlags, qr_payment: isPayable } } }
  const code = recogniseCode(contents, ORIGIN)
  await renderPage(<CodeSheet code={code} isOpen onClose={() => undefined} hasTokenAccount={hasTokenAccount} />)
}

describe('the sheet of a code', () => {
  test('shows a text as it is, to copy, and leads nowhere [CodeSheet-1]', async () => {
    await sheetOf('javascript:alert(document.domain)')
    expect(screen.getByRole('heading', { name: 'Код считан' })).toBeTruthy()
    expect(screen.getByText('javascript:alert(document.domain)')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Скопировать содержимое' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Открыть/ })).toBeNull()
  })

  test('opens an https link only by its button, which names the host [CodeSheet-2]', async () => {
    await sheetOf('https://shop.example/pay?order=7')
    const link = screen.getByRole('link', { name: 'Открыть shop.example' })
    expect(link.getAttribute('href')).toBe('https://shop.example/pay?order=7')
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  })

  test('reads out a payment, as the claim that it is, with its exact amount', async () => {
    const body = '000201' + '2613' + '0009ID.QRIS.X' + '5303643' + '540598.70' + '5909Shop\u202Egpj1' + '6304'
    await sheetOf(body + crc16(body))
    expect(screen.getByText('Оплата продавцу')).toBeTruthy()
    expect(screen.getByText('98,70 ₽')).toBeTruthy()
    expect(screen.getByText('Shopgpj1')).toBeTruthy()
    expect(screen.getByText('Так написано в коде. Сверьте с получателем')).toBeTruthy()
  })

  test('says that payment is off while it is, with what works, and says nothing of it while it is on', async () => {
    await sheetOf('https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M')
    expect(await screen.findByText(OFF)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Пополнить' }).getAttribute('href')).toBe('/wallet/topup')
    await sheetOf('https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M', { isPayable: true })
    await waitFor(() => expect(screen.queryByText(OFF)).toBeNull())
    expect(screen.getByText('Платеж по СБП')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Оплатить|Отправить/ })).toBeNull()
  })

  test('offers a withdrawal to an address where there is an account to withdraw from', async () => {
    await sheetOf(`ethereum:${ADDRESS}`, { hasTokenAccount: true })
    const link = screen.getByRole('link', { name: 'Вывести' })
    expect(link.getAttribute('href')).toBe('/wallet/withdrawal?currencyCode=USDC')
    await sheetOf(`ethereum:${ADDRESS}`)
    expect(screen.queryByRole('link', { name: 'Вывести' })).toBeNull()
    expect(screen.getByText(ADDRESS)).toBeTruthy()
  })

  test('fills in the amount that a code asks for, where it is exact', async () => {
    const asks = (units: string) =>
      `ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48/transfer?address=${ADDRESS}&uint256=${units}`
    const path = () => screen.getByRole('link', { name: 'Вывести' }).getAttribute('href')
    await sheetOf(asks('12.5e6'), { hasTokenAccount: true })
    expect(path()).toBe('/wallet/withdrawal?currencyCode=USDC&amount=12.50')
    await sheetOf(asks('1.5'), { hasTokenAccount: true })
    expect(path()).toBe('/wallet/withdrawal?currencyCode=USDC')
  })

  test('names a coin that is not sent from here, and leads nowhere', async () => {
    await sheetOf('bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=20.3', { hasTokenAccount: true })
    expect(screen.getByText('Адрес Bitcoin')).toBeTruthy()
    expect(screen.getByText('20.3 BTC')).toBeTruthy()
    expect(screen.getByText(/^Из кошелька можно отправить только USDC/)).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  test("shows the wallet's own link without opening it", async () => {
    await sheetOf(`${ORIGIN}/pay/Q7mZ2kP9xV4tB8nL?currency=USD&amount=12.50`)
    expect(screen.getByText(/^Перевод в кошелек/)).toBeTruthy()
    expect(screen.getByText('12,50 $')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Открыть/ })).toBeNull()
  })
})
