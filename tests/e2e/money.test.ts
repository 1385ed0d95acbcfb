import { expect, type Page, test } from '@playwright/test'
import { hold } from './hold.ts'
import { Person, PIN } from './person.ts'

/** Has the page note when, by its own clock, it asks at an address (`askedAt`), and the last answer that is on its way (`answered`). */
async function noteQuestions(page: Page, address: string): Promise<void> {
  await page.addInitScript(`window.askedAt = []
    const ask = window.fetch
    window.fetch = (...question) => {
      const answer = ask(...question)
      if (!String(question[0]?.url ?? question[0]).includes('${address}')) return answer
      window.askedAt.push(Date.now())
      window.answered = answer.then(() => undefined, () => undefined)
      return answer
    }`)
}

test(
  'top-up: without an amount or the terms the button is disabled and says what is missing',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ path: '/wallet/topup' })
    const plain = anna.button('topup.pay')
    await expect(plain).toBeDisabled()
    await anna.field('amount.label').fill('150')
    await expect(plain).toBeDisabled()
    await expect(page.getByText(anna.t('topup.err_terms'))).toBeVisible()
    await page.getByRole('checkbox').check()
    await expect(anna.button('topup.pay_amount', { amount: anna.money('150.00', anna.home) })).toBeEnabled()
    await anna.expectAccessible()
    await page.reload()
    await expect(page.getByRole('checkbox')).toBeChecked()
    await expect(plain).toBeDisabled()
  },
)

test(
  'top-up: the methods are the brand’s, and cash is an instruction without a button',
  { tag: '@brand' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ path: '/wallet/topup' })
    const { topup } = anna.brand.methods
    await expect(anna.button('topup.pay')).toBeVisible()
    if (topup.length > 1) {
      for (const method of topup) await expect(page.getByRole('radio', { name: anna.t(`method.${method}`) })).toBeAttached()
    }
    if (topup.includes('cash')) {
      await page.getByText(anna.t('method.cash'), { exact: true }).click()
      await expect(page.getByText(anna.t('cash.text'))).toBeVisible()
      await expect(anna.button('topup.pay')).toBeHidden()
      await anna.expectAccessible()
    }
  },
)

test(
  'who goes elsewhere while a top-up is ordered stays there, and finds the order in the history',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ path: '/wallet/topup' })
    const answer = await hold(page, '**/v2/wallet/top-up')
    await anna.field('amount.label').fill('50')
    await page.getByRole('checkbox').check()
    const ordered = page.waitForResponse('**/v2/wallet/top-up')
    await anna.button('topup.pay_amount', { amount: anna.money('50.00', anna.home) }).click()
    await anna.link('nav.history').click()
    await expect(page).toHaveURL(`${anna.url}/history`)
    answer()
    await (await ordered).finished()
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL(`${anna.url}/history`)
    await page.reload()
    await expect(page.getByText(`+${anna.money('50.00', anna.home)}`, { exact: true }).first()).toBeVisible()
  },
)

test(
  'a top-up of which nobody knows whether it was ordered is asked for again, and ordered once',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const user = await anna.arrive({ path: '/wallet/topup' })
    await page.route(
      '**/v2/wallet/top-up',
      async (route) => {
        await route.fetch()
        await route.fulfill({ status: 503, json: { status: 'error', code: 'busy', message: 'Later', retry_after: 1 } })
      },
      { times: 1 },
    )
    await anna.field('amount.label').fill('200')
    await page.getByRole('checkbox').check()
    const pay = anna.button('topup.pay_amount', { amount: anna.money('200.00', anna.home) })
    await pay.click()
    await expect(page.getByRole('alert')).toBeVisible()
    await pay.click()
    await expect(page).toHaveURL(/\/sandbox\/payments\//)
    expect(await user.get('/v2/wallet/transaction')).toMatchObject({ results: [{ kind: 'topup', amount: '200.00' }] })
  },
)

