import { expect, type Page, test } from '@playwright/test'
import { hold } from './hold.ts'
import { Person, PIN } from './person.ts'
import { switchOff } from './switch-off.ts'

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

/** What a person may top up and withdraw, in the currency of the first account. */
async function limitsOf(anna: Person): Promise<{ topup_max: string; withdrawal_min: string }> {
  const config = await (await anna.page.request.get(`${anna.url}/v2/wallet/config`)).json()
  return config.limits.find(({ currency_code: code }: { currency_code: string }) => code === anna.home)
}

test('top-up: the form, the order and the return', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const user = await anna.arrive({ path: '/wallet/topup' })
  const plain = anna.button('topup.pay')
  const pay = (amount: string) => anna.button('topup.pay_amount', { amount: anna.money(amount, anna.home) })
  const toTheForm = async () => {
    await anna.link('nav.home').click()
    await anna.link('payment.topup_btn').click()
  }

  await test.step('top-up: without an amount or the terms the button is disabled and says what is missing [money-1]', async () => {
    await expect(plain).toBeDisabled()
    await anna.field('amount.label').fill('150')
    await expect(plain).toBeDisabled()
    await expect(page.getByText(anna.t('reason.agree'))).toBeVisible()
    await page.getByRole('checkbox').check()
    await expect(pay('150.00')).toBeEnabled()
    await anna.expectAccessible()
  })

  await test.step('what is above the most of the level goes no further than its field', async () => {
    const { topup_max: most } = await limitsOf(anna)
    await anna.field('amount.label').fill('99999999')
    await expect(page.getByText(anna.limit('amount_max', most))).toBeVisible()
    await expect(page.locator('form button[type=submit]')).toBeDisabled()
    await anna.field('amount.label').fill(most)
    await expect(page.locator('form button[type=submit]')).toBeEnabled()
  })

  await test.step('who goes elsewhere while a top-up is ordered stays there', async () => {
    const answer = await hold(page, '**/v2/wallet/top-up')
    await anna.field('amount.label').fill('50')
    const ordered = page.waitForResponse('**/v2/wallet/top-up')
    await pay('50.00').click()
    await anna.link('nav.history').click()
    await expect(page).toHaveURL(`${anna.url}/history`)
    answer()
    await (await ordered).finished()
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL(`${anna.url}/history`)
  })

  await test.step('a reload keeps the terms that were accepted, and no amount [money-2]', async () => {
    await toTheForm()
    await anna.field('amount.label').fill('150')
    await expect(pay('150.00')).toBeEnabled()
    await page.reload()
    await expect(page.getByRole('checkbox')).toBeChecked()
    await expect(plain).toBeDisabled()
  })

  await test.step('the earlier order stands in the history as unpaid; its receipt leads to its payment page, and cancels it', async () => {
    const row = page.getByRole('button', { name: anna.t('transaction.state.unpaid') }).first()
    const sheet = page.getByRole('dialog', { name: anna.t('receipt.title') })
    await anna.link('nav.history').click()
    await expect(row).toContainText(anna.money('50.00', anna.home))
    await expect(row).not.toContainText('+')
    await row.click()
    await sheet.getByRole('button', { name: anna.t('topup.pay_order'), exact: true }).click()
    await expect(page).toHaveURL(/\/sandbox\/payments\//)
    await page.goto(`${anna.url}/history`)
    await row.click()
    await sheet.getByRole('button', { name: anna.t('topup.cancel'), exact: true }).click()
    await page.getByRole('button', { name: anna.t('topup.cancel_yes') }).click()
    await expect(page.getByText(anna.t('transaction.state.cancelled')).first()).toBeVisible()
    await expect(sheet).toBeHidden()
  })

  await test.step('a top-up of which nobody knows whether it was ordered is asked for again, and ordered once', async () => {
    await page.route(
      '**/v2/wallet/top-up',
      async (route) => {
        await route.fetch()
        await route.fulfill({ status: 503, json: { status: 'error', code: 'busy', message: 'Later', retry_after: 1 } })
      },
      { times: 1 },
    )
    await toTheForm()
    await anna.field('amount.label').fill('200')
    await pay('200.00').click()
    await expect(page.getByRole('alert')).toBeVisible()
    await pay('200.00').click()
    await expect(page).toHaveURL(/\/sandbox\/payments\//)
    expect(await user.get('/v2/wallet/transaction')).toMatchObject({
      results: [
        { kind: 'topup', amount: '200.00' },
        { kind: 'topup', amount: '50.00' },
      ],
    })
  })

  await test.step('the return screen without an order has nothing to check, and with one waits until it is paid [money-3]', async () => {
    const order = new URL(page.url()).pathname.split('/').at(-1)
    await page.goto(`${anna.url}/wallet/payments/finish`)
    await expect(anna.link('finish.home')).toBeVisible()
    await page.clock.install()
    await noteQuestions(page, '/top-up/status')
    await page.goto(`${anna.url}/wallet/payments/finish?currencyCode=${anna.home}&order=${order}`)
    await expect(page.getByText(anna.t('finish.wait_text'))).toBeVisible()
    await expect(page.getByText(anna.t('finish.account', { code: anna.home }))).toBeVisible()
    await anna.expectAccessible()
    // From here on the page's time goes on only as it is told to, and its questions are answered in no time.
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    for (let step = 0; step < 44; step += 1) {
      await page.clock.runFor(250)
      await page.evaluate('window.answered')
    }
    const [first = 0, second = 0, third = 0] = (await page.evaluate<number[]>('window.askedAt')).slice(-3)
    expect([second - first, third - second].map((ms) => Math.round(ms / 1000))).toEqual([5, 5])
    await page.request.post(`${anna.url}/sandbox/payments/${order}`, { data: { outcome: 'pay' } })
    await page.clock.resume()
    await expect(page.getByText(anna.t('finish.success'))).toBeVisible()
    await expect(page.getByText(anna.t('finish.account', { code: anna.home }))).toBeVisible()
    await expect(page.getByText(anna.money('200.00', anna.home)).first()).toBeVisible()
  })
})

test('the forms of exchange and withdrawal, to a card and to an address', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const user = await anna.arrive({
    path: '/exchange',
    balances: [`100.00 ${anna.home}`, `100.00 ${anna.second}`, '50.00 USDC'],
  })
  const submit = anna.t('wd.submit_amount', { amount: anna.money('40.00', anna.home) })
  const sheet = page.getByRole('dialog')

  await test.step('exchange: either side counts the other, MAX gives everything, swapping turns both round [money-4]', async () => {
    const give = page.getByRole('group', { name: anna.t('ex.from') }).getByRole('textbox')
    const get = page.getByRole('group', { name: anna.t('ex.to') }).getByRole('textbox')
    await expect(anna.button('ex.submit')).toBeDisabled()
    await give.fill('50')
    await expect(get).not.toHaveValue('')
    await expect(anna.button('ex.submit')).toBeEnabled()
    await get.fill('1')
    await expect(give).not.toHaveValue('50')
    await page.getByRole('button', { name: anna.t('amount.max'), exact: true }).click()
    await expect(give).toHaveValue(anna.typed('100.00'))
    await expect(anna.button('ex.submit')).toBeEnabled()
    await give.fill('100.01')
    await expect(anna.button('ex.submit')).toBeDisabled()
    await give.fill('0')
    await expect(anna.button('ex.submit')).toBeDisabled()
    await give.fill('1234567.50')
    await expect(give).toHaveValue(anna.typed('1234567.50'))
    await give.fill('10')
    await anna.button('ex.swap').click()
    await expect(get).toHaveValue(/^10([.,]00)?$/)
    await expect(page.getByRole('group', { name: anna.t('ex.from') })).toContainText(anna.second)
    await anna.expectAccessible()
  })

  await anna.link('nav.home').click()
  await anna.link('payment.withdrawal_btn').click()

  await test.step('withdrawal: the button is disabled by an empty amount, too little money and no card [money-5]', async () => {
    const plain = anna.button('wd.submit')
    await expect(plain).toBeDisabled()
    await anna.field('wd.card').fill('12/29 2200 1234 5602 4821')
    await expect(anna.field('wd.card')).toHaveValue('2200 1234 5602 4821')
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

  await test.step('what is below the least of the level goes no further than its field', async () => {
    const { withdrawal_min: least } = await limitsOf(anna)
    await anna.field('wd.card').fill('2200123456024821')
    await anna.field('amount.label').fill('0.01')
    await anna.field('amount.label').blur()
    await expect(page.getByText(anna.t('err.amount.min', { amount: anna.money(least, anna.home) })).first()).toBeVisible()
    await expect(page.locator('form button[type=submit]')).toBeDisabled()
    await anna.expectAccessible()
    await anna.field('amount.label').fill(least)
    await expect(page.locator('form button[type=submit]')).toBeEnabled()
  })

  await test.step('withdrawal: the sheet repeats amount, recipient and account, and takes a PIN of four digits only [money-6]', async () => {
    await anna.field('amount.label').fill('40')
    await page.getByRole('button', { name: submit, exact: true }).click()
    await expect(sheet).toContainText(anna.money('40.00', anna.home))
    await expect(sheet).toContainText('4821')
    await expect(sheet).toContainText(anna.home)
    const send = sheet.getByRole('button', { name: submit, exact: true })
    const pin = sheet.getByLabel(anna.digitsName('pin.label'), { exact: true })
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

  await test.step('withdrawal of USDC goes to an address, with its network named [money-7]', async () => {
    await page.goto(`${anna.url}/wallet/withdrawal?currencyCode=USDC`)
    const address = anna.field('wd.address')
    await expect(address).toBeVisible()
    await expect(anna.field('wd.card')).toBeHidden()
    await anna.field('amount.label').fill('20')
    await expect(anna.button('wd.submit').or(page.getByRole('button', { name: /20/ }).last())).toBeDisabled()
    await address.fill('0x52908400098527886e0f7030069857d2e4169ee7')
    const withAmount = anna.t('wd.submit_amount', { amount: anna.money('20.00', 'USDC') })
    await page.getByRole('button', { name: withAmount, exact: true }).click()
    await anna.expectAccessible()
    await sheet.getByLabel(anna.digitsName('pin.label'), { exact: true }).fill(PIN)
    await sheet.getByRole('button', { name: withAmount, exact: true }).click()
    await expect(sheet.getByText(anna.t('pay.success'))).toBeVisible()
    expect(await user.balance('USDC')).toBe('30.00')
  })
})

test('what a brand has of its own on Home and in the forms of money', { tag: '@brand' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ balances: [`100.00 ${anna.home}`] })

  await test.step('the QR block leads to the scanner; while payment by QR is off, to the market’s alert or the own code [money-8]', async () => {
    await anna.link('qr.scan').click()
    await expect(page).toHaveURL(`${anna.url}/payment?tab=scan`)
    await anna.link('nav.home').click()
    await switchOff(page, ['qr_payment'])
    await page.reload()
    if (anna.brand.qrBlock === 'market') {
      await anna.button('qr.market').click()
      const alert = page.getByRole('alertdialog')
      await expect(alert).toContainText(anna.t('qr.market_off'))
      await anna.expectAccessible()
      await alert.getByRole('button', { name: anna.t('alert.ok') }).click()
      await expect(page).toHaveURL(`${anna.url}/`)
    } else {
      await page
        .getByRole('main')
        .getByRole('link', { name: anna.t('qrpay.tab_mine') })
        .click()
      await expect(page).toHaveURL(`${anna.url}/payment`)
      await anna.link('nav.home').click()
    }
    await page.unrouteAll()
  })

  await test.step('top-up: the methods are the brand’s, and cash is an instruction without a button [money-9]', async () => {
    await anna.link('payment.topup_btn').click()
    const { topup } = anna.brand.methods
    await expect(anna.button('topup.pay')).toBeVisible()
    if (topup.length > 1) {
      for (const method of topup) await expect(page.getByRole('radio', { name: anna.t(`method.${method}`) })).toBeAttached()
    }
    if (topup.includes('cash')) {
      await page.getByRole('radio', { name: anna.t('method.cash'), exact: true }).click()
      await expect(page.getByText(anna.t('cash.text'))).toBeVisible()
      await expect(anna.button('topup.pay')).toBeHidden()
      await anna.expectAccessible()
    }
  })

  await test.step('withdrawal: by SBP it says that it is not available, by cash where to go [money-10]', async () => {
    await anna.link('nav.home').click()
    await anna.link('payment.withdrawal_btn').click()
    if (anna.brand.methods.withdrawal.includes('sbp')) {
      await page.getByRole('radio', { name: anna.t('method.sbp'), exact: true }).click()
      await expect(page.getByText(anna.t('wd.sbp_off'))).toBeVisible()
      await expect(anna.field('wd.card')).toBeHidden()
      await page.getByRole('radio', { name: anna.t('method.cash'), exact: true }).click()
      await expect(page.getByText(anna.t('cash.text'))).toBeVisible()
      await anna.expectAccessible()
    } else {
      await expect(anna.field('wd.card')).toBeVisible()
      await expect(page.getByText(anna.t('method.sbp'), { exact: true })).toBeHidden()
    }
  })

  await test.step('exchange: the rate is shown with its time, and the legal block is there where the brand has one [money-11]', async () => {
    await anna.link('nav.home').click()
    await anna.link('payment.exchange_btn').click()
    await expect(
      page
        .getByRole('main')
        .getByRole('paragraph')
        .filter({ hasText: /^1\s[A-Z]{3}\s=\s/ }),
    ).toContainText(/\d{2}:\d{2}/)
    const legal = page.getByRole('region', { name: anna.t('ex.legal') })
    if (anna.brand.exchangeLegal) await expect(legal).toBeVisible()
    else await expect(legal).toBeHidden()
  })
})
