import { expect, test } from '@playwright/test'
import { NAMES } from '#tests/sign-up'
import { Person, PIN } from './person.ts'

/** Looks the recipient up by their number, as it is typed. */
async function find(anna: Person, national: string): Promise<void> {
  await anna.page.locator('input[autocomplete=tel-national]').fill(national)
  await anna.button('common.continue').click()
}

/** Fills in the amount, reviews it and gives the PIN; the recipient is found already. */
async function send(anna: Person, amount: string): Promise<void> {
  const submit = { amount: anna.money(amount, anna.home) }
  await anna.field('amount.label').fill(amount)
  await anna.button('save.submit_amount', submit).click()
  const sheet = anna.page.getByRole('dialog')
  await sheet.getByLabel(anna.digitsName('pin.label'), { exact: true }).fill(PIN)
  await sheet.getByRole('button', { name: anna.t('save.submit_amount', submit), exact: true }).click()
}

test(
  'money goes to a person by their number, from Home to their balance',
  { tag: '@corners' },
  async ({ page, browser }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ balances: [`500.00 ${anna.home}`] })
    const elsewhere = await browser.newContext({ serviceWorkers: 'block' })
    const boris = new Person(await elsewhere.newPage(), info)
    await boris.settle()

    await test.step('the form asks for a recipient before anything can be sent', async () => {
      await anna.link('send.action').click()
      await expect(anna.heading('send.title')).toBeVisible()
      await expect(anna.button('common.continue')).toBeDisabled()
      await expect(anna.field('amount.label')).toHaveCount(0)
    })
    await test.step('who is found is shown by first name and initial', async () => {
      await find(anna, boris.national)
      const { firstName, lastName } = NAMES[anna.language]
      await expect(page.getByText(`${firstName} ${lastName.charAt(0)}.`).first()).toBeVisible()
      await expect(page.getByText(anna.t('send.no_wallet'))).toHaveCount(0)
    })
    await test.step('once confirmed, the recipient has it', async () => {
      await send(anna, '120.50')
      await expect(page.getByText(anna.t('send.done_text'))).toBeVisible()
      await boris.page.goto(boris.url)
      await expect(boris.page.getByText(boris.balance('120.50', boris.home)).first()).toBeVisible()
    })
    await elsewhere.close()
  },
)

test('money to a number without a wallet waits, and is taken back whole', { tag: '@brand' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/wallet/send', balances: [`500.00 ${anna.home}`] })
  const nobody = new Person(page, info)
  await find(anna, nobody.national)
  await expect(page.getByText(anna.t('send.no_wallet'))).toBeVisible()
  await test.step('"back" and the change of the recipient lead to the number, and keep everything', async () => {
    const number = page.locator('input[autocomplete=tel-national]')
    await anna.field('amount.label').fill('99')
    await page.goBack()
    await expect(number).toHaveValue(/\d/)
    await expect(anna.heading('send.title')).toBeVisible()
    await anna.button('common.continue').click()
    await expect(anna.field('amount.label')).toHaveValue('99')
    await anna.button('common.change').click()
    await expect(number).toBeFocused()
    await anna.button('common.continue').click()
    await expect(anna.field('amount.label')).toHaveValue('99')
  })
  await send(anna, '100.00')
  await expect(page.getByText(anna.t('send.waits_text'))).toBeVisible()
  await anna.button('send.take_back').click()
  await expect(page.getByRole('dialog', { name: anna.t('answer.p2p_taken_back') })).toContainText(anna.money('100.00', anna.home))
  await anna.button('common.done').click()
  await expect(page).toHaveURL(`${anna.url}/`)
  await expect(page.getByText(anna.balance('500.00', anna.home)).first()).toBeVisible()
})

