import { expect, test } from '@playwright/test'
import { Person } from './person.ts'

function stepsOf(anna: Person) {
  return anna.page.getByRole('region', { name: anna.t('first.title') })
}

test('an empty wallet offers first steps, which tick themselves off', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const user = await anna.arrive()
  const steps = stepsOf(anna)
  const done = steps.getByRole('listitem').filter({ hasText: `: ${anna.t('first.done')}` })

  await test.step('none is done, and an amount leads straight to its payment page, which returns to Home', async () => {
    for (const step of ['account', 'topup', 'confirm', 'ask'] as const) {
      await expect(steps.getByText(anna.t(`first.${step}`), { exact: true })).toBeVisible()
    }
    await expect(done).toHaveCount(0)
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()
    await expect(steps.getByRole('link', { name: /условия|terms/ })).toBeVisible()
    await steps.getByRole('button', { name: anna.t('topup.pay_amount', { amount: anna.money('1000.00', anna.home) }) }).click()
    await expect(page.locator('button[value=pay]')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('region', { name: anna.t('waiting.label') })).toContainText(anna.t('topup.waiting'))
  })

  await test.step('each is done by what has happened, not by a press', async () => {
    await user.topUp('100.00', anna.home)
    await page.reload()
    await expect(done).toHaveText([new RegExp(anna.t('first.topup'))])
    expect(await user.post('/v2/wallet/accounts', { currency_code: 'EUR' })).toMatchObject({ status: 'ok' })
    const { id: account_id } = await user.account(anna.home)
    expect(await user.post('/v2/wallet/request', { account_id, amount: '10.00' })).toMatchObject({ status: 'ok' })
    await page.reload()
    await expect(done).toHaveCount(3)
    await anna.expectAccessible()
  })

  await test.step('once all are done they are gone, and stay away', async () => {
    await steps.getByRole('link', { name: anna.t('first.confirm') }).click()
    await page.getByRole('button', { name: anna.t('kyc.upgrade') }).click()
    await page.locator('button[value=approve]').click()
    await expect(anna.heading('ondato.complete')).toBeVisible()
    await anna.link('finish.home').click()
    await expect(anna.heading('transactions.title')).toBeVisible()
    await expect(steps).toHaveCount(0)
  })
})

test(
  'first steps can be dismissed for good; who has money is offered none',
  { tag: ['@once', '@full'] },
  async ({ page, browser }, info) => {
    const anna = new Person(page, info)
    await anna.arrive()
    await anna.button('first.dismiss').click()
    await expect(stepsOf(anna)).toHaveCount(0)
    await page.reload()
    await expect(anna.heading('transactions.title')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(stepsOf(anna)).toHaveCount(0)

    const elsewhere = await browser.newContext({ serviceWorkers: 'block' })
    const boris = new Person(await elsewhere.newPage(), info)
    await boris.arrive({ balances: [`10.00 ${boris.home}`] })
    await expect(boris.heading('transactions.title')).toBeVisible()
    await boris.page.waitForLoadState('networkidle')
    await expect(stepsOf(boris)).toHaveCount(0)
    await elsewhere.close()
  },
)

test(
  'what waits for a person is answered on Home, and is gone then',
  { tag: ['@once', '@full'] },
  async ({ page, browser }, info) => {
    const anna = new Person(page, info)
    const user = await anna.settle([`500.00 ${anna.home}`])
    const elsewhere = await browser.newContext({ serviceWorkers: 'block' })
    const boris = new Person(await elsewhere.newPage(), info)
    const other = await boris.settle([`500.00 ${boris.home}`])
    const block = page.getByRole('region', { name: anna.t('waiting.label') })
    const ink = (key: 'payment.topup_btn' | 'payment.exchange_btn') =>
      anna
        .link(key)
        .locator('svg')
        .evaluate((icon): string => icon.ownerDocument.defaultView.getComputedStyle(icon).color)
    const send = async (amount: string) =>
      expect((await other.send(amount, boris.home, { phone: anna.phone }, { protection_code: '0417' })).status).toBe('pending')

    await test.step('while nothing waits, Home has no block for it', async () => {
      await page.goto(anna.url)
      await page.waitForLoadState('networkidle')
      await expect(block).toHaveCount(0)
      expect(await ink('payment.topup_btn')).not.toBe(await ink('payment.exchange_btn'))
    })

    await test.step('a transfer is received above the accounts, with its code; no other button is filled then', async () => {
      await send('30.00')
      await page.reload()
      await expect(block).toContainText(anna.money('30.00', anna.home))
      expect(await ink('payment.topup_btn')).toBe(await ink('payment.exchange_btn'))
      await anna.expectAccessible()
      await anna.expectNoSidewaysScroll()
      const card = await page
        .getByRole('group', { name: new RegExp(anna.home) })
        .first()
        .boundingBox()
      expect((await block.boundingBox())?.y).toBeLessThan(card?.y ?? 0)
      await anna.field('incoming.code').fill('0417')
      await anna.button('incoming.receive').click()
      await expect(block).toHaveCount(0)
      expect(await user.balance(anna.home)).toBe('530.00')
    })

    await test.step('a request is paid or declined there, and its amount is hidden with all others', async () => {
      const { id: account_id } = await other.account(boris.home)
      await other.post('/v2/wallet/request', { account_id, amount: '70.00', to: { phone: anna.phone } })
      await page.reload()
      await expect(block).toContainText(anna.money('70.00', anna.home))
      await anna.button('balance.hide').first().click()
      await expect(block).not.toContainText('70')
      await block.getByRole('link', { name: anna.t('requests.pay') }).click()
      await expect(page).toHaveURL(/request=/)
      // The address changes before the browser has its new entry: "back" would leave the wallet.
      await expect(anna.heading('send.title')).toBeVisible()
      await page.goBack()
      await block.getByRole('button', { name: anna.t('requests.decline') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: anna.t('requests.decline') })
        .click()
      await expect(block).toHaveCount(0)
    })

    await test.step('of several transfers the block shows one, and a button to all', async () => {
      for (const amount of ['10.00', '20.00', '30.00']) await send(amount)
      await page.reload()
      await expect(block.getByRole('button', { name: anna.t('incoming.receive') })).toHaveCount(1)
      await block.getByRole('button', { name: anna.t('waiting.more', { count: 2 }) }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: anna.t('incoming.receive') })).toHaveCount(3)
      await page.keyboard.press('Escape')
    })

    await test.step('an unfinished verification in the block leads to the settings', async () => {
      await user.post('/v2/wallet/identification-level/upgrade', {})
      await page.reload()
      await block.getByRole('link', { name: anna.t('kyc.status.pending') }).click()
      await expect(page).toHaveURL(/settings/)
    })
    await elsewhere.close()
  },
)
