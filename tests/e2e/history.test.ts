import { expect, type Locator, type Page, type TestInfo, test } from '@playwright/test'
import type { TestUser } from '#tests/builders'
import { Person } from './person.ts'

const DAY_MS = 86_400_000

/** Someone with a top-up, an exchange and a withdrawal, on the History screen, who has unfolded its statistics. */
async function onHistory(page: Page, info: TestInfo): Promise<{ anna: Person; user: TestUser }> {
  const anna = new Person(page, info)
  const user = await anna.settle([`3000.00 ${anna.home}`])
  await user.exchange('400.00', anna.home, anna.second)
  await user.withdraw('600.00', anna.home)
  await page.goto(`${anna.url}/history`)
  const sums = statistics(page, anna).getByRole('button', { name: anna.t('stat.tab.out') })
  await expect(sums).toContainText(`${anna.t('stat.tab.out')} ${anna.money('600.00', anna.home)}`)
  await expect(sums).toContainText(`${anna.t('stat.tab.in')} ${anna.money('3000.00', anna.home)}`)
  await expect(sums).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('table')).toBeHidden()
  await sums.click()
  await expect(sums).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('table')).toBeVisible()
  return { anna, user }
}

/** The rows of the list: each is a button that tells its amount, its status and its time. */
function rows(page: Page, anna: Person): Locator {
  return list(page, anna).getByRole('listitem')
}

function list(page: Page, anna: Person): Locator {
  return page.getByRole('region', { name: anna.t('transactions.title') })
}

function tile(page: Page, anna: Person, kind: 'topup' | 'withdrawal' | 'exchange'): Locator {
  // Not the line of totals, which names the chosen kind as well.
  return statistics(page, anna)
    .getByRole('button', { name: anna.t(`stat.type.${kind}`) })
    .and(page.locator('[aria-pressed]'))
}

function statistics(page: Page, anna: Person): Locator {
  return page.getByRole('region', { name: anna.t('stat.title') })
}

function tab(page: Page, anna: Person, way: 'out' | 'in'): Locator {
  return page.getByRole('tab', { name: anna.t(`stat.tab.${way}`), exact: true })
}

function picker(page: Page, anna: Person): Locator {
  return page.getByRole('button', { name: anna.t('hist.open', { period: '' }) })
}

async function openPicker(page: Page, anna: Person): Promise<Locator> {
  await picker(page, anna).click()
  const dialog = page.getByRole('dialog', { name: anna.t('hist.period') })
  await expect(dialog.getByRole('grid').first()).toBeVisible()
  return dialog
}

async function choosePreset(page: Page, anna: Person, preset: 'all' | 'today' | 'yesterday' | 'this_year'): Promise<void> {
  const dialog = await openPicker(page, anna)
  await dialog.getByRole('radio', { name: anna.t(`hist.preset.${preset}`), exact: true }).click()
  await expect(dialog.getByRole('radio', { name: anna.t(`hist.preset.${preset}`) })).toBeChecked()
  await anna.button('common.apply').click()
  await expect(dialog).toBeHidden()
}

function typed(date: Date): string {
  const [day, month] = [date.getDate(), date.getMonth() + 1].map((number) => String(number).padStart(2, '0'))
  return `${day}/${month}/${date.getFullYear()}`
}

/** A day as the calendar names it. */
function dayName(date: Date, anna: Person): string {
  const locale = anna.language === 'ru' ? 'ru-RU' : 'en-GB'
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  return new Intl.DateTimeFormat(locale, options).format(date).replace(/\s*г\.$/, '')
}

