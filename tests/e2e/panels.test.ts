import { expect, type Locator, test } from '@playwright/test'
import { parseDecimal } from '#money/amount'
import { CURRENCY_CODES, type Currency } from '#money/currency'
import { formatFigure } from '#money/format'
import type { TextKey } from '#texts/texts'
import { Person } from './person.ts'

/** Whether a panel is a sheet in this window. */
function isSheet(anna: Person): boolean {
  return (anna.page.viewportSize()?.width ?? 0) < 920
}

/** An open panel: a sheet below 920 px, else a region in the right pane. */
function panel(anna: Person, key: TextKey): Locator {
  return anna.page.getByRole(isSheet(anna) ? 'dialog' : 'region', { name: anna.t(key), exact: true })
}

/** "Total ≈ …", which opens Search assets. */
function total(anna: Person): Locator {
  return anna.page.getByRole('button', { name: anna.t('panel.assets.total', { amount: '' }).trim() })
}

/** The row of Search assets of a currency. */
function asset(anna: Person, code: Currency): Locator {
  return panel(anna, 'panel.assets.title').getByRole('radio', { name: new RegExp(`^${code}\\b`) })
}

async function expectMarked(row: Locator): Promise<void> {
  await expect(row).toHaveAttribute('aria-current', 'true')
}

/** The field of a form that shows the chosen account, by its label. */
function accountField(anna: Person, label: 'topup.account' | 'wd.from', code: Currency): Locator {
  return anna.page.getByRole('button', { name: new RegExp(`^${anna.t(label)}\\s+${code}\\b`) })
}

