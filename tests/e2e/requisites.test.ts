import { expect, test } from '@playwright/test'
import { requisitesOf } from '#tests/bank'
import { Person } from './person.ts'

/** What was handed on, and what is on the clipboard: a page without either has them from here. */
const HAND_ON = `window.shared = []
navigator.share = async (data) => void window.shared.push(data.text)
Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => void (window.copied = text) } })`

test(
  'a person shows the requisites of an account, hands them on, and what is paid there arrives',
  { tag: '@corners' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await page.addInitScript(HAND_ON)
    const user = await anna.settle([])
    const { id } = await user.account(anna.home)
    const requisites = await requisitesOf(user, anna.home)
    const main = page.getByRole('main')
    const sheet = page.getByRole('dialog')
    const copied = () => page.evaluate<string>('window.copied')

    await test.step('they stand in a sheet of the account’s screen, as they are', async () => {
      await page.goto(`${anna.url}/wallet/${id}`)
      await anna.button('requisites.bank_title').click()
      await expect(sheet.getByRole('heading', { name: anna.t('requisites.bank_title') })).toBeVisible()
      await expect(sheet.getByText(requisites.pay_to, { exact: true })).toBeVisible()
      await expect(sheet.getByText(requisites.holder ?? '', { exact: true })).toBeVisible()
      await anna.expectAccessible()
      await anna.expectNoSidewaysScroll()
    })

    await test.step('each is copied alone, all of them at once, and they are handed on', async () => {
      const number = /^[A-Z]{2}/.test(requisites.pay_to) ? 'requisites.iban' : 'requisites.account'
      await sheet.getByRole('button', { name: anna.t('a11y.copy', { what: anna.t(number) }) }).click()
      await expect(page.getByText(anna.t('common.copied')).first()).toBeVisible()
      expect(await copied()).toBe(requisites.pay_to)
      await sheet.getByRole('button', { name: anna.t('requisites.copy_all') }).click()
      await expect.poll(copied).toContain(`${anna.t('requisites.holder')}: ${requisites.holder}`)
      expect(await copied()).toContain(`${anna.t(number)}: ${requisites.pay_to}`)
      await sheet.getByRole('button', { name: anna.t('common.share') }).click()
      expect(await page.evaluate('window.shared')).toEqual([await copied()])
    })

    await test.step('who pays there, at the bank, hears that it was paid; to a number that nobody has, that there is none', async () => {
      const bank = await page.context().newPage()
      await bank.goto(`${anna.url}/sandbox/bank?lang=${anna.language}`)
      await bank.locator('#to').fill(`${requisites.pay_to}0`)
      await bank.locator('#amount').fill('12.34')
      await bank.locator('button[type=submit]').click()
      await expect(bank.getByRole('alert')).toBeVisible()
      await bank.locator('#to').fill(requisites.pay_to)
      await bank.locator('#amount').fill('12.34')
      await bank.locator('button[type=submit]').click()
      await expect(bank.getByRole('status')).toContainText(`12.34 ${anna.home}`)
      await bank.close()
    })

    await test.step('and it is on the account and in the history, without anything being asked for', async () => {
      await sheet
        .getByRole('button', { name: anna.t('common.close') })
        .first()
        .click()
      await expect(main.getByText(anna.t('transaction.description.topup_bank')).first()).toBeVisible()
      await expect(main.getByText(`+${anna.money('12.34', anna.home)}`, { exact: true }).first()).toBeVisible()
      await page.goto(`${anna.url}/history`)
      await expect(main.getByText(anna.t('transaction.description.topup_bank')).first()).toBeVisible()
    })
  },
)

test(
  'an address is shown as a code; who may not top up is offered no requisites',
  { tag: ['@once', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const user = await anna.settle([])
    await user.post('/v2/wallet/accounts', { currency_code: 'USDC' })
    const { id } = await user.account('USDC')
    const { pay_to } = await requisitesOf(user, 'USDC')
    await page.goto(`${anna.url}/wallet/${id}`)
    await anna.button('requisites.address_title').click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('img', { name: anna.t('requisites.code') })).toBeVisible()
    await expect(sheet.getByText(pay_to, { exact: true })).toBeVisible()
    await anna.expectAccessible()
    await page.route('**/v2/wallet/auth/info', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), is_topup_allowed: false } })
    })
    await page.reload()
    await expect(anna.heading('wallet.requisites')).toBeVisible()
    await expect(anna.button('requisites.address_title')).toHaveCount(0)
  },
)
