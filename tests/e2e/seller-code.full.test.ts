import { writeFileSync } from 'node:fs'
import { expect, type Page, type TestInfo } from '@playwright/test'
import type { Currency } from '#money/currency'
import { aUser, giveMoney, type TestUser } from '#tests/builders'
import type { BuiltWallet } from '#tests/built-wallet'
import { aShopOrder, payCode, quoteOf, type ShopOrder } from '#tests/shop'
import { withOwnWallet } from './own-wallet.ts'
import { Person, PIN } from './person.ts'
import { codeRaster, png } from './qr-pictures.ts'

// The operator's margins hold for all who use the wallet: it is one of its own.
const test = withOwnWallet()

/** A person who pays sellers by their codes. */
class Customer extends Person {
  private readonly info: TestInfo

  constructor(page: Page, info: TestInfo, wallet: BuiltWallet) {
    super(page, info, wallet)
    this.info = info
  }

  sheet() {
    return this.page.getByRole('dialog')
  }

  /** Opens the Payment screen and chooses a picture of a code. */
  async read(code: string): Promise<void> {
    await this.page.goto(`${this.url}/payment`)
    await expect(this.heading('nav.payment')).toBeVisible()
    const tab = this.page.getByRole('tab', { name: this.t('qrpay.tab_scan') })
    if (await tab.isVisible()) await tab.click()
    const file = this.info.outputPath('code.png')
    writeFileSync(file, png(codeRaster(code, 4)))
    const chooser = this.page.waitForEvent('filechooser')
    await this.button('qrpay.choose').first().click()
    await (await chooser).setFiles(file)
  }

  payButton(amount: string, currency: Currency) {
    return this.sheet().getByRole('button', {
      name: this.t('qrpay.pay_amount', { amount: this.money(amount, currency) }),
      exact: true,
    })
  }

  /** Goes on from the review, and gives the PIN. */
  async pay(amount: string, currency: Currency, pin = PIN): Promise<void> {
    await this.payButton(amount, currency).click()
    await this.givePinFor(amount, currency, pin)
  }

  async givePinFor(amount: string, currency: Currency, pin = PIN): Promise<void> {
    await this.sheet().getByLabel(this.digitsName('pin.label'), { exact: true }).fill(pin)
    await this.payButton(amount, currency).click()
  }

  dialog(title: Parameters<Person['t']>[0]) {
    return this.page.getByRole('dialog', { name: this.t(title), exact: true })
  }
}

const kopecks = (decimal = ''): bigint => BigInt(decimal.replace('.', ''))

const SELLERS = [
  { format: 'sbp', amount: '350.00', currency: 'RUB', seller: 'ООО «Кофейня Зерно»' },
  { format: 'qris', amount: '25000.00', currency: 'IDR', seller: 'Warung Kopi' },
  { format: 'pix', amount: '4.00', currency: 'USD', seller: 'Padaria do Sol' },
  { format: 'gost', amount: '1200.50', currency: 'RUB', seller: 'ООО «Три кита»' },
  { format: 'epc', amount: '19.90', currency: 'EUR', seller: 'Blumenhaus Berlin' },
] as const

test(
  'a seller’s code of every format is paid, and the shop says so by itself',
  { tag: '@brand' },
  async ({ page, context, wallet }, info) => {
    const anna = new Customer(page, info, wallet)
    await anna.settle(['5000.00 RUB', '300000.00 IDR', '100.00 USD', '100.00 EUR'])
    for (const { format, amount, currency, seller } of SELLERS) {
      await test.step(format, async () => {
        const order = await aShopOrder(wallet, { format, amount })
        const shop = await context.newPage()
        await shop.goto(`${wallet.url}/sandbox/shop/${order.id}?lang=en`)
        await expect(shop.getByRole('heading', { name: seller })).toBeVisible()
        // A tab in the background is drawn once a second.
        await page.bringToFront()
        await anna.read(order.code)
        await expect(anna.dialog('qrpay.title')).toContainText(seller)
        await expect(anna.dialog('qrpay.title')).toContainText(anna.t('qrpay.confirmed'))
        await anna.expectAccessible()
        await anna.expectNoSidewaysScroll()
        await anna.payButton(amount, currency).click()
        await expect(anna.dialog('qrpay.confirm')).toContainText(seller)
        await anna.expectAccessible()
        await anna.givePinFor(amount, currency)
        await expect(anna.dialog('qrpay.paid')).toContainText(seller)
        await anna.expectAccessible()
        // Its page asks for itself.
        await expect(shop.getByRole('heading', { name: 'Paid' })).toBeVisible()
        await shop.close()
      })
    }
    await anna
      .sheet()
      .getByRole('button', { name: anna.t('receipt.title'), exact: true })
      .click()
    await expect(anna.dialog('receipt.title')).toContainText('Blumenhaus Berlin')
    await anna.button('common.done').click()
    await expect(page).toHaveURL(`${anna.url}/`)
    await expect(page.getByText('Blumenhaus Berlin').first()).toBeVisible()
  },
)