test('one’s own number is refused at its field, before any amount and any PIN', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/wallet/send', balances: [`500.00 ${anna.home}`] })
  await find(anna, anna.national)
  const number = page.locator('input[autocomplete=tel-national]')
  await expect(number).toHaveAccessibleDescription(anna.t('refusal.recipient_self'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await test.step('asking oneself for money is refused before it is sent', async () => {
    await page.goto(`${anna.url}/wallet/ask`)
    await number.fill(anna.national)
    await expect(number).toHaveAccessibleDescription(anna.t('refusal.recipient_self'))
    await expect(anna.button('requests.ask_submit')).toBeDisabled()
  })
})

test('a transfer with a code is received with that code alone', { tag: '@corners' }, async ({ page, browser }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/wallet/send', balances: [`500.00 ${anna.home}`] })
  const elsewhere = await browser.newContext({ serviceWorkers: 'block' })
  const boris = new Person(await elsewhere.newPage(), info)
  // Not on Home, where the same transfer stands, too.
  await boris.arrive({ path: '/payment' })
  await find(anna, boris.national)
  await anna.button('send.more').click()
  await expect(anna.page.getByLabel(anna.t('send.message'))).toBeFocused()
  await anna.page.getByLabel(anna.t('send.message')).fill('<b>lunch</b>')
  await anna.page.getByLabel(anna.t('send.code')).fill('0417')
  await send(anna, '30.00')
  await expect(page.getByText(anna.t('send.waits_text'))).toBeVisible()

  await boris.page.locator('header button[aria-haspopup=dialog]').click()
  await expect(boris.page.getByText('<b>lunch</b>')).toBeVisible()
  // What waits is told once.
  const notices = boris.page.getByRole('dialog', { name: boris.t('notif.title') })
  await expect(notices.getByText(boris.money('30.00', boris.home))).toHaveCount(1)
  await boris.field('incoming.code').fill('0418')
  await boris.button('incoming.receive').click()
  await expect(boris.page.getByText(boris.t('incoming.attempts', { n: 2 }))).toBeVisible()
  await boris.field('incoming.code').fill('0417')
  await boris.button('incoming.receive').click()
  const moment = boris.page.getByRole('dialog', { name: boris.t('answer.p2p_received') })
  await expect(moment).toContainText(boris.money('30.00', boris.home))
  await moment.getByRole('button', { name: boris.t('receipt.title'), exact: true }).click()
  await expect(moment.getByText('<b>lunch</b>')).toBeVisible()
  await moment.getByRole('button', { name: boris.t('common.done'), exact: true }).click()
  await expect(moment).toBeHidden()
  await expect(boris.heading('waiting.label')).toHaveCount(0)
  await elsewhere.close()
})

test('who signs up with the number afterwards has what waited', { tag: ['@once', '@full'] }, async ({ page, browser }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/wallet/send', balances: [`500.00 ${anna.home}`] })
  const elsewhere = await browser.newContext({ serviceWorkers: 'block' })
  const boris = new Person(await elsewhere.newPage(), info)
  await find(anna, boris.national)
  await send(anna, '40.00')
  await expect(page.getByText(anna.t('send.waits_text'))).toBeVisible()
  await boris.arrive()
  // A job credits it; the page asks for balances when it is opened, which may take long on a slow machine.
  let timeout = 3000
  await expect(async () => {
    await boris.page.reload()
    timeout *= 2
    await expect(boris.page.getByText(boris.balance('40.00', boris.home)).first()).toBeVisible({ timeout: timeout / 2 })
  }).toPass()
  await elsewhere.close()
})

test(
  'a receipt: what waits is taken back, and made again to the same person',
  { tag: ['@once', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ path: '/wallet/send', balances: [`500.00 ${anna.home}`] })
    await find(anna, new Person(page, info).national)
    await send(anna, '50.00')
    await anna.button('common.done').click()
    const row = page.getByRole('button', { name: anna.t('transaction.state.waiting') }).first()
    await row.click()
    await anna.button('send.take_back').click()
    const moment = page.getByRole('dialog', { name: anna.t('answer.p2p_taken_back') })
    await expect(moment).toContainText(anna.money('50.00', anna.home))
    await expect(moment).toContainText(anna.money('500.00', anna.home))
    await moment.getByRole('link', { name: anna.t('receipt.repeat') }).click()
    await expect(moment).toBeHidden()
    await expect(anna.heading('send.title')).toBeVisible()
    await expect(page.getByText(anna.t('send.no_wallet'))).toBeVisible()
    await expect(anna.field('amount.label')).toHaveValue(/^50/)
  },
)

