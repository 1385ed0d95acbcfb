import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { operationNumber } from '#contract/operation-number'
import { aUserWith, freshPhone } from '#tests/builders'
import { pdfText } from '#tests/pdf-text'
import { Person } from './person.ts'

test(
  'a receipt is opened by its link, kept as a sheet, and its operation made again',
  { tag: '@once' },
  async ({ page, context }, info) => {
    const anna = new Person(page, info)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: anna.url })
    const user = await anna.arrive({ path: '/', balances: [`1234.50 ${anna.home}`] })
    const { transaction_id } = await user.withdraw('250.00', anna.home)
    const id = String(transaction_id)
    const sheet = page.getByRole('dialog', { name: anna.t('receipt.title') })
    const timeline = sheet.getByRole('list', { name: anna.t('receipt.timeline') })

    await test.step('the link opens it: both sides, the way with its times, and what is left', async () => {
      await page.goto(`${anna.url}/history?operation=${id}`)
      await expect(timeline.getByRole('listitem').first()).toContainText(anna.t('receipt.step.asked'))
      await expect(timeline.getByRole('listitem').last()).toContainText(anna.t('receipt.step.delivered'))
      await expect(timeline.getByRole('listitem').last()).toContainText(/\d{2}:\d{2}/)
      await expect(sheet).toContainText(operationNumber(id))
      await expect(sheet).toContainText(/220012•+4821/)
      await expect(sheet).toContainText(anna.t('receipt.free'))
      await expect(sheet).toContainText(anna.money('984.50', anna.home))
      await anna.expectAccessible()
      await page.setViewportSize({ width: 320, height: 640 })
      await anna.expectNoSidewaysScroll()
    })

    await test.step('back closes it, and then leaves the history', async () => {
      await page.goBack()
      await expect(sheet).toHaveCount(0)
      await expect(page).toHaveURL(`${anna.url}/history`)
      await page.goto(`${anna.url}/history?operation=${id}`)
      await expect(timeline).toBeVisible()
      await anna.button('common.close').click()
      await expect(sheet).toHaveCount(0)
      await expect(page).toHaveURL(`${anna.url}/history`)
      await page.reload()
      await expect(anna.heading('hist.title')).toBeVisible()
      await expect(sheet).toHaveCount(0)
    })

    await test.step('a notice leads to it', async () => {
      await page.goto(anna.url)
      await page
        .getByRole('button', { name: anna.t('notif.title') })
        .first()
        .click()
      await page
        .getByRole('link', { name: anna.t('receipt.title') })
        .first()
        .click()
      await expect(page).toHaveURL(`${anna.url}/history?operation=${id}`)
      await expect(timeline).toBeVisible()
    })

    await test.step('it is kept as a sheet with number and amount, its link copied, and the support written to about it', async () => {
      const downloading = page.waitForEvent('download')
      await sheet.getByRole('button', { name: anna.t('receipt.pdf') }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(`receipt-${operationNumber(id)}.pdf`)
      const text = pdfText(await readFile(await download.path()))
      for (const part of [operationNumber(id), anna.money('-250.00', anna.home)]) expect(text).toContain(part)
      await sheet.getByRole('button', { name: anna.t('receipt.link'), exact: true }).click()
      await expect(page.getByText(anna.t('receipt.link_copied'))).toBeVisible()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${anna.url}/history?operation=${id}`)
      await sheet.getByRole('button', { name: anna.t('receipt.problem') }).click()
      const letter = sheet.getByRole('link', { name: anna.brand.support.email })
      await expect(letter).toHaveAttribute('href', new RegExp(`^mailto:.*${operationNumber(id)}.*${id}`))
    })

    await test.step('again has the amount and the recipient', async () => {
      await sheet.getByRole('link', { name: anna.t('receipt.repeat') }).click()
      await expect(page).toHaveURL(new RegExp(`/wallet/withdrawal\\?.*to=${id}`))
      await expect(anna.field('amount.label')).toHaveValue(anna.typed('250.00'))
      await expect(page.getByRole('main')).toContainText('4821')
    })

    await test.step('of another person’s there is nothing', async () => {
      const boris = await aUserWith(user.wallet, freshPhone(anna.brand.phone.excludedCountries.includes('RU') ? 'GB' : 'RU'))
      const { order } = await boris.post('/v2/wallet/top-up', { amount: '100.00', currency_code: anna.home })
      await page.goto(`${anna.url}/history?operation=${order}`)
      await expect(sheet).toContainText(anna.t('receipt.none'))
      await expect(sheet).not.toContainText(operationNumber(String(order)))
    })

    await test.step('hidden amounts are hidden in it, and it says that files show them', async () => {
      await page.goto(anna.url)
      await anna.button('balance.hide').first().click()
      await page.goto(`${anna.url}/history?operation=${id}`)
      await expect(timeline).toBeVisible()
      await expect(sheet).not.toContainText(anna.money('984.50', anna.home))
      await expect(sheet).toContainText(anna.t('receipt.shows_amounts'))
    })
  },
)
