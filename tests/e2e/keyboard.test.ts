import { expect, type Locator, type Page, test } from '@playwright/test'
import { Person, PIN } from './person.ts'

/** More controls than any screen has. */
const TABS_MAX = 80

/** Goes to a control as the keyboard does; the pointer is never used. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let step = 0; step < TABS_MAX; step += 1) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not come to ${control}`)
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.type(text)
}

async function typeDetails(anna: Person): Promise<void> {
  const { page } = anna
  await type(page, anna.field('field.first_name'), 'Anna')
  await type(page, anna.optionalField('field.last_name'), 'Smith')
  await type(page, anna.field('field.email'), 'anna@mail.example')
  await type(page, page.locator('input[autocomplete=tel-national]'), anna.national)
  if (!anna.brand.register.address) return
  await press(page, anna.country())
  await type(page, page.getByRole('combobox'), 'GB')
  await page.keyboard.press('Enter')
  await type(page, anna.field('field.city'), 'Leeds')
  await type(page, anna.field('field.zip'), 'LS1 1UR')
  await type(page, anna.field('field.address'), '1 Park Row')
}

test('a person signs up and out by the keyboard alone', { tag: ['@grok', '@full'] }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.open('/auth')
  await press(page, anna.link('authin.register'))
  await typeDetails(anna)
  await press(page, anna.button('common.continue'))
  await expect(anna.digits('code.label')).toBeFocused()
  await page.keyboard.type(await anna.readCode())
  await press(page, anna.button('code.confirm'))
  await expect(anna.digits('pin.label')).toBeFocused()
  await page.keyboard.type(PIN)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${anna.url}/`)
  await page.goto(`${anna.url}/settings`)
  await press(page, page.getByRole('button', { name: anna.t('profile.logout') }).first())
  await press(page, page.getByRole('alertdialog').getByRole('button').first())
  await expect(page).toHaveURL(`${anna.url}/auth`)
})

test('a person tops up, exchanges and withdraws by the keyboard alone', { tag: '@desktop' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ balances: [`1000.00 ${anna.home}`] })

  await press(page, anna.link('payment.topup_btn'))
  await type(page, anna.field('amount.label'), '500')
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await press(page, anna.button('topup.pay_amount', { amount: anna.money('500', anna.home) }))
  await expect(page).toHaveURL(/\/sandbox\/payments\//)
  await press(page, page.locator('button[value=pay]'))
  await expect(page.getByText(anna.t('finish.success'))).toBeVisible()
  await press(page, anna.link('common.done'))
  await expect(page.getByText(anna.balance('1500.00', anna.home)).first()).toBeVisible()

  await press(page, anna.link('payment.exchange_btn'))
  await type(page, page.getByRole('group', { name: anna.t('ex.from') }).getByRole('textbox'), '100')
  await expect(anna.button('ex.submit')).toBeEnabled()
  await press(page, anna.button('ex.submit'))
  await press(
    page,
    page
      .getByRole('dialog')
      .getByRole('button', { name: anna.t('ex.submit_amount', { amount: anna.money('100.00', anna.home) }) }),
  )
  await expect(page.getByRole('dialog', { name: anna.t('ex.success') })).toBeVisible()
  await press(page, anna.button('common.done'))
  await expect(page.getByText(anna.balance('1400.00', anna.home)).first()).toBeVisible()

  await press(page, anna.link('payment.withdrawal_btn'))
  await type(page, anna.field('amount.label'), '400')
  await type(page, anna.field('wd.card'), '2200123456024821')
  await press(page, anna.button('wd.submit_amount', { amount: anna.money('400.00', anna.home) }))
  await expect(page.getByRole('dialog').getByLabel(anna.digitsName('pin.label'), { exact: true })).toBeFocused()
  await page.keyboard.type(PIN)
  await page.keyboard.press('Enter')
  await expect(page.getByText(anna.t('pay.success'))).toBeVisible()
  await press(page, page.getByRole('dialog').getByRole('button', { name: anna.t('common.done') }))
  await page.goto(`${anna.url}/`)
  await expect(page.getByText(anna.balance('1000.00', anna.home)).first()).toBeVisible()
})
