import { expect, test } from '@playwright/test'
import { accountNumber } from '#contract/account-number'
import { operationNumber } from '#contract/operation-number'
import { aUserWith, freshPhone } from '#tests/builders'
import { Person } from './person.ts'

test('a person looks after their accounts', { tag: ['@once', '@full'] }, async ({ page, context }, info) => {
  const anna = new Person(page, info)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: anna.url })
  const user = await anna.arrive({ path: '/wallet', balances: [`1234.50 ${anna.home}`, '70.00 USDC'] })
  const { id } = await user.account(anna.home)
  const main = page.getByRole('main')
  const wide = page.viewportSize()
  /** On the narrowest phone. */
  async function expectNarrow(): Promise<void> {
    await page.setViewportSize({ width: 320, height: 640 })
    await anna.expectNoSidewaysScroll()
    if (wide) await page.setViewportSize(wide)
  }

  await test.step('are listed with symbol and balance, and lead to their own screens [e2e-wallet-1]', async () => {
    const rows = page.getByRole('list', { name: anna.t('wallets.title') }).getByRole('link')
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toContainText(anna.balance('1234.50', anna.home))
    await expect(rows.nth(2)).toContainText(anna.balance('70.00', 'USDC'))
    await expectNarrow()
    await rows.first().click()
    await expect(page).toHaveURL(`${anna.url}/wallet/${id}`)
    await expect(anna.heading(`currency.${anna.home}`)).toBeFocused()
  })

  await test.step('shows its balance, what can be done, its number to copy, and its own transactions [e2e-wallet-2]', async () => {
    await expect(main.getByText(anna.balance('1234.50', anna.home), { exact: true })).toBeVisible()
    await expect(main.getByRole('link', { name: anna.t('payment.topup_btn'), exact: true })).toHaveAttribute(
      'href',
      `/wallet/topup?currencyCode=${anna.home}`,
    )
    const requisites = main.getByRole('region', { name: anna.t('wallet.requisites') })
    await expect(requisites).toContainText(accountNumber(id))
    await expect(requisites).toContainText(anna.fullName)
    for (const [key, value] of [
      ['wallet.number', accountNumber(id)],
      ['wallet.owner', anna.fullName],
      ['wallet.create.select', anna.home],
    ] as const) {
      await requisites.getByRole('button', { name: anna.t('a11y.copy', { what: anna.t(key) }) }).click()
      await expect(page.getByText(anna.t('common.copied')).last()).toBeVisible()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value)
    }
    const own = main.getByRole('region', { name: anna.t('transactions.title') })
    await expect(own).toContainText(`+${anna.money('1234.50', anna.home)}`)
    await expect(own).not.toContainText(anna.money('70.00', 'USDC'))
    await expectNarrow()
  })

  await test.step('draws how its balance moved in thirty days, once there is something to draw', async () => {
    const month = page.getByRole('region', { name: anna.t('wallet.last30') })
    await expect(month).toContainText(anna.t('chart.empty'))
    await user.withdraw('120.00', anna.home)
    await user.topUp('1000.00', anna.home)
    await page.reload()
    const words = { min: anna.money('0.00', anna.home), max: anna.money('2114.50', anna.home) }
    await expect(month.getByRole('img', { name: anna.t('a11y.sparkline', words) })).toBeVisible()
    await expect(month).toContainText(`+${anna.money('2114.50', anna.home)}`)
    await anna.expectAccessible()
    await anna.button('balance.hide').first().click()
    await expect(month.getByText(/[0-9][.,][0-9]/)).toHaveCount(0)
    await expect(month.getByRole('img', { name: anna.t('balance.hidden') })).toBeVisible()
    await anna.button('balance.show').first().click()
  })

  await test.step('mark the one that was just opened, for a moment', async () => {
    await page.goto(`${anna.url}/wallet?opened=${anna.second}`)
    const row = page.getByRole('link', { name: new RegExp(`^${anna.second}\\b`) })
    await expect(row).toHaveAttribute('aria-current', 'true')
    await anna.expectAccessible()
    await expect(row).not.toHaveAttribute('aria-current')
    await expect(page).toHaveURL(`${anna.url}/wallet`)
  })

  await test.step('that is nobody’s, or somebody else’s, is not there', async () => {
    await page.goto(`${anna.url}/wallet/nothing`)
    await expect(anna.heading('wallet.not_found')).toBeVisible()
    await anna.expectAccessible()
    await page.getByRole('link', { name: anna.t('wallet.to_list') }).click()
    await expect(page).toHaveURL(`${anna.url}/wallet`)
    const boris = await aUserWith(user.wallet, freshPhone(anna.brand.phone.excludedCountries.includes('RU') ? 'GB' : 'RU'))
    const { id: stranger } = await boris.account(anna.home)
    await page.goto(`${anna.url}/wallet/${stranger}`)
    await expect(anna.heading('wallet.not_found')).toBeVisible()
  })

  await test.step('the receipt of an exchange is behind the second button of its success, and stays after a reload [e2e-wallet-3]', async () => {
    await page.goto(`${anna.url}/exchange`)
    const give = page.getByRole('group', { name: anna.t('ex.from') }).getByRole('textbox')
    const get = page.getByRole('group', { name: anna.t('ex.to') }).getByRole('textbox')
    await give.fill('200')
    await expect(get).not.toHaveValue('')
    await anna.button('ex.submit').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: anna.t('ex.submit') })
      .click()
    const done = page.getByRole('dialog', { name: anna.t('ex.success') })
    await expect(done.getByRole('button', { name: anna.t('common.done') })).toBeVisible()
    await anna.expectAccessible()
    await done.getByRole('button', { name: anna.t('receipt.title') }).click()
    await expect(page).toHaveURL(`${anna.url}/exchange/confirm`)
    await expect(page).toHaveTitle(`${anna.t('ex.success')} · ${anna.brand.name}`)
    for (const visit of ['first', 'after a reload']) {
      if (visit !== 'first') await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: anna.t('ex.success') }), visit).toBeVisible()
      await expect(main).toContainText(anna.money('200.00', anna.home))
      await expect(main).toContainText(anna.money(await user.balance(anna.second), anna.second))
      await expect(main).toContainText(/1\s[A-Z]{3}\s=\s/)
      await expect(main).toContainText(/\d{2}:\d{2}/)
      const { results } = await user.get('/v2/wallet/transaction')
      const [{ operation_id }] = results as [{ operation_id: string }]
      await expect(main).toContainText(operationNumber(operation_id))
    }
    await anna.expectAccessible()
    await expectNarrow()
    await anna.link('common.done').click()
    await expect(page).toHaveURL(`${anna.url}/`)
  })

  await test.step('hidden amounts are hidden everywhere and stay so after a reload', async () => {
    const balance = anna.balance('1914.50', anna.home)
    await expect(page.getByText(balance).first()).toBeVisible()
    await anna.button('balance.hide').first().click()
    await expect(page.getByText(balance)).toHaveCount(0)
    await page.reload()
    await expect(anna.heading('transactions.title')).toBeVisible()
    await expect(page.getByText('••••').first()).toBeVisible()
    await expect(page.getByText(/1[\s,\u00a0]?914/)).toHaveCount(0)
    await anna.expectAccessible()
  })
})
