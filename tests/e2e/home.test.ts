import { expect, test } from '@playwright/test'
import { Person } from './person.ts'

test('four blocks in the order of the specification', { tag: '@size' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ balances: [`100.00 ${anna.home}`] })
  const blocks = [
    page.getByRole('region', { name: anna.t('carousel.label') }).first(),
    page.getByRole('link', { name: anna.t('payment.topup_btn'), exact: true }),
    anna.heading('qr_payment.title'),
    anna.heading('transactions.title'),
  ]
  const tops: number[] = []
  for (const block of blocks) {
    await expect(block).toBeVisible()
    tops.push((await block.boundingBox())?.y ?? 0)
  }
  expect(tops).toEqual([...tops].sort((one, other) => one - other))
})

test('the carousel shows 1.4 slides, or 2 from 920 px, with a gap of 16', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive()
  const slides = page.getByRole('region', { name: anna.t('carousel.label') }).getByRole('group', { includeHidden: true })
  await expect(slides.first()).toBeVisible()
  for (const [width, perView] of [
    [360, 1.4],
    [919, 1.4],
    [920, 2],
    [1440, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(async () => {
        const [row = 0, slide = 1] = await slides
          .first()
          .evaluate((element) => [element.parentElement?.parentElement?.clientWidth ?? 0, element.clientWidth])
        return Math.round(((row + 16) / (slide + 16)) * 10) / 10
      })
      .toBe(perView)
  }
  // Where they stand in the row: those that are not the current one are drawn smaller.
  const end = await slides.nth(0).evaluate(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth)
  const start = await slides.nth(1).evaluate(({ offsetLeft }) => offsetLeft)
  expect(Math.round(start - end)).toBe(16)
})

test('arrows and dots choose the current account, which forms then begin with', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive()
  const previous = anna.button('carousel.prev')
  const next = anna.button('carousel.next')
  await expect(previous).toBeDisabled()
  await next.click()
  await expect(next).toBeDisabled()
  await expect(anna.button('carousel.dot', { code: anna.second })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: anna.t('payment.topup_btn'), exact: true }).click()
  await expect(page.getByRole('button', { name: new RegExp(anna.second) }).first()).toBeVisible()
  await page.goBack()
  await expect(anna.button('carousel.dot', { code: anna.second })).toHaveAttribute('aria-current', 'true')
  await anna.button('carousel.dot', { code: anna.home }).click()
  await expect(previous).toBeDisabled()
})

test('the buttons lead to top-up, exchange and withdrawal', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive()
  for (const [key, address] of [
    ['payment.topup_btn', '/wallet/topup'],
    ['payment.exchange_btn', '/exchange'],
    ['payment.withdrawal_btn', '/wallet/withdrawal'],
  ] as const) {
    await page.getByRole('link', { name: anna.t(key), exact: true }).click()
    await expect(page).toHaveURL(anna.url + address)
    await page.goBack()
  }
})

test(
  'the QR block leads where the brand has it: to the market that is not there yet, or to payment',
  { tag: '@brand' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive()
    if (anna.brand.qrBlock === 'market') {
      await anna.button('qr.market').click()
      const alert = page.getByRole('alertdialog')
      await expect(alert).toContainText(anna.t('qr.market_off'))
      await anna.expectAccessible()
      await alert.getByRole('button', { name: anna.t('alert.ok') }).click()
      await expect(page).toHaveURL(`${anna.url}/`)
    } else {
      await page.getByRole('link', { name: anna.t('qr.open') }).click()
      await expect(page).toHaveURL(`${anna.url}/payment`)
    }
  },
)

test(
  'transactions are labelled by their sign, newest first, with status, description and time',
  { tag: '@language' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const user = await anna.arrive()
    await expect(page.getByText(anna.t('transactions.list.empty_descr'))).toBeVisible()
    await user.topUp('100.00', anna.home)
    await user.withdraw('40.00', anna.home)
    await page.reload()
    const rows = page
      .getByRole('list')
      .filter({ hasText: anna.t('tx.label.topup') })
      .getByRole('listitem')
    await expect(rows.first()).toContainText(anna.t('tx.label.withdrawal'))
    await expect(rows.first()).toContainText(anna.money('-40.00', anna.home))
    await expect(rows.first()).toContainText('4821')
    await expect(rows.nth(1)).toContainText(anna.t('tx.label.topup'))
    await expect(rows.nth(1)).toContainText(`+${anna.money('100.00', anna.home)}`)
    await expect(rows.nth(1)).toContainText(/\d{2}:\d{2}/)
    await expect(rows.nth(1)).toContainText(anna.t('transaction.state.complete'))
    // Withdrawals are red, top-ups are not.
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<i id="probe" style="color: var(--danger)"></i>')`)
    const danger = await page.evaluate<string>(`getComputedStyle(document.getElementById('probe')).color`)
    await expect(page.getByText(anna.money('-40.00', anna.home), { exact: true }).first()).toHaveCSS('color', danger)
    await expect(page.getByText(`+${anna.money('100.00', anna.home)}`, { exact: true }).first()).not.toHaveCSS('color', danger)
  },
)

test('a row opens its receipt', { tag: '@size' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ balances: [`100.00 ${anna.home}`] })
  await page
    .getByRole('button', { name: new RegExp(`^${anna.t('tx.label.topup')}`) })
    .first()
    .click()
  const receipt = page.getByRole('dialog', { name: anna.t('receipt.title') })
  await expect(receipt).toContainText(anna.t('receipt.id'))
  await expect(receipt).toContainText(anna.money('100.00', anna.home))
  await anna.expectAccessible()
})
