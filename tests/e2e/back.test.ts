import { expect, test } from '@playwright/test'
import { hold } from './hold.ts'
import { Person, PIN } from './person.ts'

/** Two screens behind, so that a "back" too many would be seen. */
async function arriveAt(anna: Person, path: string): Promise<void> {
  await anna.page
    .getByRole('navigation')
    .getByRole('link', { name: anna.t('nav.settings') })
    .click()
  await expect(anna.heading('nav.settings')).toBeVisible()
  await anna.page
    .getByRole('navigation')
    .getByRole('link', { name: anna.t('nav.home') })
    .click()
  const key = {
    '/wallet/withdrawal': 'payment.withdrawal_btn',
    '/exchange': 'payment.exchange_btn',
  }
  const name = key[path as keyof typeof key]
  if (name) await anna.page.getByRole('link', { name: anna.t(name as 'payment.exchange_btn'), exact: true }).click()
  await expect(anna.page).toHaveURL(anna.url + path)
}

/** Fills the withdrawal form and opens the sheet of its PIN. */
async function openPinSheet(anna: Person): Promise<string> {
  await anna.field('amount.label').fill('40')
  await anna.field('wd.card').fill('2200123456024821')
  const words = anna.t('wd.submit_amount', { amount: anna.money('40.00', anna.home) })
  await anna.page.getByRole('button', { name: words, exact: true }).click()
  await expect(anna.page.getByRole('dialog')).toBeVisible()
  return words
}

test(
  'back closes the sheet of the PIN and keeps screen and form; forward does not bring it back',
  { tag: '@size' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ balances: [`100.00 ${anna.home}`] })
    await arriveAt(anna, '/wallet/withdrawal')
    const sheet = page.getByRole('dialog')
    await openPinSheet(anna)
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(`${anna.url}/wallet/withdrawal`)
    await expect(anna.field('amount.label')).toHaveValue('40')
    await page.goForward()
    await expect(sheet).toBeHidden()
    await expect(anna.field('wd.card')).toHaveValue('2200 1234 5602 4821')

    // Closed by its button it leaves nothing behind: one "back" leads to the screen before.
    await openPinSheet(anna)
    await sheet.getByRole('button', { name: anna.t('common.close') }).click()
    await expect(sheet).toBeHidden()
    await openPinSheet(anna)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL(`${anna.url}/`)
    await expect(anna.heading('transactions.title')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`${anna.url}/settings`)
  },
)

test('back and the sheet of a withdrawal', { tag: ['@once', '@full'] }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const user = await anna.arrive({ balances: [`100.00 ${anna.home}`] })
  await arriveAt(anna, '/wallet/withdrawal')
  const sheet = page.getByRole('dialog')

  await test.step('after a reload with a sheet open one back leads to the screen before', async () => {
    await openPinSheet(anna)
    await page.reload()
    await expect(anna.field('amount.label')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`${anna.url}/`)
  })

  await test.step('while money is on its way back keeps the sheet, once and again, and its end is shown there', async () => {
    await anna.link('payment.withdrawal_btn').click()
    const release = await hold(page, '**/v2/wallet/withdrawal')
    await openPinSheet(anna)
    await anna.givePin('40.00', PIN)
    const waiting = sheet.getByRole('heading', { name: anna.t('pay.waiting') })
    await expect(waiting).toBeVisible()
    for (const _time of [1, 2, 3]) {
      await page.evaluate('history.back()')
      await expect.poll(() => page.evaluate('history.state?.sheets')).toBe(1)
      await expect(waiting).toBeVisible()
    }
    release()
    await expect(sheet.getByText(anna.t('pay.success'))).toBeVisible()
    await expect(page).toHaveURL(`${anna.url}/wallet/withdrawal`)
    expect(await user.balance(anna.home)).toBe('60.00')
  })

  await test.step('a screen that a sheet leads to comes in the place of the sheet', async () => {
    await sheet.getByRole('button', { name: anna.t('common.done') }).click()
    await expect(page).toHaveURL(`${anna.url}/`)
    await page.goBack()
    await expect(page).toHaveURL(`${anna.url}/wallet/withdrawal`)
    await expect(sheet).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL(`${anna.url}/`)
  })
})

