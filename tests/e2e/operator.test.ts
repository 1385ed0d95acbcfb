import { expect, type Locator } from '@playwright/test'
import { giveMoney } from '#tests/builders'
import { withOwnWallet } from './own-wallet.ts'
import { Person } from './person.ts'

// What the operator changes holds for all who use the wallet, so it is one of its own.
const test = withOwnWallet()

/** Goes to a screen as if anew, until it shows what the operator has said; waits for longer each time, as a machine may be slow. */
async function expectAt(person: Person, path: string, shown: Locator): Promise<void> {
  let timeout = 3000
  await expect(async () => {
    await person.page.goto(person.url + path)
    timeout *= 2
    await expect(shown).toBeVisible({ timeout: timeout / 2 })
  }).toPass()
}

test('a person meets what the operator has changed', { tag: ['@once', '@full'] }, async ({ page, wallet, operator }, info) => {
  test.slow()
  const anna = new Person(page, info, wallet)
  const user = await anna.settle()
  // A running wallet knows of a change within a second.
  const config = async () => (await page.request.get(`${anna.url}/v2/wallet/config`)).json()
  await test.step('what is switched off says so in its place, with when it comes back and whom to ask; the rest still works [e2e-operator-1]', async () => {
    const back = '2099-01-07T09:30:00Z'
    for (const name of ['topup', 'withdrawal', 'exchange', 'account_create'])
      await operator('flags', 'off', name, '--until', back)
    const until = new RegExp(anna.t('off.until', { time: '' }))
    await expect.poll(async () => (await config()).switches.account_create).toBe(false)

    await expectAt(anna, '/wallet/topup', page.getByText(anna.t('topup.off')))
    await expect(page.getByText(until)).toContainText('2099')
    await expect(page.getByRole('link', { name: anna.t('off.support') })).toHaveAttribute('href', /^mailto:support@/)
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()

    await expectAt(anna, '/wallet/withdrawal', page.getByText(anna.t('off.generic', { feature: anna.t('feature.withdrawal') })))
    await expect(page.getByText(until)).toBeVisible()
    await anna.expectAccessible()

    await expectAt(anna, '/exchange', page.getByText(anna.t('off.generic', { feature: anna.t('feature.exchange') })))
    await expect(page.getByText(until)).toBeVisible()
    const give = page.getByRole('group', { name: anna.t('ex.from') }).getByRole('textbox')
    await give.fill('400')
    await expect(page.getByRole('group', { name: anna.t('ex.to') }).getByRole('textbox')).not.toHaveValue('')
    await expect(anna.button('ex.submit')).toHaveCount(0)
    await anna.expectAccessible()

    await expectAt(anna, '/wallet', page.getByText(anna.t('wallet.create.off')))
    await expect(page.getByText(until)).toBeVisible()
    await expect(anna.button('wallet.create.btn')).toBeDisabled()
    await expect(page.getByText(anna.balance('0.00', anna.home)).first()).toBeVisible()
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()

    for (const name of ['topup', 'withdrawal', 'exchange', 'account_create']) await operator('flags', 'on', name)
    await expect.poll(async () => (await config()).switches.account_create).toBe(true)
    await expectAt(anna, '/wallet/topup', anna.field('amount.label'))
  })

  await test.step('a top-up that is refused by a limit says so at its amount, by the limit as it is now; nothing is ordered, and it goes once the cause is gone [e2e-operator-2]', async () => {
    const limit = async () => {
      const { limits } = await config()
      return limits.find((each: { currency_code: string }) => each.currency_code === anna.home).topup_max
    }
    const orders = () => user.get('/v2/wallet/transaction')
    const before = await limit()
    await page.goto(`${anna.url}/wallet/topup`)
    await anna.field('amount.label').fill('300')
    await page.getByRole('checkbox').check()
    await operator('limits', 'set', 'basic', anna.home, '--topup-max', '200')
    await expect.poll(limit).toBe('200.00')
    const pay = anna.button('topup.pay_amount', { amount: anna.money('300.00', anna.home) })
    await pay.click()
    await expect(page.getByText(anna.limit('amount_max', '200.00'))).toHaveCount(1)
    await expect(page.getByText(anna.t('wallet_topup.error'))).toHaveCount(0)
    await expect(page).toHaveURL(`${anna.url}/wallet/topup`)
    await expect(anna.field('amount.label')).toHaveValue('300')
    expect(await orders()).toMatchObject({ http: 200, results: [] })
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()

    await operator('limits', 'set', 'basic', anna.home, '--topup-max', before)
    await expect.poll(limit).toBe(before)
    // A page that has read the limit meanwhile, which it does after half a minute, holds it until it is loaded again.
    await page.reload()
    await anna.field('amount.label').fill('300')
    await pay.click()
    await expect(page).toHaveURL(/\/sandbox\/payments\//)
    expect(await orders()).toMatchObject({ http: 200, results: [{ kind: 'topup', amount: '300.00', state: 'pending' }] })
  })

  await test.step('a page that stands open learns from a refusal that a feature is off', async () => {
    await giveMoney(user, [`300.00 ${anna.home}`])
    await page.goto(`${anna.url}/exchange`)
    await page
      .getByRole('group', { name: anna.t('ex.from') })
      .getByRole('textbox')
      .fill('100')
    await anna.button('ex.submit').click()
    await operator('flags', 'off', 'exchange')
    await expect.poll(async () => (await config()).switches.exchange).toBe(false)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: anna.t('ex.submit') })
      .click()
    await expect(page.getByText(anna.t('off.elsewhere'))).toBeVisible()
    await operator('flags', 'on', 'exchange')
    await expect.poll(async () => (await config()).switches.exchange).toBe(true)
  })

  await test.step('what a person may not do yet says so with the words of its key, and leads to identification; an exchange needs no leave [e2e-operator-3]', async () => {
    await operator('users', 'set', `+${anna.phone}`, '--topup', 'off', '--withdrawal', 'off')
    await expectAt(anna, '/', anna.button('payment.topup_btn'))
    for (const [button, words] of [
      ['payment.topup_btn', 'payment.topup.not_avaliable'],
      ['payment.withdrawal_btn', 'payment.withdrawal.not_avaliable'],
    ] as const) {
      await anna.button(button).click()
      const alert = page.getByRole('alertdialog')
      await expect(alert).toContainText(anna.t(words))
      await anna.expectAccessible()
      await alert.getByRole('button', { name: anna.t('alert.verify') }).click()
      await expect(page).toHaveURL(/\/settings/)
      await page
        .getByRole('navigation', { name: anna.t('nav.label') })
        .getByRole('link', { name: anna.t('nav.home') })
        .click()
    }
    await anna.link('payment.exchange_btn').click()
    await expect(anna.heading('ex.title')).toBeVisible()
    await page.goto(`${anna.url}/wallet/topup`)
    await expect(page.getByText(anna.t('payment.topup.not_avaliable'))).toBeVisible()
    await page.goto(`${anna.url}/wallet/withdrawal`)
    await expect(page.getByText(anna.t('payment.withdrawal.not_avaliable'))).toBeVisible()
    await operator('users', 'set', `+${anna.phone}`, '--topup', 'on', '--withdrawal', 'on')
  })

  await test.step('support, texts and messages of the operator are on the page', async () => {
    await operator('support', 'set', '--phone', '+44 20 7946 0999')
    await operator('texts', 'set', 'payment.topup_btn', anna.language, 'Plus')
    await operator('notify', 'everybody', '--ru', 'Ночью работы', '--en', 'Maintenance tonight')
    await expectAt(anna, '/settings', page.getByRole('link', { name: '+44 20 7946 0999' }).first())
    await expectAt(anna, '/', page.getByRole('link', { name: 'Plus', exact: true }))
    const bell = new RegExp(`^(${anna.t('notif.open')}$|${anna.t('notif.unread', { n: '[0-9]+' })})`)
    await page.getByRole('button', { name: bell }).click()
    await expect(page.getByText(anna.language === 'ru' ? 'Ночью работы' : 'Maintenance tonight')).toBeVisible()
  })
})
