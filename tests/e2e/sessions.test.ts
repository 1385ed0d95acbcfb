import { type Browser, expect, type Page, test } from '@playwright/test'
import { ask, readCode } from '#tests/builders'
import { Person } from './person.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'

/** Signs the same person in on another device; the token it was given. */
async function signInFrom(anna: Person, userAgent: string): Promise<string> {
  const headers = { 'user-agent': userAgent }
  await ask(anna, 'POST', '/v2/wallet/auth/send_code', { body: { phone: anna.phone }, headers })
  const body = { phone: anna.phone, confirm_code: await readCode(anna, anna.phone) }
  const { auth_token: token } = await ask(anna, 'POST', '/v2/wallet/auth/login', { body, headers })
  return String(token)
}

/** Another device on which the person is signed in, whose page is at Settings then. */
async function onAnotherDevice(browser: Browser, anna: Person, userAgent: string): Promise<Page> {
  const stored = [
    { name: 'wallet.token', value: await signInFrom(anna, userAgent) },
    { name: 'wallet.language', value: anna.language },
  ]
  const context = await browser.newContext({
    userAgent,
    locale: anna.language === 'ru' ? 'ru-RU' : 'en-GB',
    storageState: { cookies: [], origins: [{ origin: anna.url, localStorage: stored }] },
  })
  const page = await context.newPage()
  await page.goto(`${anna.url}/settings`)
  await expect(page.getByRole('heading', { name: anna.t('nav.settings'), exact: true })).toBeVisible()
  return page
}

test('a person rules over where they are signed in', { tag: ['@once', '@full'] }, async ({ page, browser }, info) => {
  const anna = new Person(page, info)
  await anna.settle()
  const phone = await onAnotherDevice(browser, anna, IPHONE)
  const dialog = page.getByRole('dialog')
  const rows = dialog.getByRole('listitem')

  await test.step('a list that cannot be had says so and is asked for again', async () => {
    await page.route('**/v2/wallet/auth/sessions', (route) => route.abort())
    // All is asked for again once the page hears of news: not while the button is pressed.
    const hearing = page.waitForResponse(/\/v2\/wallet\/live\?ticket=/)
    await page.goto(`${anna.url}/settings`)
    await hearing
    await anna.button('profile.sessions').click()
    await expect(page.getByText(anna.t('sessions.error'))).toBeVisible()
    await anna.expectAccessible()
    await page.unroute('**/v2/wallet/auth/sessions')
    await anna.button('common.retry').click()
    await expect(dialog.getByText(anna.t('sessions.this'))).toBeVisible()
  })

  await test.step('an end that does not reach the server is told, and the session stays', async () => {
    await page.route('**/v2/wallet/auth/sessions/end', (route) => route.abort())
    await anna.button('sessions.end_of', { device: 'Safari, iPhone' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(anna.t('err.network'))
    await expect(rows).toHaveCount(2)
    await page.unroute('**/v2/wallet/auth/sessions/end')
    await phone.reload()
    await expect(phone.getByRole('heading', { name: anna.t('nav.settings'), exact: true })).toBeVisible()
  })

  await test.step('a person gives a device a name, or thinks better of it', async () => {
    await anna.button('sessions.rename', { device: 'Safari, iPhone' }).click()
    await anna.field('field.device_name').fill('Never mind')
    await page.keyboard.press('Escape')
    await expect(rows.filter({ hasText: 'Safari, iPhone' })).toHaveCount(1)
    await anna.button('sessions.rename', { device: 'Safari, iPhone' }).click()
    await anna.field('field.device_name').fill('Old phone')
    await anna.expectAccessible()
    await page.keyboard.press('Enter')
    await expect(rows.filter({ hasText: 'Old phone' })).toContainText('Safari, iPhone')
    await anna.button('sessions.rename', { device: 'Old phone' }).click()
    await anna.field('field.device_name').fill('')
    await anna.button('common.save').click()
    await expect(anna.button('sessions.end_of', { device: 'Safari, iPhone' })).toBeVisible()
  })

  await test.step('a person sees where they are signed in and ends one place; there the session is over', async () => {
    // Elsewhere meanwhile, so that no question under way hears of the end first.
    await phone.goto('about:blank')
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: anna.t('sessions.this') })).toHaveCount(1)
    await expect(rows.filter({ hasText: 'Safari, iPhone' })).not.toContainText(anna.t('sessions.this'))
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()

    await anna.button('sessions.end_of', { device: 'Safari, iPhone' }).click()
    await expect(page.getByText(anna.t('sessions.ended'), { exact: true })).toBeVisible()
    await expect(rows).toHaveCount(1)
    await expect(page.getByText(anna.t('sessions.only'))).toBeVisible()
    await expect(anna.button('sessions.end_all')).toHaveCount(0)
    await anna.expectAccessible()
    await page.reload()
    await expect(anna.heading('nav.settings')).toBeVisible()
  })

  await test.step('a session that the server has ended is told at sign-in, once [e2e-sessions-1]', async () => {
    await phone.goto(`${anna.url}/history`)
    await expect(phone).toHaveURL(`${anna.url}/auth`)
    await expect(phone.getByText(anna.t('session.refused'))).toBeVisible()
    expect(await phone.evaluate(`localStorage.getItem('wallet.token')`)).toBeNull()
    await new Person(phone, info).expectAccessible()
    await phone.reload()
    await expect(phone.getByRole('heading', { name: anna.t('authin.title') })).toBeVisible()
    await expect(phone.getByText(anna.t('session.refused'))).toHaveCount(0)
  })

  await test.step('ending all others leaves this device signed in', async () => {
    const token = await signInFrom(anna, IPHONE)
    await phone.evaluate(`localStorage.setItem('wallet.token', '${token}')`)
    await phone.goto(`${anna.url}/settings`)
    await expect(phone.getByRole('heading', { name: anna.t('nav.settings'), exact: true })).toBeVisible()
    const others = [phone, await onAnotherDevice(browser, anna, WINDOWS)]
    await anna.button('profile.sessions').click()
    await expect(rows).toHaveCount(3)
    await expect(dialog.getByText('Edge, Windows')).toBeVisible()
    await anna.button('sessions.end_all').click()
    await expect(page.getByText(anna.t('sessions.ended_others'))).toBeVisible()
    await expect(rows).toHaveCount(1)
    for (const other of others) {
      await other.reload()
      await expect(other).toHaveURL(`${anna.url}/auth`)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(anna.button('profile.sessions')).toBeFocused()
  })
})
