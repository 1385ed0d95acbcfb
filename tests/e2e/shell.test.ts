import { expect, test } from '@playwright/test'
import { levelTitle } from '#texts/level-name'
import { Person } from './person.ts'

test('every screen stands between a header and five places', { tag: '@size' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ balances: [`10.00 ${anna.home}`] })
  await test.step('the header greets by name and tells the level [shell-1]', async () => {
    const greeting = anna.t('header.greeting', { greeting: anna.t('welcome.greetings'), first_name: anna.firstName })
    await expect(page.getByText(greeting).first()).toBeVisible()
    const level = anna.language === 'ru' ? 'базовый' : 'basic'
    await expect(
      page
        .getByText(levelTitle((key, parameters) => anna.t(key, parameters), level))
        .or(page.getByText(anna.t('header.subtitle_verify')))
        .first(),
    ).toBeVisible()
  })

  await test.step('five places in their order, the current one marked [shell-2]', async () => {
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

  await test.step('on a phone the greeting above inner screens is one small line, so that they begin higher', async () => {
    if (Number(page.viewportSize()?.width) >= 768) return
    const greeting = page.getByText(
      anna.t('header.greeting', { greeting: anna.t('welcome.greetings'), first_name: anna.firstName }),
    )
    const height = async () => (await page.getByRole('banner').boundingBox())?.height ?? 0
    await page
      .getByRole('navigation')
      .getByRole('link', { name: anna.t('nav.home') })
      .click()
    await expect(greeting).toHaveCSS('font-size', '17px')
    const atHome = await height()
    await page
      .getByRole('navigation')
      .getByRole('link', { name: anna.t('nav.wallet') })
      .click()
    await expect(anna.heading('wallets.title')).toBeVisible()
    await expect(greeting).toHaveCSS('font-size', '14px')
    expect((await greeting.boundingBox())?.height).toBeLessThanOrEqual(20)
    expect(await height()).toBeLessThanOrEqual(52)
    expect(await height()).toBeLessThan(atHome - 16)
    await anna.expectAccessible()
  })

  await test.step('the bell opens the notifications with their time, marks the body, and navigating closes them [shell-3]', async () => {
    await anna.button('notif.unread', { n: 2 }).click()
    const list = page.getByRole('dialog', { name: anna.t('notif.title') })
    await expect(list).toBeVisible()
    await expect(page.locator('body')).toHaveClass(/notifications-open/)
    await expect(list.getByRole('listitem').first()).toContainText(/\d{2}:\d{2}/)
    await anna.expectAccessible()
    await list.getByRole('button', { name: anna.t('common.close') }).click()
    await expect(list).toBeHidden()
    await expect(page.locator('body')).not.toHaveClass(/notifications-open/)

    // Those that were seen are no longer new.
    await expect(anna.button('notif.open')).toBeFocused()
    await anna.button('notif.open').click()
    await expect(list).toBeVisible()
    await page.evaluate(`history.pushState({}, '', '/wallet'); dispatchEvent(new PopStateEvent('popstate'))`)
    await expect(anna.heading('wallets.title')).toBeVisible()
    await expect(list).toBeHidden()
    await expect(page.locator('body')).not.toHaveClass(/notifications-open/)
  })
})

test('a person finds their own behind the settings', { tag: '@brand' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const { token } = await anna.arrive({ path: '/settings' })
  await test.step('settings show the person, the level with its help, support and the version [shell-4]', async () => {
    await expect(page.getByText(anna.fullName)).toBeVisible()
    await expect(page.getByText('anna@mail.example')).toBeVisible()
    await expect(anna.button('profile.copy_phone')).toBeVisible()
    await expect(anna.button('profile.copy_email')).toBeVisible()
    const year = String(new Date().getFullYear())
    await expect(page.getByText(anna.t('profile.since', { date: '' }).trim()).first()).toContainText(year)
    await page.getByRole('button', { name: anna.t('kyc.help_open') }).click()
    const help = page.getByRole('dialog', { name: anna.t('levels.title') })
    await expect(help).toContainText(anna.t('kyc.identification_level.help'))
    await expect(help.getByRole('listitem').first()).toContainText(anna.t('levels.own'))
    await expect(help.getByRole('button', { name: anna.t('kyc.upgrade') })).toBeVisible()
    await anna.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: anna.brand.support.phone })).toBeVisible()
    await expect(page.getByText(anna.brand.support.email).first()).toBeVisible()
    await expect(page.getByText('v0.0.57-stage').first()).toBeVisible()
    const policies = page.getByRole('region', { name: anna.t('policy.title') })
    await expect(policies.getByRole('link')).toHaveCount(anna.brand.documents.length)
    for (const { id, url } of anna.brand.documents) {
      const name = anna.texts.translateAny(anna.language, `document.${id}`)
      await expect(policies.getByRole('link', { name })).toHaveAttribute('href', url)
    }
    await anna.expectNoSidewaysScroll()
  })

  await test.step('accounts can be more: in a currency there is none in yet, on a screen of its own [shell-5]', async () => {
    const navigation = page.getByRole('navigation', { name: anna.t('nav.label') })
    await navigation.getByRole('link', { name: anna.t('nav.wallet') }).click()
    const select = page.getByRole('combobox', { name: anna.t('wallet.create.select') })
    await expect(select).toBeEnabled()
    const options = await select.getByRole('option').allTextContents()
    expect(options.slice(0, 4).map((option) => option.slice(0, 3))).toEqual(['RUB', 'USD', 'EUR', 'IDR'])
    await expect(select.getByRole('option', { disabled: true })).toHaveText(
      ['RUB', 'USD', 'EUR', 'IDR', 'USDC', 'GBP']
        .filter((code) => code === anna.home || code === anna.second)
        .map((code) => `${code} · ${anna.t('wallet.create.exists', { code })}`),
    )
    await select.selectOption('IDR')
    const create = anna.link('wallet.create.btn')
    await expect(create).toHaveAttribute('href', '/wallet/save?create=IDR')
    await navigation.getByRole('link', { name: anna.t('nav.settings') }).click()
  })

  await test.step('logging out asks first, forgets the token and leads to the first screen [shell-6]', async () => {
    await anna.button('profile.logout').first().click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(anna.t('profile.logout_title'))
    await anna.expectAccessible()
    await question.getByRole('button', { name: anna.t('common.cancel') }).click()
    await expect(question).toHaveCount(0)
    await expect(page).toHaveURL(`${anna.url}/settings`)
    await anna.button('profile.logout').first().click()
    await question.getByRole('button', { name: anna.t('profile.logout') }).click()
    await expect(page).toHaveURL(`${anna.url}/auth`)
    await expect(page.getByText(anna.t('session.ended'))).toBeVisible()
    const answer = await page.request.get(`${anna.url}/v2/wallet`, { headers: { authorization: `Token ${token}` } })
    expect(answer.status()).toBe(401)
    expect(await page.evaluate(`localStorage.getItem('wallet.token')`)).toBeNull()
    await page.goto(`${anna.url}/wallet`)
    await expect(page).toHaveURL(`${anna.url}/auth`)
  })
})