test(
  'the seller is called what the provider calls them, whatever the code says [seller-code-1]',
  { tag: '@once' },
  async ({ page, wallet }, info) => {
    const anna = new Customer(page, info, wallet)
    await anna.settle(['5000.00 RUB'])
    const { code } = await aShopOrder(wallet, { format: 'gost', amount: '1000.00', claimed_name: 'Сбербанк' })
    await anna.read(code)
    await expect(anna.dialog('qrpay.title')).toContainText('ООО «Три кита»')
    await expect(page.getByText('Сбербанк')).toHaveCount(0)
    await anna.pay('1000.00', 'RUB')
    await expect(anna.dialog('qrpay.paid')).toContainText('ООО «Три кита»')
    await expect(page.getByText('Сбербанк')).toHaveCount(0)

    await test.step('a bill that nobody stands behind is not paid: there the code speaks, and says that it is the code', async () => {
      await anna.read(code.replace('Sum=100000', 'Sum=100'))
      const refused = anna.dialog('qrpay.refused')
      await expect(refused).toContainText(anna.t('refusal.payment_code_unknown'))
      await expect(refused).toContainText('Сбербанк')
      await expect(refused).toContainText(anna.t('qrpay.unchecked'))
      await anna.expectAccessible()
    })
  },
)

test(
  'an amount that the payer says has to be within the bounds of the seller, and of the account',
  { tag: '@once' },
  async ({ page, wallet }, info) => {
    const anna = new Customer(page, info, wallet)
    await anna.settle(['500.00 RUB'])
    await anna.read((await aShopOrder(wallet, { format: 'sbp' })).code)
    const typed = anna.sheet().getByLabel(anna.t('amount.label'), { exact: true })
    const submit = anna.sheet().locator('button[type=submit]')
    await expect(submit).toBeDisabled()
    for (const [amount, words] of [
      ['0.50', anna.t('err.amount.min', { amount: anna.money('1.00', 'RUB') })],
      ['600000', anna.t('err.amount.max', { amount: anna.money('100000.00', 'RUB') })],
      ['700', anna.t('err.amount.funds', { amount: anna.money('200.00', 'RUB') })],
    ] as const) {
      await typed.fill(amount)
      await typed.blur()
      await expect(anna.sheet().getByText(words).first()).toBeVisible()
      await expect(submit).toBeDisabled()
    }
    await typed.fill('120.50')
    await anna.pay('120.50', 'RUB')
    await expect(anna.dialog('qrpay.paid')).toContainText(anna.money('120.50', 'RUB'))
  },
)

test('what is said of a code runs out, and is asked for again', { tag: '@once' }, async ({ page, wallet }, info) => {
  const anna = new Customer(page, info, wallet)
  await page.clock.install()
  await anna.settle(['5000.00 RUB'])
  await anna.read((await aShopOrder(wallet, { format: 'sbp', amount: '350.00' })).code)
  await anna.payButton('350.00', 'RUB').click()
  await expect(anna.dialog('qrpay.confirm')).toBeVisible()
  await page.clock.fastForward('11:00')
  await expect(anna.sheet().getByText(anna.t('qrpay.ran_out'))).toBeVisible()
  await expect(anna.sheet().getByLabel(anna.digitsName('pin.label'), { exact: true })).toHaveCount(0)
  await anna.button('qrpay.ask_again').click()
  await anna.pay('350.00', 'RUB')
  await expect(anna.dialog('qrpay.paid')).toBeVisible()
})

