import { expect, type Page, test } from '@playwright/test'
import { Person } from './person.ts'
import { signOut } from './sign-in-steps.ts'

test.use({ serviceWorkers: 'allow' })

async function loseNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false)
}

async function findNetwork(page: Page): Promise<void> {
  await page.context().setOffline(false)
}

/** Waits until the browser has kept what the page is made of, and opens the page anew under it. */
async function keepPage(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.reload()
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
}

test('a person goes on without a network as far as that goes', { tag: '@once' }, async ({ page, context }, info) => {
  const anna = new Person(page, info)
  const user = await anna.arrive()
  await keepPage(page)
  const navigation = page.getByRole('navigation', { name: anna.t('nav.label') })
  await test.step('without a network Home keeps what it has, says since when, and moves no money [offline-1]', async () => {
    const balance = page.getByText(anna.balance('0.00', anna.home)).first()
    await expect(balance).toBeVisible()
    await loseNetwork(page)
    const bar = page.getByText(anna.t('offline.bar', { time: '' }), { exact: false })
    await expect(bar).toContainText(/\d\d:\d\d/)
    await expect(balance).toBeVisible()
    for (const key of ['payment.topup_btn', 'payment.exchange_btn', 'payment.withdrawal_btn'] as const) {
      await expect(anna.button(key)).toBeDisabled()
    }
    await expect(anna.button('requests.action_short')).toBeDisabled()
    await expect(page.getByRole('main').getByText(anna.t('offline.action'))).toBeVisible()
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()
    await findNetwork(page)
    await expect(bar).toBeHidden()
    await expect(page.getByText(anna.t('offline.back'))).toBeVisible()
    await expect(anna.link('payment.topup_btn')).toBeVisible()
  })

  await test.step('screens that were never opened open without a network too, with what they can show', async () => {
    await loseNetwork(page)
    await navigation.getByRole('link', { name: anna.t('nav.wallet') }).click()
    await expect(anna.heading('wallets.title')).toBeVisible()
    await expect(page.getByText(anna.balance('0.00', anna.home)).first()).toBeVisible()
    await navigation.getByRole('link', { name: anna.t('nav.settings') }).click()
    await expect(anna.heading('nav.settings')).toBeVisible()
    await navigation.getByRole('link', { name: anna.t('nav.home') }).click()
    await expect(page.getByText(anna.balance('0.00', anna.home)).first()).toBeVisible()
    await findNetwork(page)
  })

  await test.step('forms keep what was typed and say that they need a network', async () => {
    const reason = page.getByRole('main').getByText(anna.t('offline.action'))

    await anna.link('payment.topup_btn').click()
    await anna.field('amount.label').fill('500')
    await page.getByRole('checkbox').check()
    const pay = anna.button('topup.pay_amount', { amount: anna.money('500', anna.home) })
    await expect(pay).toBeEnabled()
    await loseNetwork(page)
    await expect(pay).toBeDisabled()
    await expect(reason).toBeVisible()
    await expect(anna.field('amount.label')).toHaveValue('500')
    await findNetwork(page)
    await expect(pay).toBeEnabled()
    await page.goBack()

    await anna.link('payment.withdrawal_btn').click()
    await anna.field('wd.card').fill('2200123456024821')
    await loseNetwork(page)
    await expect(reason).toBeVisible()
    await expect(anna.button('wd.submit')).toBeDisabled()
    await expect(anna.field('wd.card')).toHaveValue('2200 1234 5602 4821')
    await findNetwork(page)

    await page.goBack()
    await anna.link('payment.exchange_btn').click()
    const give = page.getByRole('group', { name: anna.t('ex.from') }).getByRole('textbox')
    await give.fill('10')
    await expect(page.getByText(anna.t('ex.no_rate'))).toHaveCount(0)
    await loseNetwork(page)
    await expect(page.getByText(anna.t('ex.no_rate'))).toBeVisible()
    await expect(reason).toBeVisible()
    await expect(anna.button('ex.submit')).toBeDisabled()
    await expect(give).toHaveValue('10')
    await findNetwork(page)
  })

  await test.step('a payment that is waited for waits on, and ends when the network is back', async () => {
    const { order, url } = await user.post('/v2/wallet/top-up', { amount: '500.00', currency_code: anna.home })
    await page.goto(`${anna.url}/wallet/payments/finish?currencyCode=${anna.home}&order=${String(order)}`)
    await expect(anna.heading('finish.wait')).toBeVisible()
    await loseNetwork(page)
    await expect(page.getByText(anna.t('finish.offline'))).toBeVisible()
    await findNetwork(page)
    const outside = await context.newPage()
    await outside.goto(String(url))
    await outside.locator('button[value=pay]').click()
    await page.bringToFront()
    await expect(page.getByText(anna.t('finish.success'))).toBeVisible()
    await outside.close()
  })

  await test.step('a start without a network says so, shows nothing of anybody, and goes on when the network comes', async () => {
    await loseNetwork(page)
    await page.goto(`${anna.url}/history`)
    await expect(page.getByRole('heading', { name: anna.t('offline.page_title') })).toBeVisible()
    await expect(page.getByText(anna.t('offline.page_text'))).toBeVisible()
    await expect(page).toHaveTitle(`${anna.t('offline.page_title')} · ${anna.brand.name}`)
    await expect(page.getByText(anna.t('page.crash_title'))).toHaveCount(0)
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()
    await findNetwork(page)
    await expect(anna.heading('nav.history')).toBeVisible()
  })

  await test.step('what is kept for a start without a network is the page alone: no answer about a person [offline-2]', async () => {
    await page.goto(`${anna.url}/`)
    const kept = await page.evaluate<string[]>(`(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })()`)
    expect(kept.length).toBeGreaterThan(20)
    expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
    expect(kept.filter((path) => path.endsWith('.wasm'))).toEqual([])
  })
})

