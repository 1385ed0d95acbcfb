import { readdirSync, readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import type { TextKey } from '#texts/texts'
import { Person } from './person.ts'
import { signOut } from './sign-in-steps.ts'

/** The addresses with the heading of each screen; the screens that carry an id come after it. */
const SIGNED_IN: readonly (readonly [string, TextKey])[] = [
  ['/', 'nav.home'],
  ['/history', 'nav.history'],
  ['/wallet', 'wallets.title'],
  ['/wallet/payments/finish', 'finish.none'],
  ['/wallet/topup', 'topup.title'],
  ['/wallet/withdrawal', 'wd.title'],
  ['/payment', 'nav.payment'],
  ['/wallet/ask', 'requests.action'],
  ['/wallet/requests', 'requests.title'],
  ['/settings', 'nav.settings'],
  ['/exchange', 'ex.title'],
  ['/ondato/result', 'ondato.none'],
  ['/wallet/save', 'save.title'],
  ['/wallet/recipients', 'recipients.title'],
]
const SIGNED_OUT: readonly (readonly [string, TextKey])[] = [
  ['/auth', 'authin.title'],
  ['/auth/login', 'login.title'],
  ['/auth/register', 'reg.step.1'],
]

async function expectScreen(anna: Person, heading: string): Promise<void> {
  await expect(anna.page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(anna.page).toHaveTitle(`${heading} · ${anna.brand.name}`)
}

/** Goes to an address inside the page, without asking the server for it. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`)
}

test('whoever is signed in finds every screen', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.settle()
  await test.step('every address opens its screen for who is signed in, and the sign-in screens lead to Home [routes-1]', async () => {
    for (const [path, heading] of SIGNED_IN) {
      await page.goto(anna.url + path)
      await expectScreen(anna, anna.t(heading))
      expect(new URL(page.url()).pathname).toBe(path)
      await anna.expectNoSidewaysScroll()
    }
    await page.goto(`${anna.url}/wallet`)
    await page.getByRole('main').getByRole('link', { name: anna.home }).first().click()
    await expect(page).toHaveURL(/\/wallet\/[^/]+$/)
    // The receipt of an exchange has nothing to show before one.
    await page.goto(`${anna.url}/exchange/confirm`)
    await expectScreen(anna, anna.t('ex.title'))
    for (const [path] of SIGNED_OUT) {
      await page.goto(anna.url + path)
      await expect(page).toHaveURL(`${anna.url}/`)
    }
  })

  await test.step('an address that leads nowhere says so kindly, and leads Home', async () => {
    await page.goto(`${anna.url}/nowhere`)
    await expectScreen(anna, anna.t('page.404_title'))
    await page.getByRole('link', { name: anna.t('finish.home') }).click()
    await expect(page).toHaveURL(`${anna.url}/`)
  })

  await test.step('back and forward walk the screens, and the heading takes the focus on each', async () => {
    const navigation = page.getByRole('navigation', { name: anna.t('nav.label') })
    const walk = [
      ['nav.wallet', 'wallets.title', '/wallet'],
      ['nav.payment', 'nav.payment', '/payment'],
      ['nav.history', 'nav.history', '/history'],
      ['nav.settings', 'nav.settings', '/settings'],
    ] as const
    for (const [link, heading, path] of walk) {
      await navigation.getByRole('link', { name: anna.t(link) }).click()
      await expect(page).toHaveURL(anna.url + path)
      await expectScreen(anna, anna.t(heading))
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    }
    await page.goBack()
    await expect(anna.heading('nav.history')).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(`${anna.url}/payment`)
    await page.goForward()
    await expect(page).toHaveURL(`${anna.url}/history`)
    // Signing out leaves nothing behind that "back" could show.
    await signOut(anna)
    await page.goBack()
    await expect(page).toHaveURL(`${anna.url}/auth`)
  })
})

test('whoever is not signed in finds the screens for them', { tag: ['@once', '@full'] }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.open('/auth')
  await test.step('every address of the wallet leads who is not signed in to the choice of signing up and in [routes-2]', async () => {
    const addresses = [...SIGNED_IN.map(([path]) => path), '/wallet/00000000-0000-4000-8000-000000000000']
    for (const path of addresses.slice(0, 2)) {
      await page.goto(anna.url + path)
      await expect(page).toHaveURL(`${anna.url}/auth`)
    }
    for (const path of addresses) {
      await goInside(page, '/auth/login')
      await expectScreen(anna, anna.t('login.title'))
      await goInside(page, path)
      await expect(page).toHaveURL(`${anna.url}/auth`)
      await expectScreen(anna, anna.t('authin.title'))
    }
    for (const [path, heading] of SIGNED_OUT) {
      await page.goto(anna.url + path)
      await expectScreen(anna, anna.t(heading))
      expect(page.url()).toBe(anna.url + path)
    }
  })

  await test.step('an address that leads nowhere says so kindly, to anybody', async () => {
    for (const path of ['/nowhere', '/documents/unknown']) {
      await page.goto(anna.url + path)
      await expectScreen(anna, anna.t('page.404_title'))
    }
    for (const path of ['/wallet/topup/deeper', '/env']) {
      // What the server has there is the page.
      expect(await (await page.request.get(anna.url + path)).text()).toContain('<div id="app"')
      await goInside(page, '/auth/login')
      await expectScreen(anna, anna.t('login.title'))
      await goInside(page, path)
      await expectScreen(anna, anna.t('page.404_title'))
    }
    await anna.expectNoSidewaysScroll()
    await page.getByRole('link', { name: anna.t('finish.home') }).click()
    await expect(page).toHaveURL(`${anna.url}/auth`)
  })
})

test('nothing of the environment screen is in what is built for people [routes-3]', { tag: '@once' }, () => {
  const folder = 'dist/web/assets'
  const names = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => name.startsWith('Env'))).toEqual([])
  const telling = names.filter((name) => /env_brand|env_switch_|"\/env"/.test(readFileSync(`${folder}/${name}`, 'utf8')))
  expect(telling).toEqual([])
})