test(
  'an account of another currency pays at a rate that is named, and what has changed is said',
  { tag: '@once' },
  async ({ page, wallet, operator }, info) => {
    const anna = new Customer(page, info, wallet)
    await page.clock.install()
    const user = await anna.settle(['5000.00 RUB'])
    const { code } = await aShopOrder(wallet, { format: 'epc', amount: '19.90' })
    await anna.read(code)
    const sheet = anna.dialog('qrpay.title')
    await expect(sheet).toContainText(anna.t('qrpay.rate'))
    await expect(sheet).toContainText(anna.t('qrpay.debit'))
    await expect(sheet.getByText(anna.t('qrpay.renewed'))).toHaveCount(0)
    await anna.expectAccessible()
    const named = async (): Promise<bigint> => {
      const { accounts } = (await quoteOf(user, code)) as { accounts?: { currency_code: string; from_amount: string }[] }
      return kopecks(accounts?.find(({ currency_code }) => currency_code === 'RUB')?.from_amount)
    }
    const before = await named()
    await operator('margins', 'set', 'RUB', 'EUR', '3')
    // A running wallet knows of a change within a second; no rate moves so far by itself.
    await expect.poll(async () => (await named()) * 100n > before * 102n).toBe(true)
    // Half of the time for which the rate holds.
    await page.clock.fastForward('00:31')
    await expect(sheet.getByText(anna.t('qrpay.renewed'))).toBeVisible()
    // The button names the roubles that leave the account, before the PIN and beside it.
    const submit = anna.sheet().locator('button[type=submit]').filter({ hasText: '₽' })
    await submit.click()
    await anna.sheet().getByLabel(anna.digitsName('pin.label'), { exact: true }).fill(PIN)
    await submit.click()
    await expect(anna.dialog('qrpay.paid')).toContainText('Blumenhaus Berlin')
    expect(kopecks(await user.balance('RUB'))).toBeLessThan(kopecks('5000.00'))
    await page.goto(`${anna.url}/`)
    await expect(page.getByText(`Blumenhaus Berlin · ${anna.money('19.90', 'EUR')}`).first()).toBeVisible()
  },
)

test(
  'how a payment ended is told as it is: declined, on its way, wrong PIN, paid by somebody else',
  { tag: '@once' },
  async ({ page, wallet }, info) => {
    const anna = new Customer(page, info, wallet)
    const user = await anna.settle(['5000.00 RUB'])
    const order = (course: 'paid' | 'declined' | 'slow_paid'): Promise<ShopOrder> =>
      aShopOrder(wallet, { format: 'sbp', amount: '350.00', course })

    await test.step('a wrong PIN stays where it is given', async () => {
      await anna.read((await order('declined')).code)
      await anna.pay('350.00', 'RUB', '0000')
      await expect(anna.dialog('qrpay.confirm').locator('[aria-invalid=true]')).toBeVisible()
      await anna.sheet().getByLabel(anna.digitsName('pin.label'), { exact: true }).fill(PIN)
      await anna.payButton('350.00', 'RUB').click()
    })
    await test.step('declined: the money is back', async () => {
      await expect(anna.dialog('qrpay.failed')).toContainText(anna.t('refusal.payment_declined'))
      expect(await user.balance('RUB')).toBe('5000.00')
      await anna.expectAccessible()
    })
    await test.step('on its way, until the provider says that the seller is paid', async () => {
      await anna.read((await order('slow_paid')).code)
      await anna.pay('350.00', 'RUB')
      await expect(anna.dialog('qrpay.pending')).toContainText(anna.t('qrpay.pending_text'), { timeout: 30_000 })
      await anna.expectAccessible()
      await expect(anna.dialog('qrpay.paid')).toBeVisible({ timeout: 60_000 })
    })
    await test.step('somebody else was faster: nothing is taken', async () => {
      const taken = await order('paid')
      await anna.read(taken.code)
      await expect(anna.payButton('350.00', 'RUB')).toBeVisible()
      const boris: TestUser = await aUser(wallet)
      await giveMoney(boris, ['1000.00 RUB'])
      expect(await payCode(boris, taken)).toMatchObject({ status: 'ok' })
      await anna.pay('350.00', 'RUB')
      await expect(anna.dialog('qrpay.failed')).toBeVisible()
      expect(await user.balance('RUB')).toBe('4650.00')
    })
  },
)
