import { expect, test } from '@playwright/test'
import { Person, PIN } from './person.ts'

test('the header greets by name and tells the level', { tag: '@language' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive()
  const greeting = anna.t('header.greeting', { greeting: anna.t('welcome.greetings'), first_name: anna.firstName })
  await expect(page.getByText(greeting).first()).toBeVisible()
  const level = anna.language === 'ru' ? 'базовый' : 'basic'
  await expect(
    page
      .getByText(anna.t('header.subtitle_level', { level }))
      .or(page.getByText(anna.t('header.subtitle_verify')))
      .first(),
  ).toBeVisible()
})

test('five places in their order, the current one marked', { tag: '@size' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive()
  const places = page.getByRole('navigation', { name: anna.t('nav.label') }).getByRole('link')
  await expect(places).toHaveText(
    (['nav.home', 'nav.wallet', 'nav.payment', 'nav.history', 'nav.settings'] as const).map((key) => anna.t(key)),
  )
  const addresses = ['/', '/wallet', '/payment', '/history', '/settings']
  for (const [at, address] of addresses.entries()) {
    await places.nth(at).click()
    await expect(page).toHaveURL(anna.url + address)
    await expect(places.nth(at)).toHaveAttribute('aria-current', 'page')
    for (const other of [0, 1, 2, 3, 4].filter((place) => place !== at)) {
      await expect(places.nth(other)).not.toHaveAttribute('aria-current')
    }
  }
})

test(
  'the bell opens the notifications with their time, marks the body, and navigating closes them',
  { tag: '@size' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ balances: [`10.00 ${anna.home}`] })
    await page.getByRole('button', { name: new RegExp(`^${anna.t('notif.title')}`) }).click()
    const list = page.getByRole('dialog', { name: anna.t('notif.title') })
    await expect(list).toBeVisible()
    await expect(page.locator('body')).toHaveClass(/notifications-open/)
    await expect(list.getByRole('listitem').first()).toContainText(/\d{2}:\d{2}/)
    await anna.expectAccessible()
    await list.getByRole('button', { name: anna.t('common.close') }).click()
    await expect(list).toBeHidden()
    await expect(page.locator('body')).not.toHaveClass(/notifications-open/)

    await page.getByRole('button', { name: anna.t('notif.open') }).click()
    await expect(list).toBeVisible()
    await page.evaluate(`history.pushState({}, '', '/wallet'); dispatchEvent(new PopStateEvent('popstate'))`)
    await expect(anna.heading('wallets.title')).toBeVisible()
    await expect(list).toBeHidden()
    await expect(page.locator('body')).not.toHaveClass(/notifications-open/)
  },
)

test('notifications that were seen are no longer new', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ balances: [`10.00 ${anna.home}`] })
  const unread = page.getByRole('button', { name: anna.t('notif.unread', { n: 2 }) })
  await expect(unread).toBeVisible()
  await unread.click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: anna.t('notif.open') })).toBeFocused()
})

test('settings show the person, the level with its help, support and the version', { tag: '@brand' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/settings' })
  await expect(page.getByText(anna.fullName)).toBeVisible()
  await expect(page.getByText('anna@mail.example')).toBeVisible()
  const year = String(new Date().getFullYear())
  await expect(page.getByText(anna.t('profile.since', { date: '' }).trim()).first()).toContainText(year)
  await page.getByRole('button', { name: anna.t('kyc.help_open') }).click()
  const help = page.getByRole('dialog', { name: anna.t('kyc.help_open') })
  await expect(help).toContainText(anna.t('kyc.identification_level.help'))
  await anna.expectAccessible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(anna.brand.support.email).first()).toBeVisible()
  await expect(page.getByText('v0.0.57-stage').first()).toBeVisible()
  for (const { url } of anna.brand.documents) await expect(page.locator(`a[href="${url}"]`).first()).toBeVisible()
})

test('logging out asks first, forgets the token and leads to the first screen', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/settings' })
  await anna.button('profile.logout').first().click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(anna.t('profile.logout_title'))
  await question.getByRole('button', { name: anna.t('common.cancel') }).click()
  await expect(page).toHaveURL(`${anna.url}/settings`)
  await anna.button('profile.logout').first().click()
  await question.getByRole('button', { name: anna.t('profile.logout') }).click()
  await expect(page).toHaveURL(`${anna.url}/auth`)
  expect(await page.evaluate(`localStorage.getItem('wallet.token')`)).toBeNull()
  await page.goto(`${anna.url}/wallet`)
  await expect(page).toHaveURL(`${anna.url}/auth`)
})

test('a token the server no longer knows ends the session and says so', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const user = await anna.arrive()
  await expect(anna.heading('transactions.title')).toBeVisible()
  // Elsewhere meanwhile: the page that is open, which may ask for something late, would hear of it first.
  await page.goto('about:blank')
  await user.post('/v2/wallet/auth/logout')
  await page.goto(`${anna.url}/`)
  await expect(page).toHaveURL(`${anna.url}/auth`)
  await expect(page.getByText(anna.t('session.expired'))).toBeVisible()
  expect(await page.evaluate(`localStorage.getItem('wallet.token')`)).toBeNull()
})

test('hidden amounts are hidden everywhere and stay so after a reload', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ balances: [`1234.56 ${anna.home}`] })
  const balance = anna.balance('1234.56', anna.home)
  await expect(page.getByText(balance).first()).toBeVisible()
  await anna.button('balance.hide').first().click()
  await expect(page.getByText(balance)).toHaveCount(0)
  await page.reload()
  await expect(anna.heading('transactions.title')).toBeVisible()
  await expect(page.getByText('••••').first()).toBeVisible()
  await expect(page.getByText(/1[\s,\u00a0]?234/)).toHaveCount(0)
  await anna.expectAccessible()
  expect(PIN).toHaveLength(4)
})