test(
  'who leaves while money is on its way is told how it ended, by a toast and a notice',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ balances: [`100.00 ${anna.home}`, `10.00 ${anna.second}`] })
    await arriveAt(anna, '/wallet/withdrawal')
    const release = await hold(page, '**/v2/wallet/withdrawal')
    const sheet = page.getByRole('dialog')
    await openPinSheet(anna)
    await anna.givePin('40.00', PIN)
    await expect(sheet.getByRole('heading', { name: anna.t('pay.waiting') })).toBeVisible()
    await page.evaluate('history.go(-2)')
    await expect(page).toHaveURL(`${anna.url}/`)
    await expect(sheet).toBeHidden()
    release()
    await expect(page.getByRole('status').getByText(anna.t('pay.success'))).toBeVisible()
    await expect(page).toHaveURL(`${anna.url}/`)
    await expect(anna.button('notif.unread', { n: 4 })).toBeVisible()

    await arriveAt(anna, '/exchange')
    const releaseExchange = await hold(page, '**/v2/wallet/exchange')
    await page
      .getByRole('group', { name: anna.t('ex.from') })
      .getByRole('textbox')
      .fill('10')
    await anna.button('ex.submit').click()
    await sheet.getByRole('button', { name: anna.t('ex.submit_amount', { amount: anna.money('10.00', anna.home) }) }).click()
    await expect(sheet.getByText(anna.t('pay.waiting'))).toBeVisible()
    await page.evaluate('history.go(-3)')
    await expect(page.getByRole('heading', { name: anna.t('nav.settings'), level: 1 })).toBeVisible()
    releaseExchange()
    await expect(page.getByRole('status').getByText(anna.t('ex.success'))).toBeVisible()
    await expect(page).toHaveURL(`${anna.url}/settings`)
    await expect(anna.button('notif.unread', { n: 5 })).toBeVisible()
  },
)

test('back and what lies above a screen, or far from it', { tag: ['@once', '@full'] }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ balances: [`100.00 ${anna.home}`] })
  await arriveAt(anna, '/')
  const sheet = page.getByRole('dialog')
  const receipt = sheet.getByRole('heading', { name: anna.t('receipt.title') })
  // Beside the screen they are in nobody's way, and "back" is the screen's.
  const closePanel = () => (info.project.use.isMobile ? page.goBack() : page.keyboard.press('Escape'))

  await test.step('back closes a receipt, a panel and an alert, the topmost first, and nothing else', async () => {
    await page.getByRole('main').getByRole('list').getByRole('button').first().click()
    await expect(receipt).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(`${anna.url}/`)

    await anna.button('notif.unread', { n: 2 }).click()
    await expect(anna.heading('notif.title')).toBeVisible()
    await closePanel()
    await expect(sheet).toBeHidden()

    await anna.link('payment.withdrawal_btn').click()
    await anna.field('amount.label').fill('40')
    await page
      .getByRole('button', { name: new RegExp(anna.home) })
      .first()
      .click()
    const account = anna.heading('panel.account.title')
    await expect(account).toBeVisible()
    await closePanel()
    await expect(account).toBeHidden()
    await expect(anna.field('amount.label')).toHaveValue('40')
    await page.goBack()
    await expect(page).toHaveURL(`${anna.url}/`)

    await page
      .getByRole('navigation')
      .getByRole('link', { name: anna.t('nav.settings') })
      .click()
    await anna.button('profile.logout').first().click()
    const alert = page.getByRole('alertdialog')
    await expect(alert).toBeVisible()
    await page.goBack()
    await expect(alert).toBeHidden()
    await expect(page).toHaveURL(`${anna.url}/settings`)
    await page.goBack()
    await expect(page).toHaveURL(`${anna.url}/`)
  })

  await test.step('forward onto a receipt that back has closed rests on the history, also after a period was chosen there', async () => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: anna.t('nav.history') })
      .click()
    await page.getByRole('button', { name: anna.t('hist.open', { period: '' }) }).click()
    await sheet.getByRole('radio', { name: anna.t('hist.preset.today'), exact: true }).click()
    await anna.button('common.apply').click()
    await expect(page).toHaveURL(/\/history\?/)
    await expect(sheet).toBeHidden()
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${anna.t('tx.label.topup')},`) })
      .click()
    await expect(receipt).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await page.goForward()
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL(/\/history\?/)
    await page.goBack()
    await expect(page).toHaveURL(`${anna.url}/`)
  })

  await test.step('back from the payment page finds the top-up as it was', async () => {
    await anna.link('payment.topup_btn').click()
    await anna.field('amount.label').fill('500')
    await page.getByRole('checkbox').check()
    const pay = anna.button('topup.pay_amount', { amount: anna.money('500.00', anna.home) })
    await pay.click()
    await expect(page).toHaveURL(/\/sandbox\/payments\//)
    await page.goBack()
    await expect(anna.field('amount.label')).toHaveValue(/^500([.,]00)?$/)
    await expect(page.getByRole('checkbox')).toBeChecked()
    await expect(pay).toBeEnabled()
    await page.goBack()
    await expect(page).toHaveURL(`${anna.url}/`)
  })
})