test('what History shows, narrowed, kept and asked for again', { tag: '@once' }, async ({ page }, info) => {
  const { anna, user } = await onHistory(page, info)
  const broken = { status: 400, json: { status: 'error', code: 'invalid_request', message: 'No' } }

  await test.step('each way has its sum, its tiles and who got most; exchanges are apart, and all hide their amounts [history-1]', async () => {
    const region = statistics(page, anna)
    const table = page.getByRole('table', { name: anna.t('stat.caption') })
    const percent = (share: string) => (anna.language === 'ru' ? `${share.replace('.', ',')}\u00a0%` : `${share}%`)
    for (const [way, kind, amount] of [
      ['out', 'withdrawal', '600.00'],
      ['in', 'topup', '3000.00'],
    ] as const) {
      await tab(page, anna, way).click()
      const panel = region.getByRole('tabpanel', { name: anna.t(`stat.tab.${way}`) })
      await expect(panel.getByRole('paragraph')).toContainText(anna.money(amount, anna.home))
      await expect(table.getByRole('rowheader')).toHaveText([anna.t(`stat.type.${kind}`)])
      await expect(table.getByRole('row').last()).toContainText(anna.money(amount, anna.home))
      await expect(table.getByRole('row').last()).toContainText(percent('100.0'))
      await expect(region.getByRole('list', { name: anna.t('stat.recipients') })).toHaveCount(way === 'out' ? 1 : 0)
    }
    await expect(tile(page, anna, 'exchange')).toContainText(anna.money('400.00', anna.home))
    await tab(page, anna, 'out').click()
    await expect(region.getByRole('list', { name: anna.t('stat.recipients') })).toContainText(anna.money('600.00', anna.home))
    await anna.button('balance.hide').first().click()
    for (const amount of ['600.00', '400.00']) await expect(region).not.toContainText(anna.money(amount, anna.home))
    await expect(table).toContainText(anna.t('balance.hidden'))
    await anna.button('balance.show').first().click()
    await expect(table).toContainText(anna.money('600.00', anna.home))
  })

  await test.step('a preset narrows list and statistics, an empty period says so and leads back, the address keeps it [history-2]', async () => {
    await expect(rows(page, anna)).toHaveCount(3)
    await expect(picker(page, anna)).toContainText(anna.t('hist.preset.all'))
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()

    const asked = page.waitForRequest((request) => request.url().includes('previous_from='))
    await choosePreset(page, anna, 'today')
    await expect(rows(page, anna)).toHaveCount(3)
    await expect(page).toHaveURL(/[?]period=today$/)
    // Of the calendar of whoever looks: the day before begins a day earlier.
    const search = new URL((await asked).url()).searchParams
    const midnight = await page.evaluate(() => new Date(new Date().setHours(-24, 0, 0, 0)).toISOString())
    expect(search.get('previous_from')).toBe(midnight)

    await choosePreset(page, anna, 'yesterday')
    await expect(page.getByText(anna.t('hist.empty'))).toBeVisible()
    await expect(page.getByText(anna.t('stat.empty'))).toBeVisible()
    await anna.expectAccessible()

    await page.getByRole('link', { name: anna.t('nav.wallet') }).click()
    await expect(anna.heading('wallets.title')).toBeVisible()
    await page.goBack()
    await expect(page.getByText(anna.t('hist.empty'))).toBeVisible()
    await page.reload()
    await expect(page.getByText(anna.t('hist.empty'))).toBeVisible()

    await anna.button('hist.reset').click()
    await expect(rows(page, anna)).toHaveCount(3)
    await expect(page).toHaveURL(`${anna.url}/history`)
  })

  await test.step('a range is typed, a wrong date is told by its field, a range turned round is swapped, reset goes back to all days [history-3]', async () => {
    const today = new Date()
    const before = new Date(today.getTime() - 3 * DAY_MS)
    const dialog = await openPicker(page, anna)
    const [start, end] = [anna.field('hist.start'), anna.field('hist.end')]

    await start.fill('31/02/2026')
    await end.fill(typed(before))
    await anna.button('common.apply').click()
    await expect(start).toBeFocused()
    await expect(start).toHaveAccessibleDescription(anna.t('hist.err_date'))
    await expect(end).not.toHaveAttribute('aria-invalid')
    await anna.expectAccessible()

    await start.fill(`${typed(today)} 23:59`)
    await expect(start).toHaveAccessibleDescription(anna.t('hist.hint'))
    await page.getByRole('button', { name: anna.t('hist.hour_back', { edge: anna.t('hist.start') }) }).click()
    await expect(start).toHaveValue(`${typed(today)} 22:59`)
    await start.press('ArrowUp')
    await expect(start).toHaveValue(`${typed(today)} 23:59`)
    await end.fill(`${typed(before)} 00:00`)
    await end.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(rows(page, anna)).toHaveCount(3)
    const address = new URL(page.url()).searchParams
    expect([address.get('from'), address.get('to')].map((end) => end?.slice(-5))).toEqual(['00:00', '23:59'])
    expect(String(address.get('from')) < String(address.get('to'))).toBe(true)
    await expect(picker(page, anna)).toContainText('–')

    await openPicker(page, anna)
    await expect(start).toHaveValue(`${typed(before)} 00:00`)
    await anna.button('common.reset').click()
    await expect(start).toHaveValue('')
    await anna.button('common.apply').click()
    await expect(picker(page, anna)).toContainText(anna.t('hist.preset.all'))
    await expect(page).toHaveURL(`${anna.url}/history`)
  })

  await test.step('an account and a type narrow the list, and are taken back', async () => {
    const accounts = page.getByRole('radiogroup', { name: anna.t('hist.accounts') })
    await accounts.getByRole('radio', { name: anna.second, exact: true }).click()
    await expect(rows(page, anna)).toHaveCount(1)
    await expect(tile(page, anna, 'topup')).toBeHidden()
    await expect(page).toHaveURL(/[?]account=/)

    await tile(page, anna, 'exchange').click()
    await expect(tile(page, anna, 'exchange')).toHaveAttribute('aria-pressed', 'true')
    await anna.expectAccessible()
    await accounts.getByRole('radio', { name: anna.t('common.all'), exact: true }).click()
    await expect(rows(page, anna)).toHaveCount(1)
    await expect(page).toHaveURL(/[?]kind=exchange$/)

    await choosePreset(page, anna, 'today')
    await page.route('**/v2/wallet/stat*', (route) => route.fulfill(broken))
    await page.reload()
    await expect(rows(page, anna)).toHaveCount(1)
    await expect(picker(page, anna)).not.toContainText(anna.t('hist.preset.all'))
    await test.step('statistics that fail say so beside the list, and are asked for again [history-4]', async () => {
      await expect(page.getByText(anna.t('stat.error'))).toBeVisible()
      await anna.expectAccessible()
      await page.unroute('**/v2/wallet/stat*')
      await anna.button('common.retry').click()
      await expect(page.getByRole('table')).toBeVisible()
    })
    await expect(tile(page, anna, 'exchange')).toHaveAttribute('aria-pressed', 'true')
    await choosePreset(page, anna, 'all')
    await tile(page, anna, 'exchange').click()
    await expect(rows(page, anna)).toHaveCount(3)

    const totals = statistics(page, anna).locator('[aria-expanded]')
    await expect(totals).toContainText(anna.money('3000.00', anna.home))
    await tile(page, anna, 'withdrawal').press('Enter')
    await expect(rows(page, anna)).toHaveCount(1)
    // The totals are those of the list.
    await expect(totals).toContainText(anna.money('600.00', anna.home))
    await expect(totals).not.toContainText(anna.money('3000.00', anna.home))
    await expect(rows(page, anna)).toContainText(anna.money('-600.00', anna.home))
    await anna.button('hist.remove', { filter: anna.t('stat.type.withdrawal') }).click()
    await expect(rows(page, anna)).toHaveCount(3)
    await expect(tile(page, anna, 'withdrawal')).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('an exchange is one row where all accounts are shown, with one receipt of both sides, and its leg in the list of one', async () => {
    const label = anna.t('tx.label.exchange', { from: anna.home, to: anna.second })
    const joined = rows(page, anna).filter({ hasText: label })
    await expect(joined).toHaveCount(1)
    await expect(joined).toContainText(`+${anna.money(await user.balance(anna.second), anna.second)}`)
    await expect(joined).toContainText(anna.money('-400.00', anna.home))
    await joined.getByRole('button').click()
    const sheet = page.getByRole('dialog', { name: anna.t('receipt.title') })
    await expect(sheet).toContainText(label)
    await expect(sheet).toContainText(anna.money('-400.00', anna.home))
    await expect(sheet.getByRole('link', { name: anna.t('receipt.repeat') })).toHaveAttribute('href', /amount=400.00/)
    await anna.expectAccessible()
    await page.keyboard.press('Escape')
    const accounts = page.getByRole('radiogroup', { name: anna.t('hist.accounts') })
    await accounts.getByRole('radio', { name: anna.home, exact: true }).click()
    await expect(rows(page, anna).filter({ hasText: anna.money('-400.00', anna.home) })).toContainText(
      anna.t('tx.label.withdrawal'),
    )
    await expect(joined).toHaveCount(0)
    await accounts.getByRole('radio', { name: anna.t('common.all'), exact: true }).click()
  })

  await test.step('a receipt is kept as a picture, its operation made again, and support asked about it', async () => {
    await rows(page, anna)
      .filter({ hasText: `+${anna.money('3000.00', anna.home)}` })
      .getByRole('button')
      .click()
    const sheet = page.getByRole('dialog', { name: anna.t('receipt.title') })
    await sheet.getByRole('button', { name: anna.t('receipt.problem') }).click()
    await expect(sheet.getByRole('link', { name: anna.brand.support.email })).toHaveAttribute('href', /^mailto:/)
    await anna.expectAccessible()
    const downloading = page.waitForEvent('download')
    await sheet.getByRole('button', { name: anna.t('receipt.save') }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^receipt-([0-9]{6}-)?[0-9A-F]{9}\.png$/)
    await expect(page.getByText(anna.t('receipt.saved'))).toBeVisible()
    await sheet.getByRole('link', { name: anna.t('receipt.repeat') }).click()
    await expect(page).toHaveURL(`${anna.url}/wallet/topup?currencyCode=${anna.home}&amount=3000.00`)
    await expect(anna.field('amount.label')).toHaveValue(anna.typed('3000.00'))
    await page.goBack()
  })

  await test.step('a list that fails says so beside the statistics, and is asked for again [history-5]', async () => {
    await Promise.all(Array.from({ length: 31 }, () => user.exchange('10.00', anna.home, anna.second)))
    await page.setViewportSize({ width: 320, height: 640 })
    await page.route('**/v2/wallet/transaction*', (route) => route.fulfill(broken))
    await page.reload()
    await expect(page.getByText(anna.t('tx.error'))).toBeVisible()
    await expect(page.getByRole('table')).toBeVisible()
    await page.unroute('**/v2/wallet/transaction*')
    await anna.button('common.retry').click()
  })

  await test.step('more than sixty lines come as one scrolls, down to their end, on the narrowest screen too', async () => {
    // A page has thirty lines, and an exchange two of them.
    await expect(rows(page, anna)).toHaveCount(15)
    await anna.expectNoSidewaysScroll()
    await expect(anna.button('tx.more')).toBeAttached()
    await expect(async () => {
      await page.mouse.wheel(0, 4000)
      await expect(page.getByText(anna.t('tx.end'))).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(rows(page, anna)).toHaveCount(34)
    await anna.expectNoSidewaysScroll()
    await anna.expectAccessible()
    const head = list(page, anna).getByRole('heading', { name: anna.t('tx.today') })
    await expect(head).toBeInViewport()
  })
})

test('no word of the title is broken on a narrow phone, however long the period', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await page.addInitScript({ path: 'tests/e2e/look.js' })
  await anna.arrive({ path: '/history' })
  for (const [language, title] of [
    ['ru', 'История'],
    ['en', 'History'],
  ] as const) {
    await page.evaluate(`localStorage.setItem('wallet.language', '${language}')`)
    await page.goto(`${anna.url}/history?from=2025-09-18T00:00&to=2026-09-28T23:59`)
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /2025/ })).toBeVisible()
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const found = [language, width, await page.evaluate('look.broken()'), await page.evaluate('look.cut()')]
      expect(found).toEqual([language, width, [], []])
    }
  }
})

