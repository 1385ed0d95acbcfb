import { type Browser, expect, type Page, test } from '@playwright/test'
import { ask, type TestUser } from '#tests/builders'
import { Person } from './person.ts'

/** Another browser in which the person is signed in with the same session, at an address of the wallet, once it hears what changes. */
async function secondBrowser(browser: Browser, anna: Person, { token }: TestUser, path: string): Promise<Page> {
  const stored = [
    { name: 'wallet.token', value: token },
    { name: 'wallet.language', value: anna.language },
  ]
  const context = await browser.newContext({
    locale: anna.language === 'ru' ? 'ru-RU' : 'en-GB',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: anna.url, localStorage: stored }] },
  })
  const page = await context.newPage()
  const hearing = page.waitForResponse(/\/v2\/wallet\/live\?ticket=/)
  await page.goto(anna.url + path)
  expect((await hearing).status()).toBe(200)
  return page
}

const WITHIN_A_SECOND = { timeout: 1000 }

test(
  'what a person does in one browser is on the screen of another within a second',
  { tag: '@alone' },
  async ({ page, browser }, info) => {
    const anna = new Person(page, info)
    const user = await anna.settle([`1000.00 ${anna.home}`])
    const other = await secondBrowser(browser, anna, user, '/')
    await expect(other.getByText(anna.balance('1000.00', anna.home)).first()).toBeVisible()
    let loads = 0
    other.on('load', () => {
      loads += 1
    })

    await test.step('an exchange: both balances and the line of the statement', async () => {
      await page.goto(`${anna.url}/exchange`)
      await page
        .getByRole('group', { name: anna.t('ex.from') })
        .getByRole('textbox')
        .fill('400')
      await expect(page.getByRole('group', { name: anna.t('ex.to') }).getByRole('textbox')).not.toHaveValue('')
      await anna.button('ex.submit').click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: anna.t('ex.submit') })
        .click()
      await expect(page.getByRole('dialog', { name: anna.t('ex.success') })).toBeVisible()
      await expect(other.getByText(anna.balance('600.00', anna.home)).first()).toBeVisible(WITHIN_A_SECOND)
    })

    await test.step('a wallet that is frozen', async () => {
      expect(await ask(anna, 'POST', '/v2/wallet/auth/freeze', { token: user.token, body: {} })).toMatchObject({ http: 200 })
      await expect(other.getByText(anna.t('freeze.frozen_title')).first()).toBeVisible(WITHIN_A_SECOND)
    })

    await test.step('the end of the session: the page is signed out by itself', async () => {
      await user.post('/v2/wallet/auth/logout')
      await expect(other).toHaveURL(`${anna.url}/auth`, { timeout: 5000 })
    })
    expect(loads).toBe(0)
  },
)
