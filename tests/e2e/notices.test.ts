import { expect, type Page, test } from '@playwright/test'
import { until } from '#tests/builders'
import { aPushDevice } from '#tests/push-device'
import { Person } from './person.ts'

/** The page hears what changes. */
const hearing = (page: Page) => page.waitForResponse(/\/v2\/wallet\/live\?ticket=/)

test(
  'what is read on one page is read on the other within a second',
  { tag: ['@once', '@full'] },
  async ({ page, context }, info) => {
    const anna = new Person(page, info)
    await Promise.all([hearing(page), anna.arrive({ balances: [`10.00 ${anna.home}`] })])
    const other = await context.newPage()
    // It hears by the stream of the first.
    await other.goto(`${anna.url}/`)
    const bellOf = (of: Page, isNew: boolean) =>
      of.getByRole('button', { name: isNew ? anna.t('notif.unread', { n: 2 }) : anna.t('notif.open'), exact: true })
    await expect(bellOf(other, true)).toBeVisible()
    // A tab in the background is drawn once a second.
    await page.bringToFront()
    await bellOf(page, true).click()
    const list = page.getByRole('dialog', { name: anna.t('notif.title') })

    await test.step('each stands under its day, with its kind and the way to what it tells of', async () => {
      await expect(list.getByRole('heading', { name: anna.t('tx.today') })).toBeVisible()
      const topup = list.getByRole('listitem').filter({ hasText: anna.money('10.00', anna.home) })
      await expect(topup).toContainText(anna.t('notif.kind.money_in'))
      await expect(topup.getByRole('link', { name: anna.t('receipt.title') })).toBeVisible()
      for (const row of await list.getByRole('listitem').all()) await expect(row.getByRole('link')).toHaveCount(1)
      await anna.expectAccessible()
    })

    await test.step('one button reads all', async () => {
      await list.getByRole('button', { name: anna.t('notif.read_all') }).click()
      await expect(bellOf(other, false)).toBeVisible()
      await expect(list.getByText(anna.t('notif.read_done'))).toBeFocused()
      await expect(list.getByRole('button', { name: anna.t('notif.read_all') })).toHaveCount(0)
      await expect(bellOf(other, true)).toHaveCount(0)
    })

    await test.step('a link closes the list, also on the screen where it leads', async () => {
      await list.getByRole('link', { name: anna.t('receipt.title') }).click()
      await expect(page.getByRole('dialog', { name: anna.t('receipt.title') })).toBeVisible()
      await expect(list).toBeHidden()
      await page.keyboard.press('Escape')
      await bellOf(page, false).click()
      await list.getByRole('link', { name: anna.t('receipt.title') }).click()
      await expect(list).toBeHidden()
      await expect(page.getByRole('dialog', { name: anna.t('receipt.title') })).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('hidden amounts are hidden there, too', async () => {
      await page.goto(`${anna.url}/`)
      await anna.button('balance.hide').click()
      await bellOf(page, false).click()
      await expect(list.getByText(anna.t('push.topup_complete'), { exact: true })).toBeVisible()
      await expect(list).not.toContainText(anna.money('10.00', anna.home))
    })
  },
)

test('what is switched off for a kind is not sent, and security cannot be', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const user = await anna.arrive({ path: '/settings' })
  const device = await aPushDevice(user)
  await device.subscribe({ showsAmounts: true })
  await page.setViewportSize({ width: 320, height: 640 })
  await anna.button('notif.settings').click()
  const sheet = page.getByRole('dialog', { name: anna.t('notif.settings') })
  const box = sheet.getByRole('checkbox', {
    name: `${anna.t('notif.kind.money_in')}: ${anna.t('notif.channel.push')}`,
    exact: true,
  })

  await test.step('the table is read by rows and columns, and fits', async () => {
    const table = sheet.getByRole('table', { name: anna.t('notif.settings') })
    await expect(table.getByRole('columnheader', { name: anna.t('notif.channel.push') })).toBeVisible()
    await expect(table.getByRole('rowheader', { name: anna.t('notif.kind.news') })).toBeVisible()
    await expect(table.getByRole('rowheader', { name: anna.t('notif.kind.security') })).toHaveCount(0)
    await expect(sheet.getByText(anna.t('notif.settings_fixed'))).toBeVisible()
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()
  })

  await test.step('off, nothing of it is sent; on again, it is', async () => {
    await expect(box).toBeChecked()
    const saved = page.waitForResponse(/notification\/settings\/save/)
    await box.click()
    await expect(box).not.toBeChecked()
    await saved
    await user.topUp('11.00', anna.home)
    // Of another kind, later: when it has come, the one before it was passed over.
    await user.exchange('5.00', anna.home, anna.second)
    await until(async () => (await device.sealed()).length > 0)
    const savedAgain = page.waitForResponse(/notification\/settings\/save/)
    await box.click()
    await savedAgain
    await expect(box).toBeChecked()
    await user.topUp('13.00', anna.home)
    await until(async () => (await device.sealed()).length > 1)
    const bodies = (await device.told()).map(({ body }) => body)
    expect(bodies.filter((body) => body.includes('11'))).toEqual([])
    expect(bodies.join()).toContain('13')
  })

  await test.step('it stays after a reload, and opens by its address', async () => {
    const kept = page.waitForResponse(/notification\/settings\/save/)
    await box.click()
    await kept
    await expect(box).not.toBeChecked()
    await page.goto(`${anna.url}/`)
    await page.goto(`${anna.url}/settings#notices`)
    await expect(box).not.toBeChecked()
    await anna.expectAccessible()
  })
})
