import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { operationNumber } from '#contract/operation-number'
import { Person } from './person.ts'

/** The rows of the list on the History screen. */
function rows(page: Page, anna: Person): Locator {
  return page.getByRole('region', { name: anna.t('transactions.title') }).getByRole('listitem')
}

test('History is searched and filtered, and its address keeps what for', { tag: ['@once', '@full'] }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const user = await anna.settle([`3000.00 ${anna.home}`])
  await user.exchange('400.00', anna.home, anna.second)
  await user.withdraw('600.00', anna.home)
  await user.withdraw('40.00', anna.home, { pan: '2200123456010002' })
  await page.goto(`${anna.url}/history`)
  await expect(rows(page, anna)).toHaveCount(4)
  const totals = page.getByRole('region', { name: anna.t('stat.title') })
  await expect(totals).toContainText(anna.money('600.00', anna.home))
  const search = page.getByRole('textbox', { name: anna.t('hist.search') })

  await test.step('words and amounts are found, an exchange as one row, and a reload and "back" keep the search', async () => {
    await search.fill('4821')
    await expect(rows(page, anna)).toHaveCount(1)
    await expect(rows(page, anna)).toContainText(anna.money('-600.00', anna.home))
    await expect(totals).toBeHidden()
    await expect(page).toHaveURL(/[?]q=4821$/)
    await search.fill(anna.language === 'ru' ? '3 000,00' : '3,000.00')
    await expect(rows(page, anna)).toContainText(`+${anna.money('3000.00', anna.home)}`)
    await search.fill('400')
    await expect(rows(page, anna)).toHaveText([new RegExp(anna.t('tx.label.exchange', { from: anna.home, to: anna.second }))])
    await page.reload()
    await expect(search).toHaveValue('400')
    await expect(rows(page, anna)).toHaveCount(1)
    await page.getByRole('link', { name: anna.t('nav.wallet') }).click()
    await expect(anna.heading('wallets.title')).toBeVisible()
    await page.goBack()
    await expect(search).toHaveValue('400')
    await expect(rows(page, anna)).toHaveCount(1)
  })

  await test.step('an operation is found by its number, and a wrong digit in it is told', async () => {
    const [{ operation_id: id }] = (await user.get('/v2/wallet/transaction?ordering=-created_at&limit=1')).results as [
      { operation_id: string },
    ]
    const number = operationNumber(id)
    await search.fill(number)
    await expect(rows(page, anna)).toHaveCount(1)
    await search.fill(number.slice(0, -1) + (number.endsWith('0') ? '1' : '0'))
    await expect(page.getByText(anna.t('hist.mistyped'))).toBeVisible()
  })

  await test.step('nothing found says so, and is cleared by a touch', async () => {
    await search.fill('zzz')
    await expect(page.getByText(anna.t('hist.nothing'))).toBeVisible()
    await anna.expectAccessible()
    await anna.button('hist.clear').click()
    await expect(search).toHaveValue('')
    await expect(rows(page, anna)).toHaveCount(4)
    await expect(totals).toBeVisible()
    await expect(page).toHaveURL(`${anna.url}/history`)
  })

  await test.step('filters are chosen in a sheet; a wrong amount is told by its field', async () => {
    await anna.button('hist.filters').click()
    const sheet = page.getByRole('dialog', { name: anna.t('hist.filters') })
    const choose = (name: string) => sheet.getByRole('radio', { name, exact: true }).click()
    await choose(anna.t('hist.direction.out'))
    await choose(anna.home)
    const [min, max] = [anna.field('hist.filter.min'), anna.field('hist.filter.max')]
    await min.fill('много')
    await max.fill(anna.typed('1000.00'))
    await anna.button('common.apply').click()
    await expect(min).toBeFocused()
    await expect(min).toHaveAccessibleDescription(anna.t('hist.err_amount'))
    await anna.expectAccessible()
    await min.fill('400')
    await anna.button('common.apply').click()
    await expect(sheet).toBeHidden()
    await expect(totals).toBeHidden()
    // Of the exchange the leg that went.
    await expect(rows(page, anna)).toHaveCount(2)
    await expect(rows(page, anna).first()).toContainText(anna.money('-600.00', anna.home))
    await expect(rows(page, anna).last()).toContainText(anna.t('tx.label.withdrawal'))
    await expect(page).toHaveURL(new RegExp(`[?]direction=out&currency=${anna.home}&min=400&max=1000.00$`))
  })

  await test.step('what is filtered stands above the list, and goes one by one', async () => {
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()
    await expect(anna.button('hist.filters_on', { n: 4 })).toBeVisible()
    await anna.button('hist.remove', { filter: anna.t('hist.size_min', { amount: '400' }) }).click()
    await expect(rows(page, anna)).toHaveCount(3)
    await page.goto(`${anna.url}/history?state=failed&direction=out&q=nonsense+0002`)
    await expect(page.getByText(anna.t('hist.nothing'))).toBeVisible()
    await search.fill('0002')
    await expect(rows(page, anna)).toHaveCount(1)
    await expect(rows(page, anna)).toContainText(anna.t('transaction.state.failed'))
    await anna.button('hist.clear').click()
    await expect(rows(page, anna)).toHaveCount(4)
  })
})

test('a statement of an account is downloaded for the period that is shown', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const user = await anna.settle([`3000.00 ${anna.home}`])
  await user.withdraw('600.00', anna.home)
  await page.goto(`${anna.url}/history?period=this_month`)
  await anna.button('statement.open').click()
  const sheet = page.getByRole('dialog', { name: anna.t('statement.title') })
  await expect(sheet).toContainText('–')
  await anna.expectAccessible()

  await test.step('what does not reach the server is told', async () => {
    await page.route('**/v2/wallet/statement*', (route) => route.abort())
    await anna.button('statement.download').click()
    await expect(sheet.getByRole('alert')).toHaveText(anna.t('err.network'))
    await page.unroute('**/v2/wallet/statement*')
  })

  await test.step('one that is on its way is stopped, and nothing is kept of it', async () => {
    await page.route('**/v2/wallet/statement*', () => undefined)
    await anna.button('statement.download').click()
    await expect(sheet.getByText(anna.t('common.loading'))).toBeVisible()
    await anna.button('common.cancel').click()
    await expect(anna.button('common.cancel')).toBeHidden()
    await expect(sheet.getByRole('alert')).toBeHidden()
    await page.unroute('**/v2/wallet/statement*')
  })

  await test.step('as CSV and as PDF, under a name', async () => {
    for (const [format, begins] of [
      ['csv', '\u00ef\u00bb\u00bf'],
      ['pdf', '%PDF-'],
    ] as const) {
      if (!(await sheet.isVisible())) await anna.button('statement.open').click()
      await sheet.getByRole('radio', { name: anna.t(`statement.${format}`), exact: true }).click()
      const downloading = page.waitForEvent('download')
      await anna.button('statement.download').click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(new RegExp(`^${anna.brand.id}-${anna.home}-[0-9-]{10}\\.${format}$`))
      const content = await readFile(await download.path(), 'latin1')
      expect(content.startsWith(begins)).toBe(true)
      if (format === 'csv') expect(content).toContain('-600.00')
      await expect(sheet).toBeHidden()
    }
  })
})
