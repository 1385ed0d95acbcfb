import { expect, test } from '@playwright/test'
import { accountNumber } from '#contract/account-number'
import { Person } from './person.ts'

test('a person makes accounts their own', { tag: ['@corners', '@full'] }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const user = await anna.arrive({ path: '/wallet', balances: [`1234.50 ${anna.home}`] })
  const { id } = await user.account(anna.home)
  const empty = await user.account(anna.second)
  const main = page.getByRole('main')
  const sheet = page.getByRole('dialog')
  const list = main.getByRole('list', { name: anna.t('wallets.title') })
  const rows = list.getByRole('link')
  const hidden = main.getByRole('region', { name: anna.t('wallets.hidden') })
  /** Saves what the sheet says, and waits until it is gone. */
  async function save(): Promise<void> {
    await sheet.getByRole('button', { name: anna.t('common.save') }).click()
    await expect(sheet).toHaveCount(0)
  }

  await test.step('a name and a colour are given on the account’s own screen, which is called by it', async () => {
    await rows.first().click()
    await expect(anna.heading(`currency.${anna.home}`)).toBeFocused()
    await expect(main.getByText(accountNumber(id))).toBeVisible()
    await anna.button('account.edit').click()
    await expect(sheet.getByRole('checkbox')).toBeDisabled()
    await expect(sheet.getByText(anna.t('account.hide_refused'))).toBeVisible()
    await sheet.getByLabel(anna.t('account.name')).fill('  Sea & sun  ')
    await expect(sheet.getByText(anna.t('account.color.none'), { exact: true })).toBeVisible()
    await sheet.getByRole('radio', { name: anna.t('account.color.teal') }).check({ force: true })
    await expect(sheet.getByText(anna.t('account.color.teal'), { exact: true })).toBeVisible()
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()
    await save()
    await expect(page.getByRole('heading', { level: 1, name: 'Sea & sun' })).toBeVisible()
  })

  await test.step('stand on Home and in the list, beside the code', async () => {
    await page.goto(`${anna.url}/`)
    const slide = main.getByRole('group', { name: new RegExp(`\\b${anna.home}\\b`) }).first()
    await expect(slide).toContainText('Sea & sun')
    await expect(slide.locator('[data-color="teal"]')).toHaveText(anna.home)
    await page.goto(`${anna.url}/wallet`)
    await expect(rows.first()).toContainText(`${anna.home}Sea & sun`)
  })

  await test.step('an empty name is the currency’s again', async () => {
    await page.goto(`${anna.url}/wallet/${id}`)
    await anna.button('account.edit').click()
    await sheet.getByLabel(anna.t('account.name')).fill('')
    await save()
    await expect(anna.heading(`currency.${anna.home}`)).toBeVisible()
  })

  await test.step('are put in order by keys alone, which is said, and the focus stays with what moves', async () => {
    await page.goto(`${anna.url}/wallet`)
    await expect(rows.first()).toContainText(anna.home)
    await anna.button('accounts.order').press('Enter')
    const down = sheet.getByRole('button', { name: anna.t('accounts.down', { code: anna.home }) })
    const up = sheet.getByRole('button', { name: anna.t('accounts.up', { code: anna.home }) })
    await expect(up).toBeDisabled()
    await down.press('Enter')
    await expect(sheet.getByRole('status').first()).toHaveText(anna.t('accounts.moved', { code: anna.home, i: 2, n: 2 }))
    // It is the last now: its other button has the focus.
    await expect(down).toBeDisabled()
    await expect(up).toBeFocused()
    await anna.expectAccessible()
    await save()
    await expect(rows.first()).toContainText(anna.second)
    await page.reload()
    await expect(rows.first()).toContainText(anna.second)
  })

  await test.step('an empty one is hidden from Home and the list, and shows itself when money comes', async () => {
    await page.goto(`${anna.url}/wallet/${empty.id}`)
    await anna.button('account.edit').click()
    await sheet.getByRole('checkbox').check()
    await save()
    await page.goto(`${anna.url}/wallet`)
    await expect(hidden.getByRole('link')).toContainText(anna.second)
    await expect(rows).toHaveCount(1)
    // There is nothing to put in order.
    await expect(anna.button('accounts.order')).toHaveCount(0)
    await page.goto(`${anna.url}/`)
    await expect(main.getByRole('group', { name: new RegExp(`\\b${anna.home}\\b`) }).first()).toBeVisible()
    await expect(main.getByRole('group', { name: new RegExp(`\\b${anna.second}\\b`) })).toHaveCount(0)
    await user.topUp('5.00', anna.second)
    await page.goto(`${anna.url}/wallet`)
    await expect(rows).toHaveCount(2)
    await expect(hidden).toHaveCount(0)
  })
})
