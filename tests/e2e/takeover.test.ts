import { expect } from '@playwright/test'
import { startBuiltWallet } from '#tests/built-wallet'
import { ask, readCode, type TestUser, until } from '../builders.ts'
import { withOwnWallet } from './own-wallet.ts'
import { Person, PIN } from './person.ts'

// Owner and thief ask for more codes than an hour has.
const environment = { CODES_PER_PHONE_HOUR: '100', CODES_PER_PHONE_DAY: '100', CODE_GAP_SECONDS: '1' }
const test = withOwnWallet((brand) => startBuiltWallet(brand, { environment }))
const AUTH = '/v2/wallet/auth'

/** Whoever has the number, on a device of their own: signs in by it, and does something by a code. */
async function thiefOf({ wallet, phone }: TestUser) {
  const codeBy = async (path: string, token?: string): Promise<string> => {
    const asked = () => ask(wallet, 'POST', `${AUTH}${path}`, { body: token ? {} : { phone }, ...(token && { token }) })
    // Between two codes there is a second.
    await until(async () => (await asked()).status === 'ok')
    return readCode(wallet, phone)
  }
  const body = { phone, confirm_code: await codeBy('/send_code') }
  const token = String((await ask(wallet, 'POST', `${AUTH}/login`, { body })).auth_token)
  return async (what: '/pin/reset' | '/unfreeze/wait', more = {}) => {
    const confirm_code = await codeBy(what === '/pin/reset' ? '/pin/send_code' : '/unfreeze/send_code', token)
    return ask(wallet, 'POST', `${AUTH}${what}`, { token, body: { confirm_code, ...more } })
  }
}

/** Has a code sent, and types it once it has been. */
async function typeNewCode(anna: Person): Promise<void> {
  await anna.button('code.get').click()
  await expect(anna.digits('code.label')).toBeVisible()
  await anna.digits('code.label').pressSequentially(await anna.readCode())
}

test(
  'whoever has the number is seen, frozen out and stopped by the owner, whose own PIN unfreezes the wallet',
  { tag: '@language' },
  async ({ page, wallet }, info) => {
    const anna = new Person(page, info, { url: wallet.url })
    const user = await anna.arrive({ path: '/settings' })

    await test.step('a PIN that was set by an SMS is told of, with what it does not do yet', async () => {
      const thief = await thiefOf(user)
      expect(await thief('/pin/reset', { new_pin_code: '7293' })).toMatchObject({ status: 'ok' })
      await page.reload()
      await expect(page.getByText(anna.t('pin.waits_title'))).toBeVisible()
      await anna.expectAccessible()
      await anna.expectNoSidewaysScroll()
      await anna.button('freeze.submit').click()
      const sheet = page.getByRole('dialog', { name: anna.t('freeze.title') })
      await sheet.getByRole('button', { name: anna.t('freeze.submit'), exact: true }).click()
      await expect(page.getByText(anna.t('freeze.frozen_title')).first()).toBeVisible()
      await expect(page.getByText(anna.t('pin.waits_title'))).toHaveCount(0)
    })

    await test.step('who waits to unfreeze it is shown with the end of the wait, and stopped', async () => {
      const thief = await thiefOf(user)
      expect(await thief('/unfreeze/wait')).toMatchObject({ status: 'ok' })
      await page.reload()
      await expect(anna.button('freeze.wait_stop')).toBeVisible()
      await anna.expectAccessible()
      await anna.button('freeze.wait_stop').click()
      await expect(page.getByText(anna.t('freeze.wait_stopped')).first()).toBeVisible()
      await expect(anna.button('freeze.wait_stop')).toHaveCount(0)
    })

    await test.step('without the PIN the page says what there is besides, and how long it takes', async () => {
      await anna.button('freeze.unfreeze').first().click()
      await anna.button('pin.forgotten').click()
      await expect(page.getByText(anna.t('freeze.ways_text'))).toBeVisible()
      await anna.expectAccessible()
      await anna.button('freeze.way_wait').click()
      await typeNewCode(anna)
      await anna.button('freeze.wait_start').click()
      const [waits = ''] = anna.t('freeze.waits', { time: '' }).split('.')
      await expect(page.getByRole('dialog').getByText(waits)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(anna.button('freeze.wait_stop')).toBeVisible()
    })

    await test.step('the owner’s own PIN unfreezes it at once', async () => {
      await anna.button('freeze.unfreeze').first().click()
      await typeNewCode(anna)
      await anna.digits('pin.label').fill(PIN)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: anna.t('freeze.unfreeze'), exact: true })
        .click()
      await expect(page.getByText(anna.t('answer.unfrozen')).first()).toBeVisible()
      expect(await user.get(`${AUTH}/info`)).toMatchObject({ frozen: null, unfreeze: null })
    })
  },
)
