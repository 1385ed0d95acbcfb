import { expect, test } from '@playwright/test'
import { Person } from './person.ts'

test('the total comes first on Home, and says so when there is none', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ balances: [`9999.00 ${anna.home}`, `10.00 ${anna.second}`] })
  const total = page.getByRole('button', { name: anna.t('panel.assets.total', { amount: '' }).trim() })
  const carousel = page.getByRole('region', { name: anna.t('carousel.label') })
  const worth = carousel.getByText(/^≈/)

  await test.step('it stands above the accounts, larger than their balances, and a tap opens its panel', async () => {
    await expect(total).toContainText(/\d/)
    const [top = 0, below = 0] = [(await total.boundingBox())?.y, (await carousel.boundingBox())?.y]
    expect(top).toBeLessThan(below)
    await expect(total.getByText(/\d/).first()).toHaveCSS('font-size', '32px')
    await total.click()
    await expect(page.getByRole('dialog', { name: anna.t('panel.assets.title') })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('an account says what it is worth in the currency of the total; one in that currency does not', async () => {
    await expect(worth).toHaveCount(1)
    const card = carousel.getByRole('group', { includeHidden: true }).filter({ has: page.getByText(/^≈/) })
    await expect(card).toContainText(anna.second)
    await anna.button('balance.hide').first().click()
    await expect(total).not.toContainText(/\d/)
    await expect(worth).not.toContainText(/\d/)
    await anna.button('balance.show').first().click()
    await anna.link('nav.wallet').click()
    await expect(page.getByRole('listitem').filter({ hasText: anna.second })).toContainText('≈')
    await expect(page.getByRole('listitem').filter({ hasText: anna.home })).not.toContainText('≈')
  })

  await test.step('without rates its place says why, and asks again', async () => {
    await page.route('**/v2/wallet/exchange/rates', (route) =>
      route.fulfill({ status: 503, json: { status: 'error', code: 'unavailable', message: '' } }),
    )
    await page.goto(anna.url)
    await expect(page.getByText(anna.t('panel.assets.unknown'))).toBeVisible()
    await expect(worth).toHaveCount(0)
    await anna.expectAccessible()
    await page.unroute('**/v2/wallet/exchange/rates')
    await page
      .getByRole('main')
      .getByRole('button', { name: anna.t('common.retry') })
      .click()
    await expect(total).toContainText(/\d/)
    await expect(worth).toHaveCount(1)
  })
})
