import { type CDPSession, expect, test } from '@playwright/test'
import { Person, PIN } from './person.ts'

/** A browser with a device's own authenticator, whose owner is always there and always recognised. */
async function withAuthenticator(person: Person): Promise<CDPSession> {
  const session = await person.page.context().newCDPSession(person.page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}

test(
  'a passkey is added with the PIN, signs in without a code, and confirms an exchange and a withdrawal',
  { tag: '@brand' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await withAuthenticator(anna)
    const user = await anna.arrive({ path: '/settings', balances: [`1000.00 ${anna.home}`] })
    const dialog = page.getByRole('dialog')

    await test.step('adding one', async () => {
      await anna.button('passkeys.title').click()
      await anna.button('passkeys.add').click()
      await dialog.getByLabel(anna.digitsName('pin.label'), { exact: true }).fill(PIN)
      await anna.expectAccessible()
      await anna.button('passkeys.add').click()
      await expect(page.getByText(anna.t('passkeys.added'))).toBeVisible()
      await expect(dialog.getByRole('listitem')).toHaveCount(1)
      await expect(dialog.getByText(anna.t('passkeys.unused'))).toBeVisible()
      await anna.expectAccessible()
      await anna.expectNoSidewaysScroll()
    })

    await test.step('this device has one: another is not made', async () => {
      await anna.button('passkeys.add').click()
      await dialog.getByLabel(anna.digitsName('pin.label'), { exact: true }).fill(PIN)
      await anna.button('passkeys.add').click()
      await expect(dialog.getByText(anna.t('passkeys.known'))).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })

    await test.step('exchanging with it, once the server asks for more than a press', async () => {
      await user.exchange(await user.exchange('1000.00', anna.home, anna.second), anna.second, anna.home)
      await page.goto(`${anna.url}/exchange`)
      const submit = dialog.getByRole('button', { name: anna.t('ex.submit_amount', { amount: anna.money('10.00', anna.home) }) })
      await page
        .getByRole('group', { name: anna.t('ex.from') })
        .getByRole('textbox')
        .fill('10')
      await anna.button('ex.submit').click()
      await expect(anna.button('pin.passkey')).toHaveCount(0)
      await submit.click()
      await expect(dialog.getByText(anna.t('refusal.pin_required.exchange'))).toBeVisible()
      await expect(submit).toBeDisabled()
      await anna.expectAccessible()
      await anna.expectNoSidewaysScroll()
      await anna.button('pin.passkey').click()
      await expect(page.getByRole('dialog', { name: anna.t('ex.success') })).toBeVisible()
    })

    await test.step('signing out, and in with it', async () => {
      await user.post('/v2/wallet/auth/logout')
      await page.reload()
      await expect(page).toHaveURL(`${anna.url}/auth`)
      await page.getByRole('link', { name: anna.t('authin.login') }).click()
      await expect(anna.button('login.passkey')).toBeVisible()
      await anna.expectAccessible()
      await anna.button('login.passkey').click()
      await expect(page).toHaveURL(`${anna.url}/`)
    })

    await test.step('withdrawing with it', async () => {
      await page.goto(`${anna.url}/wallet/withdrawal?currencyCode=${anna.home}`)
      const amount = '100.00'
      await anna.field('amount.label').fill(amount)
      await anna.field('wd.card').fill('2200123456024821')
      await anna.button('wd.submit_amount', { amount: anna.money(amount, anna.home) }).click()
      await expect(anna.button('pin.passkey')).toBeVisible()
      await anna.expectAccessible()
      await anna.button('pin.passkey').click()
      await expect(dialog.getByText(anna.t('pay.success'))).toBeVisible()
    })
  },
)

test('where no passkey answers nothing is sent, and the PIN still does', { tag: ['@once', '@full'] }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const session = await withAuthenticator(anna)
  await anna.arrive({ path: '/settings', balances: [`1000.00 ${anna.home}`] })
  await anna.button('passkeys.title').click()
  await anna.button('passkeys.add').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(anna.digitsName('pin.label'), { exact: true }).fill('0000')
  await anna.button('passkeys.add').click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await dialog.getByLabel(anna.digitsName('pin.label'), { exact: true }).fill(PIN)
  await anna.button('passkeys.add').click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  // Another device: the one with the passkey is not at hand.
  await session.send('WebAuthn.disable')
  await withAuthenticator(anna)
  await page.goto(`${anna.url}/wallet/withdrawal?currencyCode=${anna.home}`)
  const amount = '100.00'
  await anna.field('amount.label').fill(amount)
  await anna.field('wd.card').fill('2200123456024821')
  await anna.button('wd.submit_amount', { amount: anna.money(amount, anna.home) }).click()
  await anna.button('pin.passkey').click()
  await expect(dialog.getByText(anna.t('passkeys.not_used'))).toBeVisible()
  await anna.givePin(amount, PIN)
  await expect(dialog.getByText(anna.t('pay.success'))).toBeVisible()
})

test(
  'a passkey is given a name, and removed with the PIN, after which it signs nobody in',
  { tag: ['@once', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await withAuthenticator(anna)
    await anna.arrive({ path: '/settings' })
    const dialog = page.getByRole('dialog')
    const rows = dialog.getByRole('listitem')
    await anna.button('passkeys.title').click()
    await anna.button('passkeys.add').click()
    await dialog.getByLabel(anna.digitsName('pin.label'), { exact: true }).fill(PIN)
    await anna.button('passkeys.add').click()
    await expect(rows).toHaveCount(1)

    await test.step('a name', async () => {
      await rows.getByRole('button', { name: anna.t('passkeys.rename', { passkey: '' }) }).click()
      await anna.field('field.passkey_name').fill('My key <b>')
      await page.keyboard.press('Enter')
      await expect(anna.button('passkeys.rename', { passkey: 'My key <b>' })).toBeVisible()
      await anna.expectAccessible()
    })

    await test.step('not without the PIN, nor with a wrong one', async () => {
      await anna.button('passkeys.remove_of', { passkey: 'My key <b>' }).click()
      await dialog.getByLabel(anna.digitsName('pin.label'), { exact: true }).fill('0000')
      await anna.expectAccessible()
      await anna.button('passkeys.remove').click()
      await expect(dialog.getByRole('alert').or(dialog.locator('[aria-invalid=true]')).first()).toBeVisible()
      await dialog.getByLabel(anna.digitsName('pin.label'), { exact: true }).fill(PIN)
      await anna.button('passkeys.remove').click()
      await expect(page.getByText(anna.t('passkeys.removed'))).toBeVisible()
      await expect(rows).toHaveCount(0)
    })

    await test.step('the browser still has it, and the wallet does not know it any more', async () => {
      await page.evaluate(`localStorage.removeItem('wallet.token')`)
      await anna.open('/auth/login')
      await anna.button('login.passkey').click()
      await expect(page.getByText(anna.t('refusal.passkey_wrong'))).toBeVisible()
      await expect(page).toHaveURL(`${anna.url}/auth/login`)
    })
  },
)

test('a browser without passkeys is shown no button for them', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await page.addInitScript('delete window.PublicKeyCredential')
  await anna.open('/auth/login')
  await expect(anna.button('login.submit')).toBeVisible()
  await expect(anna.button('login.passkey')).toHaveCount(0)
})
