import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Currency } from '#money/currency'
import { Person, PIN } from './person.ts'

const CARD = '2200123456024821'

function sendButton(anna: Person, amount: string, within: Page | Locator = anna.page): Locator {
  return within.getByRole('button', {
    name: anna.t('save.submit_amount', { amount: anna.money(amount, anna.home) }),
    exact: true,
  })
}

/** Gives the PIN in the sheet of a transfer; ends on whatever stage follows. */
async function confirm(anna: Person, amount: string, pin = PIN): Promise<void> {
  const sheet = anna.page.getByRole('dialog')
  await expect(sheet).toContainText(anna.t('save.confirm'))
  await sheet.getByLabel(anna.digitsName('pin.label'), { exact: true }).fill(pin)
  await sendButton(anna, amount, sheet).click()
}

function recent(anna: Person, last: string): Locator {
  return anna.page.getByRole('radio', { name: `••\u00a0${last}` })
}

/** Opens the transfer anew, with nothing typed in. */
async function openTransfer(anna: Person): Promise<void> {
  await anna.page.goto(`${anna.url}/wallet/save`)
  await expect(anna.heading('save.title')).toBeVisible()
}

test('a person moves money to cards', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.settle([`1000.00 ${anna.home}`])
  await test.step('what is missing or too much keeps the button disabled and says so [save-1]', async () => {
    await openTransfer(anna)
    await expect(page.getByText(anna.missing('reason.amount', 'reason.card'))).toBeVisible()
    await expect(anna.button('save.submit')).toBeDisabled()
    await anna.field('amount.label').fill('1500')
    await anna.field('save.recipient').fill(CARD)
    await expect(page.getByText(anna.t('err.amount.funds', { amount: anna.money('500', anna.home) })).first()).toBeVisible()
    await expect(anna.button('save.submit')).toBeDisabled()
    await anna.button('save.take_all').click()
    await expect(sendButton(anna, '1000')).toBeEnabled()
    // Another account: its balance counts, and its currency.
    await page.getByRole('radio', { name: new RegExp(anna.second) }).check()
    await expect(anna.button('save.submit')).toBeDisabled()
    await page.getByRole('radio', { name: new RegExp(anna.home) }).check()
  })

  await test.step('a wrong PIN and a declined transfer keep the form [save-2]', async () => {
    await anna.field('amount.label').fill('100')
    await anna.field('save.recipient').fill('2200123456010002')
    await sendButton(anna, '100').click()
    await confirm(anna, '100', '0000')
    await expect(page.getByRole('dialog')).toContainText(anna.t('pin.left', { count: 4 }))
    await confirm(anna, '100')
    await expect(page.getByText(anna.t('pay.failed'))).toBeVisible()
    await anna.button('pay.retry').click()
    await expect(anna.field('save.recipient')).toHaveValue('2200 1234 5601 0002')
  })

  await test.step('a person sends to a card, and again to an earlier recipient without its number [save-3]', async () => {
    await openTransfer(anna)
    await expect(page).toHaveTitle(new RegExp(anna.t('save.title')))
    await expect(anna.button('save.submit')).toBeDisabled()
    await expect(anna.field('save.recipient')).toBeVisible()
    // Who was declined is no earlier recipient.
    await expect(page.getByRole('group', { name: anna.t('save.recent') })).toHaveCount(0)
    await anna.expectNoSidewaysScroll()

    await anna.field('amount.label').fill('250')
    await anna.field('save.recipient').fill(CARD)
    await sendButton(anna, '250').click()
    await expect(page.getByRole('dialog')).toContainText(/2200.12••.••••.4821/)
    await expect(page.getByRole('dialog')).toContainText(anna.home)
    await anna.expectAccessible()
    await confirm(anna, '250')
    await expect(page.getByText(anna.t('pay.success'))).toBeVisible()
    await anna.button('common.done').click()
    await expect(page).toHaveURL(`${anna.url}/`)

    await openTransfer(anna)
    await recent(anna, '4821').check()
    await expect(anna.field('save.recipient')).toHaveValue('Мир ••\u00a04821')
    await expect(anna.field('save.recipient')).not.toBeEditable()
    await anna.field('amount.label').fill('100')
    await anna.expectAccessible()
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/v2/wallet/withdrawal'))
    await sendButton(anna, '100').click()
    await confirm(anna, '100')
    expect(new Set(Object.keys((await sent).postDataJSON()))).toEqual(
      new Set(['amount', 'currency_code', 'pin', 'recipient_id', 'total']),
    )
    await expect(page.getByText(anna.t('pay.success'))).toBeVisible()
    await anna.button('receipt.title').click()
    await expect(page.getByRole('dialog')).toContainText('4821')
  })

  await test.step('a recipient is taken out by keyboard, and a card typed in its place', async () => {
    await openTransfer(anna)
    await recent(anna, '4821').check()
    await page.getByRole('button', { name: anna.t('save.other') }).press('Enter')
    await expect(anna.field('save.recipient')).toBeFocused()
    await expect(anna.field('save.recipient')).toHaveValue('')
    await anna.field('amount.label').fill('10')
    await expect(page.getByText(anna.t('reason.missing', { fields: anna.t('reason.card') }))).toBeVisible()
    await anna.field('save.recipient').fill('2200')
    await sendButton(anna, '10').click()
    await expect(page.getByText(anna.t('err.card_short', { n: 4 }))).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the plain withdrawal form knows earlier recipients as well', async () => {
    await page.goto(`${anna.url}/wallet/withdrawal`)
    await recent(anna, '4821').check()
    await expect(anna.field('wd.card')).toHaveValue('Мир ••\u00a04821')
    await anna.field('amount.label').fill('60')
    await anna.button('wd.submit_amount', { amount: anna.money('60', anna.home) }).click()
    await anna.givePin('60', PIN)
    await expect(page.getByText(anna.t('pay.success'))).toBeVisible()
    // Three have left the account, and what was declined has not.
    await page.goto(`${anna.url}/wallet`)
    await expect(page.getByText(anna.balance('590.00', anna.home)).first()).toBeVisible()
  })
})