test(
  'the return screen without an order has nothing to check, and with one waits until it is paid',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const user = await anna.arrive({ path: '/wallet/payments/finish' })
    await expect(anna.link('finish.home')).toBeVisible()
    const { order } = await user.post('/v2/wallet/top-up', { amount: '75.00', currency_code: anna.home })
    await page.clock.install()
    await noteQuestions(page, '/top-up/status')
    await page.goto(`${anna.url}/wallet/payments/finish?currencyCode=${anna.home}&order=${String(order)}`)
    await expect(page.getByText(anna.t('finish.wait_text'))).toBeVisible()
    await anna.expectAccessible()
    // From here on the page's time goes on only as it is told to, and its questions are answered in no time.
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    for (let step = 0; step < 44; step += 1) {
      await page.clock.runFor(250)
      await page.evaluate('window.answered')
    }
    const [first = 0, second = 0, third = 0] = (await page.evaluate<number[]>('window.askedAt')).slice(-3)
    expect([second - first, third - second].map((ms) => Math.round(ms / 1000))).toEqual([5, 5])
    await page.request.post(`${anna.url}/sandbox/payments/${String(order)}`, { data: { outcome: 'pay' } })
    await page.clock.resume()
    await expect(page.getByText(anna.t('finish.success'))).toBeVisible({ timeout: 15_000 })
    await expect(
      page.getByText(anna.t('finish.success_text', { amount: anna.money('75.00', anna.home), code: anna.home })),
    ).toBeVisible()
  },
)

test(
  'what is below the least or above the most of the level goes no further than its field',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ path: '/wallet/topup', balances: [`100.00 ${anna.home}`] })
    const config = await (await page.request.get(`${anna.url}/v2/wallet/config`)).json()
    const limits = config.limits.find(({ currency_code: code }: { currency_code: string }) => code === anna.home)
    await page.getByRole('checkbox').check()
    await anna.field('amount.label').fill('99999999')
    await expect(
      page.getByText(anna.t('err.amount.max', { amount: anna.money(limits.topup_max, anna.home) })).first(),
    ).toBeVisible()
    await expect(page.locator('form button[type=submit]')).toBeDisabled()
    await anna.field('amount.label').fill(limits.topup_max)
    await expect(page.locator('form button[type=submit]')).toBeEnabled()

    await page.goto(`${anna.url}/wallet/withdrawal`)
    await anna.field('wd.card').fill('2200123456784821')
    await anna.field('amount.label').fill('0.01')
    await anna.field('amount.label').blur()
    const least = page.getByText(anna.t('err.amount.min', { amount: anna.money(limits.withdrawal_min, anna.home) }))
    await expect(least.first()).toBeVisible()
    await expect(page.locator('form button[type=submit]')).toBeDisabled()
    await anna.expectAccessible()
    await anna.field('amount.label').fill(limits.withdrawal_min)
    await expect(page.locator('form button[type=submit]')).toBeEnabled()
  },
)

test('withdrawal: the form and its sheet', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/wallet/withdrawal', balances: [`100.00 ${anna.home}`] })
  const submit = anna.t('wd.submit_amount', { amount: anna.money('40.00', anna.home) })
  await test.step('withdrawal: the button is disabled by an empty amount, too little money and no card', async () => {
    const plain = anna.button('wd.submit')
    await expect(plain).toBeDisabled()
    await anna.field('wd.card').fill('2200 1234 5678 4821 99')
    await expect(anna.field('wd.card')).toHaveValue('2200 1234 5678 4821')
    await expect(plain).toBeDisabled()
    await anna.field('amount.label').fill('100.01')
    await expect(page.getByText(anna.t('err.amount.funds', { amount: anna.money('0.01', anna.home) })).first()).toBeVisible()
    await expect(anna.button('wd.submit_amount', { amount: anna.money('100.01', anna.home) }).or(plain)).toBeDisabled()
    await anna.field('amount.label').fill('40')
    const withAmount = page.getByRole('button', { name: submit, exact: true })
    await expect(withAmount).toBeEnabled()
    await anna.field('wd.card').fill('')
    await expect(withAmount.or(plain)).toBeDisabled()
    await anna.expectAccessible()
  })

  await test.step('withdrawal: the sheet repeats amount, recipient and account, and takes a PIN of four digits only', async () => {
    await anna.field('wd.card').fill('2200123456784821')
    await page.getByRole('button', { name: submit, exact: true }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText(anna.money('40.00', anna.home))
    await expect(sheet).toContainText('4821')
    await expect(sheet).toContainText(anna.home)
    const send = sheet.getByRole('button', { name: submit, exact: true })
    const pin = sheet.getByLabel(anna.t('a11y.pin_field'), { exact: true })
    await expect(pin).toBeFocused()
    await pin.pressSequentially('48a1')
    await expect(send).toBeDisabled()
    await pin.pressSequentially('1')
    await expect(send).toBeEnabled()
    await anna.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: submit, exact: true }).click()
    await expect(pin).toHaveValue('')
    await anna.givePin('40.00', PIN)
    await expect(sheet.getByText(anna.t('pay.success'))).toBeVisible()
  })
})

