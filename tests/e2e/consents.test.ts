import { expect, test } from '@playwright/test'
import { aUserWith } from '#tests/builders'
import { Person } from './person.ts'

test(
  'who has a wallet without the brand’s consents is asked before anything else, once [e2e-consents-1]',
  { tag: '@brand' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const { consents } = anna.brand.register
    // By a client that knows of no consents.
    const { token } = await aUserWith({ url: anna.url }, anna.phone)
    await anna.open('/auth/login')
    await page.locator('input[autocomplete=tel-national]').fill(anna.national)
    await anna.button('login.submit').click()
    await expect(anna.heading('code.title')).toBeVisible()
    await anna.digits('code.label').pressSequentially(await anna.readCode())
    await anna.button('code.confirm').click()
    await expect(page).toHaveURL(`${anna.url}/`)
    const sheet = page.getByRole('dialog', { name: anna.t('consents.title') })
    if (consents.length === 0) {
      await page.reload({ waitUntil: 'networkidle' })
      await expect(anna.heading('transactions.title').first()).toBeVisible()
      await expect(sheet).toBeHidden()
      return
    }
    await expect(sheet).toBeVisible()
    await anna.expectAccessible()
    await expect(sheet.getByRole('checkbox')).toHaveCount(consents.length)
    await expect(sheet.getByRole('link')).toHaveCount(consents.length)

    // Nothing closes it; the only way past it without consent is out.
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(sheet).toBeVisible()
    await expect(sheet.getByRole('button', { name: anna.t('common.close') })).toHaveCount(0)
    await sheet.getByRole('button', { name: anna.t('profile.logout') }).click()
    await expect(page).toHaveURL(`${anna.url}/auth`)

    // Signed in on another day, at another address, it asks again, and one box unticked holds it.
    await page.evaluate(`localStorage.setItem('wallet.token', '${token}')`)
    await page.goto(`${anna.url}/history`)
    await expect(sheet).toBeVisible()
    await sheet.getByRole('checkbox').first().uncheck()
    await expect(anna.button('common.continue')).toBeDisabled()
    await sheet.getByRole('checkbox').first().check()
    await anna.button('common.continue').click()
    await expect(sheet).toBeHidden()
    // Not before the profile is there, and what it would ask with.
    await page.reload({ waitUntil: 'networkidle' })
    await expect(anna.heading('transactions.title').first()).toBeVisible()
    await expect(sheet).toBeHidden()
  },
)

test(
  'what consents are asked for with may not arrive: the wallet stays, and the next screen asks',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const { token } = await aUserWith({ url: anna.url }, anna.phone)
    await page.addInitScript(
      `localStorage.setItem('wallet.token', '${token}'); localStorage.setItem('wallet.language', '${anna.language}')`,
    )
    const sheet = page.getByRole('dialog', { name: anna.t('consents.title') })
    if (anna.brand.register.consents.length === 0) {
      await page.goto(`${anna.url}/`, { waitUntil: 'networkidle' })
      await expect(anna.heading('transactions.title')).toBeVisible()
      await expect(sheet).toBeHidden()
      return
    }
    // The page is loaded anew for it, once; then what is missing is done without.
    let loads = 0
    page.on('domcontentloaded', () => {
      loads += 1
    })
    const doneWithout = page.waitForEvent('console', {
      predicate: (message) => loads === 2 && /^Failure \S+ \(drawing\)/.test(message.text()),
    })
    await page.route('**/assets/ConsentDialog-*', (route) => route.abort())
    await page.goto(`${anna.url}/`)
    await doneWithout
    await expect(anna.heading('transactions.title')).toBeVisible()
    await page.unroute('**/assets/ConsentDialog-*')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: anna.t('nav.history'), exact: true })
      .click()
    await expect(sheet).toBeVisible()
  },
)
