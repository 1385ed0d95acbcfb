import { expect, test } from '@playwright/test'
import { giveMoney } from '#tests/builders'
import { aResident } from '#tests/residents'
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
    await giveMoney(await aResident({ brand: boris.brand.id, url: boris.url }, boris.language, { phone: boris.phone }), [
      `10.00 ${boris.home}`,
    ])
    await signIn(boris)
    await expect(page.getByRole('button', { name: boris.t('notif.unread', { n: 3 }), exact: true })).toBeVisible()
    await page.goto(`${boris.url}/wallet/topup`)
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    await expect(page.getByRole('button', { name: boris.t('notif.unread', { n: 3 }), exact: true })).toBeVisible()
  },
)
