import { expect, test } from '@playwright/test'
import { ask, readCode, readMessages, until } from '../builders.ts'
import { Person } from './person.ts'

const LINK = /https?:\/\/\S+\/secure#[\w-]{38}/

test('the link in the SMS about a new device freezes the wallet by one tap', { tag: '@brand' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const user = await anna.arrive({ path: '/settings' })
  const wallet = { url: anna.url }
  await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone: user.phone } })
  const body = { phone: user.phone, confirm_code: await readCode(wallet, user.phone) }
  await ask(wallet, 'POST', '/v2/wallet/auth/login', { body })
  const linkIn = async () => (await readMessages(wallet, user.phone)).map(({ text }) => LINK.exec(text)?.[0]).find(Boolean)
  await until(async () => (await linkIn()) !== undefined)
  await page.goto((await linkIn()) ?? '')
  await expect(anna.heading('secure.title')).toBeVisible()
  await anna.expectAccessible()
  await anna.expectNoSidewaysScroll()
  // Nothing has happened yet.
  expect(await user.get('/v2/wallet/auth/info')).toMatchObject({ frozen: null })
  await anna.button('freeze.submit').click()
  await expect(anna.heading('freeze.frozen_title')).toBeVisible()
  await anna.expectAccessible()
  expect(await user.get('/v2/wallet/auth/info')).toMatchObject({ http: 401 })
  await anna.link('authin.login').click()
  await expect(page).toHaveURL(/\/auth\/login$/)
})

test(
  'a link that is no longer good, or was cut off, says so, and leads to what to do instead',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    for (const token of ['A'.repeat(38), 'cut-off', '']) {
      await page.goto(`${anna.url}/secure#${token}`)
      await anna.button('freeze.submit').click()
      await expect(page.getByText(anna.t('refusal.link_expired'))).toBeVisible()
      await expect(anna.button('freeze.submit')).toHaveCount(0)
      await anna.expectAccessible()
      await anna.link('authin.login').click()
      await expect(page).toHaveURL(/\/auth\/login$/)
    }
    await test.step('and to the settings whoever is signed in', async () => {
      await anna.arrive({ path: '/secure' })
      await anna.button('freeze.submit').click()
      await anna.link('nav.settings').click()
      await expect(anna.button('freeze.row')).toBeVisible()
    })
  },
)
