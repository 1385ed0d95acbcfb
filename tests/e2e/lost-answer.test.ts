import { expect, type Page, test } from '@playwright/test'
import type { TextKey } from '#texts/texts'
import { Person, PIN } from './person.ts'

/** From now on the answers of a call are lost; `arrives`: its requests are not. Returns how many were sent, and has them come again. */
async function loseAnswers(page: Page, call: string, { arrives }: { arrives: boolean }) {
  let count = 0
  const address = `**/v2/wallet/${call}`
  await page.route(address, async (route) => {
    count += 1
    if (arrives) await route.fetch()
    await route.abort('connectionreset')
  })
  return { count: () => count, end: () => page.unroute(address) }
}

async function confirm(anna: Person, amount: string, submit: TextKey): Promise<void> {
  const words = anna.t(submit, { amount: anna.money(amount, anna.home) })
  const sheet = anna.page.getByRole('dialog')
  await anna.page.getByRole('button', { name: words, exact: true }).click()
  await sheet.getByLabel(anna.digitsName('pin.label'), { exact: true }).fill(PIN)
  await sheet.getByRole('button', { name: words, exact: true }).click()
  await expect(anna.page.getByRole('heading', { name: anna.t('pay.unknown') })).toBeVisible()
}

const question = (anna: Person) => anna.page.getByRole('dialog', { name: anna.t('attempt.title') })

async function fillTransfer(anna: Person, national: string, amount: string): Promise<void> {
  await anna.page.locator('input[autocomplete=tel-national]').fill(national)
  await anna.button('common.continue').click()
  await anna.field('amount.label').fill(amount)
}

test(
  'a transfer whose answer is lost is told as done after a reload, and asked about before the next one',
  { tag: '@brand' },
  async ({ page, browser }, info) => {
    page.on('dialog', (dialog) => dialog.accept())
    const anna = new Person(page, info)
    const user = await anna.arrive({ path: '/wallet/send', balances: [`100.00 ${anna.home}`] })
    const boris = new Person(await (await browser.newContext({ serviceWorkers: 'block' })).newPage(), info)
    await boris.settle()

    await fillTransfer(anna, boris.national, '10')
    const lost = await loseAnswers(page, 'transfer', { arrives: true })
    await confirm(anna, '10.00', 'save.submit_amount')
    const outcome = await loseAnswers(page, 'attempt', { arrives: false })
    await page.reload()
    await expect(question(anna)).toContainText(anna.t('err.money_unknown'))
    await expect(question(anna)).toContainText(anna.money('10.00', anna.home))
    await anna.expectAccessible()

    await test.step('whoever goes on to the next one is asked about this one first', async () => {
      await question(anna)
        .getByRole('button', { name: anna.t('nav.history') })
        .click()
      await expect(question(anna)).toBeHidden()
      await page
        .getByRole('navigation')
        .getByRole('link', { name: anna.t('nav.home') })
        .click()
      await anna.link('send.action').click()
      await fillTransfer(anna, boris.national, '10')
      await anna.button('save.submit_amount', { amount: anna.money('10.00', anna.home) }).click()
      await expect(question(anna)).toContainText(anna.t('err.money_unknown'))
    })
    await test.step('once the server answers it says that the money has gone, once', async () => {
      await outcome.end()
      await question(anna)
        .getByRole('button', { name: anna.t('finish.check') })
        .click()
      await expect(question(anna)).toContainText(anna.t('attempt.done'))
      await question(anna)
        .getByRole('button', { name: anna.t('common.done') })
        .click()
      await page.reload()
      await expect(anna.heading('send.title')).toBeVisible()
      await expect(question(anna)).toHaveCount(0)
      expect([lost.count(), await user.balance(anna.home)]).toEqual([1, '90.00'])
      const stored = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
      expect(stored).not.toContain('attempt')
    })
  },
)

test(
  'a withdrawal that never arrived is told as not done after a reload, and can be made anew',
  { tag: '@once' },
  async ({ page }, info) => {
    page.on('dialog', (dialog) => dialog.accept())
    const anna = new Person(page, info)
    const user = await anna.arrive({ path: '/wallet/withdrawal', balances: [`100.00 ${anna.home}`] })
    const fill = async () => {
      await anna.field('amount.label').fill('10')
      await anna.field('wd.card').fill('2200123456024821')
    }
    await fill()
    const lost = await loseAnswers(page, 'withdrawal', { arrives: false })
    await confirm(anna, '10.00', 'wd.submit_amount')
    const stored = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
    expect(stored).not.toMatch(new RegExp(`${PIN}"|220012345602`))
    await page.reload()
    await expect(question(anna)).toContainText(anna.t('attempt.not_done'))
    await question(anna)
      .getByRole('button', { name: anna.t('common.done') })
      .click()
    await lost.end()
    await anna.withdraw('10', '2200123456024821')
    await expect(page.getByText(anna.t('pay.success'))).toBeVisible()
    expect(await user.balance(anna.home)).toBe('90.00')
  },
)

test(
  'an exchange whose screen was left without its answer is asked about where one goes',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const user = await anna.arrive({ path: '/exchange', balances: [`100.00 ${anna.home}`] })
    await page
      .getByRole('group', { name: anna.t('ex.from') })
      .getByRole('textbox')
      .fill('10')
    await anna.button('ex.submit').click()
    await loseAnswers(page, 'exchange', { arrives: true })
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: anna.t('ex.submit_amount', { amount: anna.money('10.00', anna.home) }) }).click()
    await sheet.getByRole('link', { name: anna.t('nav.history') }).click()
    await expect(question(anna)).toContainText(anna.t('attempt.done'))
    await expect(question(anna)).toContainText(anna.money('-10.00', anna.home))
    await question(anna)
      .getByRole('button', { name: anna.t('common.done') })
      .click()
    await expect(anna.heading('hist.title')).toBeVisible()
    expect(await user.balance(anna.home)).toBe('90.00')
  },
)