test('withdrawal: by SBP it says that it is not available, by cash where to go', { tag: '@brand' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/wallet/withdrawal', balances: [`100.00 ${anna.home}`] })
  if (anna.brand.methods.withdrawal.includes('sbp')) {
    await page.getByText(anna.t('method.sbp'), { exact: true }).click()
    await expect(page.getByText(anna.t('wd.sbp_off'))).toBeVisible()
    await expect(anna.field('wd.card')).toBeHidden()
    await page.getByText(anna.t('method.cash'), { exact: true }).click()
    await expect(page.getByText(anna.t('cash.text'))).toBeVisible()
    await anna.expectAccessible()
  } else {
    await expect(anna.field('wd.card')).toBeVisible()
    await expect(page.getByText(anna.t('method.sbp'), { exact: true })).toBeHidden()
  }
})

test('withdrawal of USDC goes to an address, with its network named', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const user = await anna.arrive({ balances: ['50.00 USDC'] })
  await page.goto(`${anna.url}/wallet/withdrawal?currencyCode=USDC`)
  const address = anna.field('wd.address')
  await expect(address).toBeVisible()
  await expect(anna.field('wd.card')).toBeHidden()
  await anna.field('amount.label').fill('20')
  await expect(anna.button('wd.submit').or(page.getByRole('button', { name: /20/ }).last())).toBeDisabled()
  await address.fill('0x52908400098527886e0f7030069857d2e4169ee7')
  await page
    .getByRole('button', { name: anna.t('wd.submit_amount', { amount: anna.money('20.00', 'USDC') }), exact: true })
    .click()
  await anna.expectAccessible()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(anna.t('a11y.pin_field'), { exact: true }).fill(PIN)
  await sheet
    .getByRole('button', { name: anna.t('wd.submit_amount', { amount: anna.money('20.00', 'USDC') }), exact: true })
    .click()
  await expect(sheet.getByText(anna.t('pay.success'))).toBeVisible()
  expect(await user.balance('USDC')).toBe('30.00')
})

test(
  'exchange: either side counts the other, MAX gives everything, swapping turns both round',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ path: '/exchange', balances: [`100.00 ${anna.home}`, `100.00 ${anna.second}`] })
    const give = page.getByRole('group', { name: anna.t('ex.from') }).getByRole('textbox')
    const get = page.getByRole('group', { name: anna.t('ex.to') }).getByRole('textbox')
    await expect(anna.button('ex.submit')).toBeDisabled()
    await give.fill('50')
    await expect(get).not.toHaveValue('')
    await expect(anna.button('ex.submit')).toBeEnabled()
    await get.fill('1')
    await expect(give).not.toHaveValue('50')
    await page.getByRole('button', { name: anna.t('amount.max'), exact: true }).click()
    await expect(give).toHaveValue('100.00')
    await expect(anna.button('ex.submit')).toBeEnabled()
    await give.fill('100.01')
    await expect(anna.button('ex.submit')).toBeDisabled()
    await give.fill('0')
    await expect(anna.button('ex.submit')).toBeDisabled()
    await give.fill('1234567.5')
    await expect(give).toHaveValue(/^1\s234\s567\.5$/)
    await give.fill('10')
    await anna.button('ex.swap').click()
    await expect(get).toHaveValue(/^10(\.00)?$/)
    await expect(page.getByRole('group', { name: anna.t('ex.from') })).toContainText(anna.second)
    await anna.expectAccessible()
  },
)

test(
  'exchange: the rate is shown with its time, and the legal block is there where the brand has one',
  { tag: '@brand' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ path: '/exchange' })
    await expect(page.getByText(/^1\s[A-Z]{3}\s=\s/)).toContainText(/\d{2}:\d{2}/)
    const legal = page.getByRole('region', { name: anna.t('ex.legal') })
    if (anna.brand.exchangeLegal) await expect(legal).toBeVisible()
    else await expect(legal).toBeHidden()
  },
)
