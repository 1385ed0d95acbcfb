import { expect, type Page, test } from '@playwright/test'
import { Person } from './person.ts'

/** What the device keeps: of the specification the token, the settings and the terms flag; of our own what was chosen here. */
const KEPT = [
  'wallet.amounts_hidden',
  'wallet.first_steps',
  'wallet.language',
  'wallet.terms_accepted',
  'wallet.theme',
  'wallet.token',
]

const keysOf = (page: Page, shelf: 'localStorage' | 'sessionStorage') => page.evaluate<string[]>(`Object.keys(${shelf}).sort()`)

test(
  'after a full use the device keeps the token, the settings and the terms flag, and nothing of the person or the money [storage-1]',
  {
    tag: ['@once', '@full'],
  },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.signUp()
    await anna.link('payment.topup_btn').click()
    await anna.topUp('150.00', 'pay')
    await expect(page.getByText(anna.t('finish.success'))).toBeVisible()
    await page.goto(`${anna.url}/history`)
    await expect(anna.heading('transactions.title').first()).toBeVisible()
    await page.getByRole('button', { name: anna.t('notif.unread', { n: 2 }) }).click()
    await expect(page.getByText(anna.t('notification.welcome', { brand: anna.brand.name }))).toBeVisible()
    await page.goto(`${anna.url}/settings`)
    await anna.field('profile.theme').selectOption('dark')
    await anna.button('balance.hide').first().click()
    await anna.field('profile.language').selectOption('en')
    expect(await keysOf(page, 'localStorage')).toEqual(KEPT)
    expect(await keysOf(page, 'sessionStorage')).toEqual([])
    const stored = await page.evaluate<string>('JSON.stringify({ ...localStorage })')
    for (const secret of [anna.national, 'anna@mail.example', '150', '4815']) expect(stored).not.toContain(secret)
  },
)