test(
  'a calendar is walked and a range chosen by the keyboard alone [history-6]',
  { tag: '@language' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ path: '/history' })
    await picker(page, anna).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: anna.t('hist.period') })
    const today = new Date()
    const todayButton = dialog.getByRole('button', { name: anna.t('a11y.day_today', { date: dayName(today, anna) }) })
    await expect(todayButton).toBeVisible()
    const weeks = dialog.getByRole('grid').first().getByRole('row')
    await expect(weeks).toHaveCount(6)
    await expect(weeks.last().getByRole('gridcell')).toHaveCount(7)

    const isOnDay = (date: Date) => expect(dialog.locator(':focus')).toHaveAccessibleName(new RegExp(`^${dayName(date, anna)}`))
    const at = (months: number, days: number) => new Date(today.getFullYear(), today.getMonth() + months, days)
    await todayButton.focus()
    await page.keyboard.press('PageUp')
    await isOnDay(at(-1, Math.min(today.getDate(), at(0, 0).getDate())))
    await page.keyboard.press('PageDown')
    await todayButton.focus()
    await page.keyboard.press('ArrowUp')
    const weekAgo = at(0, today.getDate() - 7)
    await isOnDay(weekAgo)
    await page.keyboard.press('ArrowLeft')
    await isOnDay(at(0, today.getDate() - 8))
    await page.keyboard.press('ArrowRight')
    const firstWeekday = anna.language === 'ru' ? 1 : 0
    const sinceFirst = (weekAgo.getDay() - firstWeekday + 7) % 7
    await page.keyboard.press('Home')
    await isOnDay(at(0, today.getDate() - 7 - sinceFirst))
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    const last = at(0, today.getDate() - 1 - sinceFirst)
    await isOnDay(last)
    await page.keyboard.press('Enter')
    await expect(dialog.locator(':focus')).toHaveAccessibleName(anna.t('a11y.range_end', { date: dayName(last, anna) }))
    const endText = new Intl.DateTimeFormat(anna.language === 'ru' ? 'ru-RU' : 'en-GB', { day: 'numeric', month: 'long' }).format(
      last,
    )
    await expect(dialog.getByRole('grid', { name: new RegExp(`– ${endText}`) }).first()).toBeVisible()
    await expect(anna.field('hist.end')).toHaveValue(`${typed(last)} 23:59`)
    await anna.expectAccessible()
    await anna.field('hist.end').press('Enter')
    await expect(dialog).toBeHidden()
    await expect(picker(page, anna)).toBeFocused()
  },
)