test(
  'whoever has signed out leaves neither name nor balance to a page without a network [offline-3]',
  { tag: ['@once', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ path: '/settings', balances: [`4321.00 ${anna.home}`] })
    await keepPage(page)
    await page.goto(`${anna.url}/`)
    await expect(page.getByText(anna.balance('4321.00', anna.home)).first()).toBeVisible()
    await page.goto(`${anna.url}/settings`)
    await signOut(anna)
    await expect(page).toHaveURL(`${anna.url}/auth`)
    await loseNetwork(page)
    for (const path of ['/', '/history', '/settings', '/wallet']) {
      await page.goto(anna.url + path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      const words = await page.locator('body').innerText()
      expect(words).not.toContain(anna.firstName)
      expect(words).not.toMatch(/4\s?321/)
    }
    const stored = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
    expect(stored).not.toMatch(/4\s?321|wallet\.token/)
  },
)

test.describe('before the browser has kept the parts of the page', () => {
  test.use({ serviceWorkers: 'block' })

  test('what cannot be fetched says so, and the page stays', { tag: '@once' }, async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ balances: [`10.00 ${anna.home}`] })
    const navigation = page.getByRole('navigation', { name: anna.t('nav.label') })
    const balance = page.getByText(anna.balance('10.00', anna.home)).first()
    await expect(balance).toBeVisible()
    await page.evaluate('window.alive = true')
    const total = page.getByRole('button', { name: anna.t('panel.assets.total', { amount: '' }).trim() })
    await test.step('a screen that cannot be fetched says so in its place, and comes by itself when the network is back', async () => {
      await loseNetwork(page)
      await navigation.getByRole('link', { name: anna.t('nav.wallet') }).click()
      await expect(page.getByRole('main').getByRole('heading', { name: anna.t('offline.page_title') })).toBeVisible()
      await expect(page.getByText(anna.t('page.crash_title'))).toHaveCount(0)
      await expect(anna.button('notif.unread', { n: 2 })).toBeVisible()
      await anna.expectNoSidewaysScroll()
      await navigation.getByRole('link', { name: anna.t('nav.home') }).click()
      await expect(balance).toBeVisible()
      await navigation.getByRole('link', { name: anna.t('nav.wallet') }).click()
      await expect(page.getByRole('heading', { name: anna.t('offline.page_title') })).toBeVisible()
      await findNetwork(page)
      await expect(anna.heading('wallets.title')).toBeVisible()
      // It is drawn as it should be, and the page has not been loaded anew.
      expect(
        await page
          .getByRole('main')
          .getByRole('listitem')
          .first()
          .evaluate((row) => row.ownerDocument.defaultView?.getComputedStyle(row).listStyleType),
      ).toBe('none')
      expect(await page.evaluate('window.alive')).toBe(true)
    })

    await test.step('a panel or list that cannot be fetched is told by a toast, and the page stays', async () => {
      await navigation.getByRole('link', { name: anna.t('nav.home') }).click()
      await expect(balance).toBeVisible()
      const toasts = page.locator('[popover]')
      await toasts.getByRole('button', { name: anna.t('common.close') }).click()
      await loseNetwork(page)
      const toast = toasts.getByText(anna.t('offline.action'))
      await total.click()
      await expect(toast).toBeVisible()
      await expect(balance).toBeVisible()
      await toasts.getByRole('button', { name: anna.t('common.close') }).click()
      await expect(toast).toBeHidden()
      await anna.button('notif.unread', { n: 2 }).click()
      await expect(toast).toBeVisible()
      await expect(balance).toBeVisible()
      // What could not be shown has not been seen.
      await expect(anna.button('notif.unread', { n: 2 })).toBeVisible()
    })

    await test.step('the panel opens when the network is back', async () => {
      await findNetwork(page)
      await total.click()
      await expect(anna.heading('panel.assets.title')).toBeVisible()
      expect(await page.evaluate('window.alive')).toBe(true)
    })
  })
})
