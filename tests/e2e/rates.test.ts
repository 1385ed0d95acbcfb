import { expect, test } from '@playwright/test'
import { Person } from './person.ts'

const HOUR_MS = 3_600_000
const RATES = ['80', '82.5', '79.25', '84']

/** A history as the server tells it: an hour apart each, the last one now. */
function historyOf(rates: readonly string[]) {
  const now = Date.now()
  const at = (place: number) => new Date(now - (rates.length - 1 - place) * HOUR_MS).toISOString()
  const points = rates.map((rate, place) => ({ at: at(place), rate }))
  const summary = { first: '80', last: '84', low: '79.25', high: '84', change_percent: '5.00' }
  return {
    status: 'ok',
    from_currency_code: 'USD',
    to_currency_code: 'RUB',
    starts_at: new Date(now - 24 * HOUR_MS).toISOString(),
    ends_at: new Date(now).toISOString(),
    known_since: at(0),
    points,
    summary: rates.length > 0 ? summary : null,
  }
}

test('how a rate has moved is seen, read point by point, and waited for', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.settle([`500.00 ${anna.home}`])
  let known: readonly string[] = RATES
  await page.route('**/exchange/rates/history?*', (route) => route.fulfill({ json: historyOf(known) }))
  const reader = page.getByRole('slider', { name: anna.t('rates.read') })

  await test.step('the rate stands with the mid rate and the margin, and below it what it was', async () => {
    await page.goto(`${anna.url}/exchange`)
    await expect(page.getByText(anna.t('ex.margin_value', { percent: '0,5' })).first()).toBeVisible()
    await expect(reader).toBeVisible()
    await expect(page.getByText(anna.t('rates.change.month', { percent: '+5,00' }))).toBeVisible()
    await expect(page.getByText(anna.t('rates.value', { rate: '79,25', quote: 'RUB' }), { exact: true })).toBeVisible()
    await expect(page.getByRole('list', { name: anna.t('rates.values') }).getByRole('listitem')).toHaveCount(4)
    await anna.expectNoSidewaysScroll()
    await anna.expectAccessible()
  })

  await test.step('by the arrow keys one point after the other is read', async () => {
    await reader.focus()
    await expect(reader).toHaveAttribute('aria-valuetext', /84,00/)
    await page.keyboard.press('ArrowLeft')
    await expect(reader).toHaveAttribute('aria-valuetext', /79,25/)
    await page.keyboard.press('Home')
    await expect(reader).toHaveAttribute('aria-valuetext', /80,00/)
    await page.keyboard.press('ArrowLeft')
    await expect(reader).toHaveAttribute('aria-valuetext', /80,00/)
  })

  await test.step('another period of which nothing is known says so, and one that fails is asked for again', async () => {
    known = []
    await page.getByRole('tab', { name: anna.t('rates.period.year') }).click()
    await expect(page.getByText(anna.t('rates.empty'))).toBeVisible()
    await page.unroute('**/exchange/rates/history?*')
    await page.route('**/exchange/rates/history?*', (route) => route.abort())
    await page.getByRole('tab', { name: anna.t('rates.period.week') }).click()
    await expect(page.getByText(anna.t('rates.error'))).toBeVisible()
    await page.unroute('**/exchange/rates/history?*')
    await page.route('**/exchange/rates/history?*', (route) => route.fulfill({ json: historyOf(RATES) }))
    await anna.button('common.retry').click()
    await expect(reader).toBeVisible()
  })

  const dialog = page.getByRole('dialog')
  const what = (direction: 'at_most' | 'at_least', rate: string) =>
    anna.t(`alerts.${direction}`, { base: 'USD', quote: 'RUB', rate })

  await test.step('a rate is waited for: the sheet says which way it has to go, and lists it', async () => {
    await anna.button('alerts.open').click()
    await expect(dialog.getByText(anna.t('alerts.empty'))).toBeVisible()
    const submit = dialog.getByRole('button', { name: anna.t('alerts.open'), exact: true })
    await expect(submit).toBeDisabled()
    await dialog.getByRole('textbox').fill('95,5')
    await expect(dialog.getByText(anna.t('alerts.will', { what: what('at_least', '95,50') }))).toBeVisible()
    await dialog.getByRole('textbox').fill('60')
    await expect(dialog.getByText(anna.t('alerts.will', { what: what('at_most', '60,00') }))).toBeVisible()
    await submit.click()
    await expect(dialog.getByRole('listitem').filter({ hasText: what('at_most', '60,00') })).toBeVisible()
    await anna.expectAccessible()
  })

  await test.step('and is waited for no more once it was removed, also after a reload', async () => {
    await page.reload()
    await anna.button('alerts.open').click()
    await dialog.getByRole('button', { name: anna.t('alerts.remove', { what: what('at_most', '60,00') }) }).click()
    await expect(dialog.getByText(anna.t('alerts.empty'))).toBeVisible()
  })
})