test('the panels of Home and of the forms, at every width', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ balances: [`9999.00 ${anna.home}`] })
  const assets = panel(anna, 'panel.assets.title')
  const onPhone = () => page.setViewportSize({ width: 360, height: 800 })

  await test.step('tells the total in sixteen currencies; the chosen one stays, after a reload too [panels-1]', async () => {
    await total(anna).click()
    await expect(assets.getByRole('radio')).toHaveCount(16)
    for (const code of CURRENCY_CODES) await expect(asset(anna, code)).toBeEnabled()
    await expect(asset(anna, anna.home)).toBeChecked()
    await expect(assets).toContainText(`${anna.home}\u00a0${formatFigure(parseDecimal('9999.00', anna.home), anna.language)}`)
    await anna.expectAccessible()
    await assets.getByRole('textbox', { name: anna.t('common.search') }).fill('qqq')
    await expect(assets.getByText(anna.t('search.empty', { q: 'qqq' }))).toBeVisible()
    await anna.expectAccessible()
    await assets.getByRole('button', { name: anna.t('a11y.clear_search') }).click()
    await assets.getByText(anna.t('currency.EUR'), { exact: true }).click()
    await expect(assets).toBeHidden()
    await expect(total(anna)).toContainText('€')
    await expect(total(anna)).toBeFocused()
    await page.reload()
    await expect(total(anna)).toContainText('€')
    // A currency without a symbol of its own, and without accounts, is told by its code.
    await total(anna).click()
    await asset(anna, 'THB').focus()
    await page.keyboard.press('Enter')
    await expect(assets).toBeHidden()
    await expect(total(anna)).toContainText(/[0-9]\sTHB/)
    expect(await page.evaluate(`localStorage.getItem('wallet.display_currency')`)).toBe('THB')
  })

  await test.step('hides what is hidden', async () => {
    await anna.button('balance.hide').first().click()
    await expect(total(anna)).toContainText('••••')
    await total(anna).click()
    await expect(assets.getByText('••••')).toHaveCount(16)
    await expect(assets.getByText(/[0-9]/)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(assets).toBeHidden()
    await anna.button('balance.show').first().click()
  })

  await test.step('scrolls under its search on the smallest screen, and nothing is cut', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(total(anna)).toContainText(/[0-9].*THB/)
    await anna.expectNoSidewaysScroll()
    const narrow = panel(anna, 'panel.assets.title')
    await total(anna).click()
    await asset(anna, 'THB').scrollIntoViewIfNeeded()
    await expect(narrow.getByRole('textbox')).toBeInViewport()
    await anna.expectNoSidewaysScroll()
    await narrow.getByText(anna.t('currency.GEL'), { exact: true }).click()
    await expect(total(anna)).toContainText('GEL')
    await anna.expectNoSidewaysScroll()
  })

  await test.step('a panel is a sheet from the bottom on a phone, from the side on a tablet, and the right pane from 920 px [panels-2]', async () => {
    for (const width of [767, 768, 919]) {
      await page.setViewportSize({ width, height: 900 })
      await total(anna).click()
      const sheet = page.getByRole('dialog', { name: anna.t('panel.assets.title') })
      await expect
        .poll(async () => {
          const box = await sheet.boundingBox()
          return box && [box.x + box.width, box.y + box.height, width < 768 ? box.width : box.y]
        })
        .toEqual([width, 900, width < 768 ? width : 0])
      await anna.expectAccessible()
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
    }
    await page.setViewportSize({ width: 920, height: 900 })
    await total(anna).click()
    const pane = page.getByRole('complementary').getByRole('region', { name: anna.t('panel.assets.title') })
    await expect(pane).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await pane.getByRole('button', { name: anna.t('profile.back') }).click()
    await expect(pane).toBeHidden()
  })

  await test.step('each of the three panels is closed by its close button, as a sheet and as a pane [panels-3]', async () => {
    for (const [way, open, title] of [
      [undefined, () => total(anna), 'panel.assets.title'],
      ['payment.withdrawal_btn', () => accountField(anna, 'wd.from', anna.home), 'panel.account.title'],
      [
        'payment.exchange_btn',
        () => page.getByRole('group', { name: anna.t('ex.from') }).getByRole('button', { name: anna.home }),
        'panel.exchange.title',
      ],
    ] as const) {
      await onPhone()
      if (way) {
        await anna.link('nav.home').click()
        await anna.link(way).click()
      }
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await open().first().click()
        const heading = anna.heading(title)
        await expect(heading).toBeVisible()
        await page.getByRole('button', { name: anna.t('common.close'), exact: true }).click()
        await expect(heading).toBeHidden()
      }
    }
  })

  await test.step('opens on the tab of its button, is turned by the arrows, and gives the focus back on Esc [panels-4]', async () => {
    await onPhone()
    const get = page
      .getByRole('group', { name: anna.t('ex.to') })
      .getByRole('button', { name: anna.t('ex.choose', { code: anna.second }) })
    await get.click()
    const accounts = panel(anna, 'panel.exchange.title')
    const tabs = accounts.getByRole('tab')
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
    await tabs.nth(1).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(tabs.nth(0)).toBeFocused()
    await expect(tabs.nth(0)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(accounts).toBeHidden()
    await expect(get).toBeFocused()
    await page.setViewportSize({ width: 320, height: 640 })
    await get.click()
    await anna.expectNoSidewaysScroll()
    await anna.expectAccessible()
  })
})

