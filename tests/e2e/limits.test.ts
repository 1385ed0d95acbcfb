import { expect, type Page, test } from '@playwright/test'
import { levelTitle } from '#texts/level-name'
import type { TextKey } from '#texts/texts'
import { Person, PIN } from './person.ts'

const BASIC = 'level.basic'
const FULL = 'level.full'

function sheet(page: Page, anna: Person) {
  return page.getByRole('dialog', { name: anna.t('levels.title') })
}

function title(anna: Person, name: TextKey): string {
  return levelTitle((key, parameters) => anna.t(key, parameters), anna.t(name))
}

/** The text of a button that withdraws. */
function submitOf(anna: Person, amount: string): string {
  return anna.t('wd.submit_amount', { amount: anna.money(amount, anna.home) })
}

/** What the bar of something says is left. */
function rest(anna: Person, left: string, most: string): string {
  return anna.t('levels.rest_of', { rest: anna.money(left, anna.home), most: anna.money(most, anna.home) })
}

test(
  'a limit that was hit is told once, at its field, with the level and the way up',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const user = await anna.settle([`600000.00 ${anna.home}`, `600000.00 ${anna.home}`])
    const most = '600000.00'
    expect(await user.withdraw('100000.00', anna.home)).toMatchObject({ status: 'ok' })
    await page.goto(`${anna.url}/wallet/withdrawal`)

    await test.step('the form names the limit, and MAX enters its rest', async () => {
      await expect(page.locator('form')).toContainText(anna.t('amount.limit.day'))
      await anna.button('amount.max').click()
      await expect(anna.field('amount.label')).toHaveValue(anna.typed('500000.00'))
      await expect(page.getByText(anna.t('reason.other_amount'))).toHaveCount(0)
    })

    await test.step('of one operation', async () => {
      await anna.field('amount.label').fill('700000')
      await expect(page.getByText(anna.limit('amount_max', most))).toHaveCount(1)
      await expect(page.getByText(anna.t('reason.other_amount'))).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.locator('form button[type=submit]')).toBeDisabled()
      await anna.expectAccessible()
      await anna.expectNoSidewaysScroll()
    })

    await test.step('of a day, with what is left of it', async () => {
      await anna.field('amount.label').fill('500001')
      const left = anna.t('limit.rest', { amount: anna.money('500000.00', anna.home) })
      await expect(page.getByText(anna.limit('limit_daily', most) + left)).toHaveCount(1)
      await expect(page.locator('form button[type=submit]')).toBeDisabled()
      await test.step('a press on what is left of the limit fills it in', async () => {
        await page
          .getByRole('main')
          .locator('form button:not([type=submit])')
          .filter({ hasText: submitOf(anna, '500000') })
          .click()
        await expect(anna.field('amount.label')).toHaveValue(anna.typed('500000.00'))
        await expect(page.getByText(anna.t('reason.other_amount'))).toHaveCount(0)
      })
      await anna.field('amount.label').fill('500001')
    })

    await test.step('the way up opens the levels: the own one, what is left, and how to get further', async () => {
      await anna.button('kyc.upgrade').click()
      const opened = sheet(page, anna)
      await expect(opened.getByRole('heading', { name: title(anna, BASIC) })).toBeVisible()
      await expect(opened.getByRole('listitem').filter({ hasText: title(anna, BASIC) })).toContainText(anna.t('levels.own'))
      await expect(opened.getByRole('listitem').filter({ hasText: title(anna, FULL) })).toContainText(
        anna.money('6000000.00', anna.home),
      )
      const bar = opened.getByRole('meter', { name: anna.t('levels.withdrawal'), exact: true })
      await expect(bar).toHaveAttribute('aria-valuetext', rest(anna, '500000.00', most))
      await anna.expectAccessible()
      await anna.expectNoSidewaysScroll()
      await page.keyboard.press('Escape')
      await expect(opened).toBeHidden()
      await expect(anna.field('amount.label')).toHaveValue(anna.typed('500001').replace(/[.,]00$/, ''))
      await anna.button('kyc.upgrade').click()
      await expect(opened.getByRole('link', { name: anna.t('kyc.upgrade') })).toHaveAttribute('href', '/settings#identification')
    })
  },
)

test(
  'a limit that only the server knows is told at the amount after the PIN, in view',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.settle([`600000.00 ${anna.home}`])
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`${anna.url}/wallet/withdrawal`)
    // More than new recipients may get in a day.
    await anna.field('amount.label').fill('400000')
    await anna.field('wd.card').fill('2200123456024821')
    await anna.button('wd.submit_amount', { amount: anna.money('400000', anna.home) }).click()
    await anna.givePin('400000', PIN)
    await anna.button('pay.retry').click()
    const amount = anna.field('amount.label')
    await expect(amount).toBeFocused()
    await expect(amount).toBeInViewport()
    const told = anna.t('refusal.limit_first_day', { amount: '' }).slice(0, 20)
    await expect(page.getByRole('main').getByText(told).first()).toBeInViewport({ ratio: 1 })
  },
)

test('what an account is short of can be topped up in two steps', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/wallet/withdrawal', balances: [`100.00 ${anna.home}`] })
  await anna.field('amount.label').fill('1600')
  await expect(page.getByText(anna.t('err.amount.funds', { amount: anna.money('1500.00', anna.home) }))).toHaveCount(1)
  await anna.expectAccessible()
  const topUp = page.getByRole('link', { name: anna.t('topup.by', { amount: anna.money('1500.00', anna.home) }) })
  await expect(topUp).toHaveAttribute('href', `/wallet/topup?currencyCode=${anna.home}&amount=1500.00`)
  await page.goto(`${anna.url}${await topUp.getAttribute('href')}`)
  await expect(anna.field('amount.label')).toHaveValue(anna.typed('1500.00'))
})

test(
  'the settings lead to the levels, whose hidden amounts are hidden; they say so when they cannot be had',
  { tag: ['@once', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.settle([`100.00 ${anna.home}`])
    await page.addInitScript(`localStorage.setItem('wallet.amounts_hidden', 'yes')`)
    await page.goto(`${anna.url}/settings`)
    let isAway = true
    await page.route('**/v2/wallet/limits', (route) => (isAway ? route.abort() : route.continue()))
    await anna.button('levels.title').click()
    const opened = sheet(page, anna)
    await expect(opened).toContainText(anna.t('levels.error'))
    isAway = false
    await opened.getByRole('button', { name: anna.t('common.retry') }).click()
    await expect(opened.getByRole('listitem')).toHaveCount(3)
    const bar = opened.getByRole('meter', { name: anna.t('levels.withdrawal'), exact: true })
    await expect(bar).toHaveAttribute('aria-valuetext', anna.t('balance.hidden'))
    await anna.expectAccessible()
    // Another currency has limits of its own.
    await opened.getByRole('radio', { name: anna.second, exact: true }).check()
    await expect(opened.getByRole('listitem').first()).toContainText(anna.money('10000.00', anna.second))
  },
)
