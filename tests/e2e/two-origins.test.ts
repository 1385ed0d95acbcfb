import { expect, type Page, type Route } from '@playwright/test'
import { type BuiltWallet, startBuiltWallet } from '#tests/built-wallet'
import { freePort } from '#tests/free-port'
import { withOwnWallet } from './own-wallet.ts'
import { Person, PIN } from './person.ts'

const started = new Map<string, BuiltWallet>()

/** A page at one origin whose API is at another, by the settings of both. */
const test = withOwnWallet(async (brand) => {
  const port = await freePort()
  const api = await startBuiltWallet(brand, { environment: { CORS_ORIGINS: `http://localhost:${port}` } })
  const page = await startBuiltWallet(brand, { environment: { PORT: String(port), API_BASE_URL: api.url } })
  started.set(brand, api)
  return {
    ...page,
    url: `http://localhost:${port}`,
    stop: async () => {
      await Promise.all([page.stop(), api.stop()])
    },
  }
})

test(
  'a page whose API is at another origin signs in, hears what happens, and moves money [two-origins-1]',
  { tag: '@once' },
  async ({ page, wallet }, info) => {
    const api = started.get(wallet.brand)
    if (!api) throw new Error('There is no API')
    const hears = page.waitForResponse((answer) => answer.url().startsWith(`${api.url}/v2/wallet/live?`))
    const atApi = new Person(page, info, { url: api.url })
    const user = await atApi.settle([`100.00 ${atApi.home}`])
    const anna = new Person(page, info, { url: wallet.url, national: atApi.national })
    await page.goto(`${wallet.url}/`)
    await expect(page.getByText(anna.balance('100.00', anna.home)).first()).toBeVisible()
    expect((await hears).status()).toBe(200)
    await user.topUp('10.00', anna.home)
    await expect(page.getByText(anna.balance('110.00', anna.home)).first()).toBeVisible()
    await anna.link('payment.withdrawal_btn').click()
    await anna.withdraw('10', '2200123456024821')
    await expect(page.getByText(anna.t('pay.success'))).toBeVisible()
    expect(await user.balance(anna.home)).toBe('100.00')
  },
)

const INFO = {
  first_name: 'Anna',
  last_name: 'Smith',
  phone: '79121234567',
  email: 'anna@mail.example',
  registered_at: '2026-11-20T12:00:00Z',
  identification_level: { name: 'basic', ask_for_next: false },
  active_identification: null,
  is_withdrawal_allowed: true,
  is_topup_allowed: true,
}
const DONE = { status: 'success', message: '' }

/** The answers of a server that has the calls and fields of the specification, and no others. */
const SPECIFIED: Readonly<Record<string, object>> = {
  '/auth/info': INFO,
  '/text-data': { results: [] },
  '/auth/register': DONE,
  '/auth/send_code': DONE,
  '/auth/register/phone/confirm': { ...DONE, auth_token: 'a-token-of-another-server' },
  '/auth/register/set/pin': {},
  '/auth/login': { ...DONE, auth_token: 'a-token-of-another-server' },
  '': {
    results: [
      {
        accounts: [
          { id: '1', currency_code: 'RUB', balance: '1000.00' },
          { id: '2', currency_code: 'USD', balance: '10.00' },
        ],
      },
    ],
  },
  '/user/notification': { results: [{ created_at: '2026-11-20T12:00:00Z', message: 'Hello' }] },
  '/exchange/rates': {
    rates: [
      { id: '1', from_currency_code: 'RUB', to_currency_code: 'USD', quantity_in: '1', quantity_out: '0.0125' },
      { id: '2', from_currency_code: 'USD', to_currency_code: 'RUB', quantity_in: '1', quantity_out: '79.5' },
    ],
  },
  '/exchange': DONE,
  '/transaction': {
    results: [
      {
        amount: '-25.00',
        currency_code: 'RUB',
        status: 'processed',
        description: 'Coffee',
        created_at: '2026-11-20T12:00:00Z',
      },
    ],
  },
  '/stat': { results: [] },
  '/withdrawal': DONE,
  '/top-up/status': { status: 'complete' },
}

/** Answers as such a server does; `refused` by their paths with a message and without a code. */
async function answerAsSpecified(page: Page, refused: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.route('**/v2/**', (route: Route) => {
    const path = new URL(route.request().url()).pathname.replace(/^\/v2\/wallet/, '').replace(/\/$/, '')
    const message = refused[path]
    if (message !== undefined) return route.fulfill({ json: { status: 'error', message } })
    const json = SPECIFIED[path]
    return json ? route.fulfill({ json }) : route.fulfill({ status: 404, json: { detail: 'Not found.' } })
  })
}

test(
  'a server with the fields of the specification alone is worked with, from sign-up to an exchange and a withdrawal [two-origins-2]',
  { tag: '@once' },
  async ({ page, wallet }, info) => {
    await answerAsSpecified(page)
    const anna = new Person(page, info, { url: wallet.url })
    await anna.open('/auth/register')
    await anna.field('field.first_name').fill('Anna')
    await anna.field('field.email').fill('anna@mail.example')
    await page.locator('input[autocomplete=tel-national]').fill(anna.national)
    await anna.button('common.continue').click()
    await anna.digits('code.label').pressSequentially('1234')
    await anna.button('code.confirm').click()
    await anna.digits('pin.label').fill(PIN)
    await anna.button('pin.setup.submit').click()
    await expect(page).toHaveURL(`${anna.url}/`)
    await expect(page.getByText(anna.balance('1000.00', 'RUB')).first()).toBeVisible()
    await expect(page.getByText('Coffee').first()).toBeVisible()

    await anna.link('payment.withdrawal_btn').click()
    await anna.withdraw('10', '2200123456024821')
    await expect(page.getByText(anna.t('pay.success'))).toBeVisible()
    await anna.button('common.done').click()

    await anna.link('payment.exchange_btn').click()
    await page
      .getByRole('group', { name: anna.t('ex.from') })
      .getByRole('textbox')
      .fill('100')
    await anna.button('ex.submit').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: anna.t('ex.submit_amount', { amount: anna.money('100.00', 'RUB') }) })
      .click()
    await expect(page.getByRole('dialog', { name: anna.t('ex.success') })).toBeVisible()
    await anna.button('common.done').click()
    await page.goto(`${anna.url}/wallet/payments/finish?order=7&currencyCode=RUB`)
    await expect(anna.heading('finish.success')).toBeVisible()
  },
)

test('the words of such a server are told where it refuses', { tag: '@once' }, async ({ page, wallet }, info) => {
  await answerAsSpecified(page, { '/auth/send_code': 'Нет такого номера' })
  const anna = new Person(page, info, { url: wallet.url })
  await anna.open('/auth/login')
  await page.locator('input[autocomplete=tel-national]').fill(anna.national)
  await anna.button('login.submit').click()
  await expect(page.getByText('Нет такого номера')).toBeVisible()
})