test('a person opens accounts', { tag: '@once' }, async ({ page }, info) => {
  const NEW: Currency = 'GBP'
  const OTHER: Currency = 'USDC'
  const anna = new Person(page, info)
  const user = await anna.settle()
  await test.step('is reviewed with its fee as money, done, and leads to the accounts [save-4]', async () => {
    await page.goto(`${anna.url}/wallet/save?create=${NEW}`)
    await expect(anna.heading('wallet.create.title')).toBeVisible()
    await expect(page.getByText(anna.t('wallet.create.review', { code: NEW, fee: anna.t('wallet.create.free') }))).toBeVisible()
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()
    await anna.button('wallet.create.btn').click()
    await expect(page.getByText(anna.t('wallet.create.done', { code: NEW }))).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/wallet\\?opened=${NEW}$`))
    await expect(page.getByText(anna.balance('0.00', NEW)).first()).toBeVisible()
  })

  await test.step('opened elsewhere meanwhile, it says so', async () => {
    await page.getByRole('combobox', { name: anna.t('wallet.create.select') }).selectOption(OTHER)
    await anna.link('wallet.create.btn').click()
    // While its own request is on the way: the page, which hears of it, cannot say so before.
    await page.route('**/v2/wallet/accounts', async (route) => {
      if (route.request().method() === 'POST') {
        expect(await user.post('/v2/wallet/accounts', { currency_code: OTHER })).toMatchObject({ http: 200 })
      }
      await route.fallback()
    })
    await anna.button('wallet.create.btn').click()
    await expect(page.getByText(anna.t('wallet.create.exists', { code: OTHER }))).toBeVisible()
    await page.unroute('**/v2/wallet/accounts')
  })

  await test.step('one that is there says so, and leads to the accounts', async () => {
    await page.goto(`${anna.url}/wallet/save?create=${NEW}`)
    await expect(page.getByText(anna.t('wallet.create.exists', { code: NEW }))).toBeVisible()
    await expect(anna.button('wallet.create.btn')).toHaveCount(0)
    await anna.expectAccessible()
    await page.getByRole('link', { name: anna.t('wallet.to_list') }).click()
    await expect(page).toHaveURL(`${anna.url}/wallet`)
  })

  await test.step('of no currency of the brand leads back', async () => {
    await page.goto(`${anna.url}/wallet/save?create=${encodeURIComponent('../../auth')}`)
    await expect(page).toHaveURL(`${anna.url}/wallet`)
    await expect(anna.heading('wallets.title')).toBeVisible()
  })

  await test.step('switched off by the operator, it says so and opens nothing', async () => {
    await page.route('**/v2/wallet/config', async (route) => {
      const response = await route.fetch()
      const config = await response.json()
      await route.fulfill({ response, json: { ...config, switches: { ...config.switches, account_create: false } } })
    })
    await page.goto(`${anna.url}/wallet/save?create=IDR`)
    await expect(page.getByText(anna.t('wallet.create.off'))).toBeVisible()
    await expect(anna.button('wallet.create.btn')).toHaveCount(0)
    await anna.expectAccessible()
  })
})
