import { expect, type Locator, type Page, test } from '@playwright/test'
import { Person, PIN } from './person.ts'
import { fillDetails, fillNumber, reachPin, signOut, typeCode } from './sign-in-steps.ts'

/** How often a call has been sent from now on. */
function sent(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === `/v2/wallet${path}`) count += 1
  })
  return () => count
}

/** Two submits in one moment, before anything could be drawn in between. */
async function submitTwice(button: Locator): Promise<void> {
  await button.evaluate((element) => {
    const control = element as unknown as { form: { requestSubmit(): void } | null; click(): void }
    for (const _time of [1, 2]) {
      if (control.form) control.form.requestSubmit()
      else control.click()
    }
  })
}

test(
  'signing up submitted twice at once, by a double click or by Enter twice reaches the code with one request',
  { tag: '@once' },
  async ({ page }, info) => {
    const ways: readonly ((person: Person) => Promise<void>)[] = [
      (person) => submitTwice(person.button('common.continue')),
      (person) => person.button('common.continue').dblclick({ delay: 40 }),
      async (person) => {
        await person.field('field.email').press('Enter')
        await person.page.keyboard.press('Enter')
      },
    ]
    const registered = sent(page, '/auth/register')
    for (const [place, submit] of ways.entries()) {
      const person = new Person(page, info)
      await fillDetails(person)
      await submit(person)
      await expect(person.heading('code.title')).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(registered()).toBe(place + 1)
      await page.goBack()
      await expect(person.field('field.first_name')).toHaveValue('Anna')
      // The next is somebody else's.
      await page.evaluate('sessionStorage.clear()')
    }
  },
)

test('code and PIN submitted twice at once are sent once', { tag: ['@once', '@full'] }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const pins = sent(page, '/auth/register/set/pin')
  await reachPin(anna)
  await anna.digits('pin.label').fill(PIN)
  await submitTwice(anna.button('pin.setup.submit'))
  await expect(page).toHaveURL(`${anna.url}/`)
  await expect(page.getByText(anna.t('pin.saved'))).toBeVisible()
  expect(pins()).toBe(1)

  await signOut(anna)
  const asked = sent(page, '/auth/send_code')
  const logins = sent(page, '/auth/login')
  await fillNumber(anna)
  await submitTwice(anna.button('login.submit'))
  await typeCode(anna)
  await submitTwice(anna.button('code.confirm'))
  await expect(page).toHaveURL(`${anna.url}/`)
  expect([asked(), logins()]).toEqual([1, 1])
})

test(
  'a withdrawal, an exchange, a top-up and an opening submitted twice at once are sent once',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const user = await anna.arrive({ path: '/wallet/withdrawal', balances: [`100.00 ${anna.home}`] })
    const calls = ['/withdrawal', '/exchange', '/top-up', '/accounts'].map((path) => sent(page, path))
    await anna.field('amount.label').fill('40')
    await anna.field('wd.card').fill('2200123456024821')
    const words = anna.t('wd.submit_amount', { amount: anna.money('40.00', anna.home) })
    await page.getByRole('button', { name: words, exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(anna.digitsName('pin.label'), { exact: true }).fill(PIN)
    await submitTwice(sheet.getByRole('button', { name: words, exact: true }))
    await expect(sheet.getByText(anna.t('pay.success'))).toBeVisible()
    expect(await user.balance(anna.home)).toBe('60.00')

    await page.goto(`${anna.url}/exchange`)
    await page
      .getByRole('group', { name: anna.t('ex.from') })
      .getByRole('textbox')
      .fill('10')
    await anna.button('ex.submit').click()
    await submitTwice(sheet.getByRole('button', { name: anna.t('ex.submit_amount', { amount: anna.money('10.00', anna.home) }) }))
    await expect(page.getByRole('dialog', { name: anna.t('ex.success') })).toBeVisible()
    expect(await user.balance(anna.home)).toBe('50.00')

    await page.goto(`${anna.url}/wallet/save?create=GBP`)
    await submitTwice(anna.button('wallet.create.btn'))
    await expect(page.getByText(anna.t('wallet.create.done', { code: 'GBP' }))).toBeVisible()

    await page.goto(`${anna.url}/wallet/topup`)
    await anna.field('amount.label').fill('500')
    await page.getByRole('checkbox').check()
    await submitTwice(anna.button('topup.pay_amount', { amount: anna.money('500.00', anna.home) }))
    await expect(page).toHaveURL(/\/sandbox\/payments\//)
    expect(calls.map((count) => count())).toEqual([1, 1, 1, 1])
  },
)
