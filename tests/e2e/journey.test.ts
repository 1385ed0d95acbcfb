import { expect, test } from '@playwright/test'
import { Person, PIN } from './person.ts'
import { signOut, typeCode } from './sign-in-steps.ts'

// As most people have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test(
  'a person signs up, tops up, exchanges and withdraws, and every balance is right to the cent [e2e-journey-1]',
  { tag: '@corners' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await anna.signUp()
    await anna.expectNoSidewaysScroll()
    await expect(page.getByText(anna.t('transactions.list.empty_descr'))).toBeVisible()

    await anna.link('payment.topup_btn').click()
    await anna.topUp('1000', 'pay')
    await expect(page.getByText(anna.t('finish.success'))).toBeVisible()
    await anna.expectAccessible()
    await anna.link('common.done').click()
    await expect(page.getByText(anna.balance('1000.00', anna.home)).first()).toBeVisible()

    await anna.link('payment.exchange_btn').click()
    const give = page.getByRole('group', { name: anna.t('ex.from') }).getByRole('textbox')
    const get = page.getByRole('group', { name: anna.t('ex.to') }).getByRole('textbox')
    await give.fill('400')
    await expect(get).not.toHaveValue('')
    await anna.button('ex.submit').click()
    const review = page.getByRole('dialog')
    await expect(review).toBeVisible()
    // The rate may have moved on until the review, and stays as it is there.
    const reviewed = await review.innerText()
    const answered = page.waitForResponse('**/v2/wallet/exchange')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: anna.t('ex.submit') })
      .click()
    const { to_amount: bought } = (await (await answered).json()) as { to_amount: string }
    expect(reviewed).toContain(anna.money(bought, anna.second))
    await expect(page.getByRole('dialog', { name: anna.t('ex.success') })).toBeVisible()
    await expect(page.getByRole('dialog', { name: anna.t('ex.success') })).toContainText(
      `${anna.t('moved.balances')} ${anna.money('600.00', anna.home)}`,
    )
    await anna.button('common.done').click()
    await expect(page).toHaveURL(`${anna.url}/`)

    await anna.link('payment.withdrawal_btn').click()
    await anna.withdraw('250', '2200123456024821')
    await expect(page.getByText(anna.t('pay.success'))).toBeVisible()
    await anna.expectAccessible()
    await anna.button('common.done').click()
    await expect(page).toHaveURL(`${anna.url}/`)

    const places = page.getByRole('navigation', { name: anna.t('nav.label') })
    await places.getByRole('link', { name: anna.t('nav.wallet') }).click()
    await expect(anna.heading('wallets.title')).toBeVisible()
    await expect(page.getByText(anna.balance('350.00', anna.home)).first()).toBeVisible()
    await expect(page.getByText(anna.balance(bought, anna.second)).first()).toBeVisible()

    await places.getByRole('link', { name: anna.t('nav.history') }).click()
    await expect(anna.heading('hist.title')).toBeVisible()
    for (const amount of [
      anna.money('-250.00', anna.home),
      anna.money('-400.00', anna.home),
      `+${anna.money(bought, anna.second)}`,
      `+${anna.money('1000.00', anna.home)}`,
    ]) {
      await expect(page.getByText(amount, { exact: true }).first()).toBeVisible()
    }
    expect(faults).toEqual([])
  },
)

test(
  'what does not go as wished is told as it is, and the money is where it says',
  { tag: ['@once', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ balances: [`500.00 ${anna.home}`] })
    const withdraw = async (pan: string, pin = PIN) => {
      await anna.link('payment.withdrawal_btn').click()
      await anna.withdraw('100', pan, pin)
    }
    const goHome = () =>
      page
        .getByRole('navigation')
        .getByRole('link', { name: anna.t('nav.home') })
        .click()
    const expectBalance = (decimal: string) => expect(page.getByText(anna.balance(decimal, anna.home)).first()).toBeVisible()

    await test.step('a wrong PIN stays in the sheet and says how many tries are left; the right one goes through [e2e-journey-2]', async () => {
      await withdraw('2200123456024821', '0000')
      await expect(page.getByRole('dialog')).toContainText(anna.t('pin.left', { count: 4 }))
      await anna.givePin('100', PIN)
      await expect(page.getByText(anna.t('pay.success'))).toBeVisible()
      await anna.button('common.done').click()
      await expectBalance('400.00')
    })

    await test.step('a declined payout keeps the form and the money [e2e-journey-3]', async () => {
      await withdraw('2200123456010002')
      await expect(page.getByText(anna.t('pay.failed'))).toBeVisible()
      await expect(page.getByRole('dialog')).toContainText(anna.t('refusal.payout_declined'))
      await anna.expectAccessible()
      await anna.button('pay.retry').click()
      await expect(anna.field('wd.card')).toHaveValue('2200 1234 5601 0002')
      await goHome()
      await expectBalance('400.00')
    })

    await test.step('a payout that times out is told truthfully and ends as the provider says [e2e-journey-4]', async () => {
      await withdraw('2200123456010119')
      await expect(page.getByText(anna.t('pay.pending'))).toBeVisible()
      await expect(page.getByText(anna.t('pay.success'))).toBeVisible()
      await anna.button('common.done').click()
      await expectBalance('300.00')
    })

    await test.step('a declined payment credits nothing and says so [e2e-journey-5]', async () => {
      await anna.link('payment.topup_btn').click()
      await anna.topUp('500', 'decline')
      await expect(page.getByText(anna.t('finish.failed'), { exact: true })).toBeVisible()
      await anna.expectAccessible()
      await goHome()
      await expectBalance('300.00')
    })

    await test.step('a person signs out, and in again with a code [e2e-journey-6]', async () => {
      await signOut(anna)
      await page.goto(`${anna.url}/`)
      await expect(page).toHaveURL(`${anna.url}/auth`)
      await page.getByRole('link', { name: anna.t('authin.login') }).click()
      await page.locator('input[type=tel], input[autocomplete=tel-national]').first().fill(anna.national)
      await anna.button('login.submit').click()
      await typeCode(anna)
      await anna.button('code.confirm').click()
      await expect(page).toHaveURL(`${anna.url}/`)
      await expectBalance('300.00')
    })
  },
)