test('what waits is declined, and is back with its sender', { tag: ['@once', '@full'] }, async ({ page, browser }, info) => {
  const boris = new Person(page, info)
  await boris.arrive()
  const elsewhere = await browser.newContext({ serviceWorkers: 'block' })
  const anna = new Person(await elsewhere.newPage(), info)
  const sender = await anna.settle([`500.00 ${anna.home}`])
  await sender.send('30.00', anna.home, { phone: boris.phone }, { protection_code: '0417' })
  await page.reload()
  await page.locator('header button[aria-haspopup=dialog]').click()
  await boris.button('incoming.decline').click()
  await expect(page.getByText(boris.t('answer.p2p_declined'))).toBeVisible()
  await expect(boris.heading('waiting.label')).toHaveCount(0)
  await anna.page.goto(anna.url)
  await expect(anna.page.getByText(anna.balance('500.00', anna.home)).first()).toBeVisible()
  await expect(anna.page.getByRole('button', { name: anna.t('transaction.state.returned') }).first()).toBeVisible()
  await elsewhere.close()
})

test(
  'who has sent money is blocked and reported by its receipt, and let in again',
  { tag: ['@corners', '@full'] },
  async ({ page, browser }, info) => {
    const boris = new Person(page, info)
    await boris.settle()
    const elsewhere = await browser.newContext({ serviceWorkers: 'block' })
    const anna = new Person(await elsewhere.newPage(), info)
    const sender = await anna.settle([`500.00 ${anna.home}`])
    const again = () => sender.send('10.00', anna.home, { phone: boris.phone })
    expect(await again()).toMatchObject({ status: 'ok' })
    await page.goto(boris.url)
    const sentBy = `${NAMES[anna.language].firstName} ${NAMES[anna.language].lastName.charAt(0)}.`
    await page.getByRole('button', { name: sentBy }).first().click()
    const receipt = page.getByRole('dialog', { name: boris.t('receipt.title') })
    await receipt.getByRole('button', { name: boris.t('send.block'), exact: true }).click()
    await receipt.getByLabel(boris.t('send.report')).fill('<b>spam</b>')
    await boris.expectAccessible()
    await receipt.getByRole('button', { name: boris.t('send.block'), exact: true }).click()
    await expect(receipt.getByRole('status').getByText(boris.t('answer.p2p_blocked'))).toBeVisible()
    await boris.expectAccessible()
    await boris.expectNoSidewaysScroll()
    expect(await again()).toMatchObject({ http: 403, code: 'recipient_refuses' })
    await receipt.getByRole('button', { name: boris.t('send.unblock'), exact: true }).click()
    await expect(receipt.getByRole('status').getByText(boris.t('answer.p2p_unblocked'))).toBeVisible()
    expect(await again()).toMatchObject({ status: 'ok' })

    await test.step('and later, by the settings', async () => {
      await receipt.getByRole('button', { name: boris.t('send.block'), exact: true }).click()
      await receipt.getByRole('button', { name: boris.t('send.block'), exact: true }).click()
      await expect(receipt.getByRole('status').getByText(boris.t('answer.p2p_blocked'))).toBeVisible()
      await page.goto(`${boris.url}/settings`)
      await boris.button('transfers.row').click()
      const blocked = page.getByRole('list', { name: boris.t('transfers.blocked') })
      await expect(blocked.getByRole('listitem')).toHaveCount(1)
      await boris.expectAccessible()
      await boris.expectNoSidewaysScroll()
      await boris.button('transfers.unblock_of', { person: sentBy }).click()
      await expect(page.getByRole('status').getByText(boris.t('answer.p2p_unblocked'))).toBeVisible()
      await expect(blocked).toHaveCount(0)
      expect(await again()).toMatchObject({ status: 'ok' })
    })
    await elsewhere.close()
  },
)

test('who does not want to be found is not', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/settings' })
  await anna.button('transfers.row').click()
  const found = page.getByRole('checkbox', { name: anna.t('transfers.found') })
  await expect(found).toBeChecked()
  await found.click()
  await expect(found).not.toBeChecked()
  await page.reload()
  await anna.button('transfers.row').click()
  await expect(found).toBeEnabled()
  await expect(found).not.toBeChecked()
})
