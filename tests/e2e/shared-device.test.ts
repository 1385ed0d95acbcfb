import { expect, test } from '@playwright/test'
import { giveMoney } from '#tests/builders'
import { signUp } from '#tests/sign-up'
import { Person } from './person.ts'
import { signIn, signOut } from './sign-in-steps.ts'

test(
  'what one person accepted and read does not hold for the next on the same device',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ path: '/wallet/topup', balances: [`10.00 ${anna.home}`] })
    await page.getByRole('checkbox').check()
    const unread = page.getByRole('button', { name: anna.t('notif.unread', { n: 2 }), exact: true })
    await unread.click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(anna.button('notif.open')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('checkbox')).toBeChecked()
    await expect(anna.button('notif.open')).toBeVisible()

    await signOut(anna)
    const boris = new Person(page, info)
    await giveMoney(await signUp({ brand: boris.brand.id, url: boris.url }, boris.language, { phone: boris.phone }), [
      `10.00 ${boris.home}`,
    ])
    await signIn(boris)
    await expect(page.getByRole('button', { name: boris.t('notif.unread', { n: 3 }), exact: true })).toBeVisible()
    await page.goto(`${boris.url}/wallet/topup`)
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    await expect(page.getByRole('button', { name: boris.t('notif.unread', { n: 3 }), exact: true })).toBeVisible()
  },
)

test(
  'of who was signed in nothing is left when another tab signs somebody else in',
  { tag: ['@once', '@full'] },
  async ({ page, context }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ balances: [`7777.00 ${anna.home}`] })
    const hers = page.getByText(anna.balance('7777.00', anna.home))
    await expect(hers.first()).toBeVisible()
    await anna.link('payment.withdrawal_btn').click()
    await anna.field('wd.card').fill('2200123456024821')
    const boris = await signUp({ brand: anna.brand.id, url: anna.url }, anna.language)
    await giveMoney(boris, [`500.00 ${anna.home}`])
    const tab = await context.newPage()
    await tab.goto(`${anna.url}/no/such/page`)
    await tab.evaluate(`localStorage.setItem('wallet.token', '${boris.token}')`)
    await expect(anna.field('wd.card')).toHaveValue('')
    await page.goBack()
    await expect(page.getByText(anna.balance('500.00', anna.home)).first()).toBeVisible()
    await expect(hers).toHaveCount(0)
  },
)