test('the panels beside the screen: the keyboard, a choice and ways out', { tag: '@desktop' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ balances: ['9000.00', '9000.00', '3860.02'].map((amount) => `${amount} ${anna.home}`) })

  await test.step('is walked by the keyboard: arrows choose, Enter and Esc close, the focus comes back', async () => {
    await total(anna).focus()
    await page.keyboard.press('Enter')
    const assets = panel(anna, 'panel.assets.title')
    await expect(assets.getByRole('heading')).toBeFocused()
    await asset(anna, 'USD').focus()
    await page.keyboard.press('ArrowDown')
    await expect(asset(anna, 'EUR')).toBeFocused()
    await expect(asset(anna, 'EUR')).toBeChecked()
    await expect(assets).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(assets).toBeHidden()
    await expect(total(anna)).toBeFocused()
    await expect(total(anna)).toContainText('€')
    await page.keyboard.press('Enter')
    await asset(anna, 'RUB').focus()
    await page.keyboard.press('Space')
    await expect(assets).toBeHidden()
    await expect(total(anna)).toContainText('₽')
    await page.keyboard.press('Enter')
    await expect(assets).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(assets).toBeHidden()
    await expect(total(anna)).toBeFocused()
  })

  await test.step('is left by Esc, and by going to another screen [panels-5]', async () => {
    await anna.link('payment.topup_btn').click()
    await accountField(anna, 'topup.account', anna.home).click()
    // Money arrives there.
    const accounts = panel(anna, 'panel.account.title_in')
    await expect(accounts).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(accounts).toBeHidden()
    await expect(accountField(anna, 'topup.account', anna.home)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(accounts).toBeVisible()
    await page.goBack()
    await expect(accounts).toBeHidden()
    // A sheet stands in the way of the screen before; a pane beside it doesn't.
    if (isSheet(anna)) {
      await expect(page).toHaveURL(/\/wallet\/topup/)
      await page.goBack()
    }
    await expect(page).toHaveURL(`${anna.url}/`)
    await expect(accounts).toBeHidden()
  })

  await test.step('has the rows of the specification, the chosen one marked; a choice sets the form and closes [panels-6]', async () => {
    await anna.link('payment.withdrawal_btn').click()
    await accountField(anna, 'wd.from', anna.home).click()
    const accounts = panel(anna, 'panel.account.title')
    const rows = accounts.getByRole('listitem').getByRole('button')
    const row = `${anna.home}\u00a0${formatFigure(parseDecimal('21860.02', anna.home), anna.language)}`
    await expect(rows.first()).toContainText(row)
    await expectMarked(rows.first())
    await expect(rows.first()).toContainText(anna.t('panel.account.current'))
    await anna.expectAccessible()
    const search = accounts.getByRole('textbox', { name: anna.t('common.search') })
    await search.fill('21 860')
    await expect(rows).toHaveCount(1)
    await search.fill(row)
    await expect(rows).toHaveCount(1)
    await search.fill('9999')
    await expect(accounts.getByText(anna.t('search.empty', { q: '9999' }))).toBeVisible()
    await search.fill(anna.second)
    await rows.filter({ hasText: anna.second }).click()
    await expect(accounts).toBeHidden()
    await expect(accountField(anna, 'wd.from', anna.second)).toBeFocused()
  })
})

test('chooses "from", goes on with "to", and closes [panels-7]', { tag: '@size' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/exchange', balances: [`100.00 ${anna.home}`, '50.00 GBP', '70.00 USDC'] })
  const give = page.getByRole('group', { name: anna.t('ex.from') })
  const get = page.getByRole('group', { name: anna.t('ex.to') })
  await give.getByRole('button', { name: anna.t('ex.choose', { code: anna.home }) }).click()
  const accounts = panel(anna, 'panel.exchange.title')
  const tab = (key: 'panel.exchange.from' | 'panel.exchange.to', code: Currency) =>
    accounts.getByRole('tab', { name: anna.t(key, { code }), exact: true })
  const row = (code: Currency) => accounts.getByRole('button', { name: new RegExp(`^${code}\\b`) })
  await expect(tab('panel.exchange.from', anna.home)).toHaveAttribute('aria-selected', 'true')
  await expect(row(anna.home)).toContainText(anna.balance('100.00', anna.home))
  await expectMarked(row(anna.home))
  await expect(row(anna.second)).toBeDisabled()
  await expect(row(anna.second)).toContainText(anna.t('panel.exchange.taken'))
  await expect(row('USDC')).toContainText(anna.balance('70.00', 'USDC'))
  await anna.expectAccessible()

  await row('GBP').click()
  await expect(give).toContainText('GBP')
  await expect(tab('panel.exchange.to', anna.second)).toHaveAttribute('aria-selected', 'true')
  await expect(tab('panel.exchange.to', anna.second)).toBeFocused()
  await expect(tab('panel.exchange.from', 'GBP')).toBeVisible()
  await expectMarked(row(anna.second))
  await expect(row('GBP')).toBeDisabled()
  await anna.expectAccessible()

  await row('USDC').click()
  await expect(accounts).toBeHidden()
  await expect(get).toContainText('USDC')
  await expect(page.getByRole('main').getByText(/^1\s(GBP|USDC)\s=\s/)).toBeVisible()
})
