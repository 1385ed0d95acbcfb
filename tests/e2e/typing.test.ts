import { expect, type Page, test } from '@playwright/test'
import { Person } from './person.ts'

/** Has the browser's keyboard compose a text, growing as it is written, and put it down. */
async function compose(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (let end = 1; end <= text.length; end += 1) {
    const composed = text.slice(0, end)
    await session.send('Input.imeSetComposition', { text: composed, selectionStart: end, selectionEnd: end })
  }
  await session.send('Input.insertText', { text })
  await session.detach()
}

test('digits that a keyboard composes come as they were typed', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.open('/auth/login')
  const phone = page.locator('input[autocomplete=tel-national]')
  await phone.focus()
  await compose(page, '9876543210')
  await expect(phone).toHaveValue('(987)654-32-10')
})

test('amounts are read whole or stay as they are, with a word', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/wallet/topup' })
  const amount = page.locator('input[inputmode=decimal]')
  const emptied = async (): Promise<void> => {
    await amount.press('ControlOrMeta+a')
    await amount.press('Delete')
    await expect(amount).toHaveValue('')
  }
  for (const [typed, shown] of [
    ['1234.5', '1\u00a0234,5'],
    ['1 500', '1\u00a0500'],
    ['12．5', '12,5'],
    ['12ю5', '12,5'],
    ['12-50', '12-50'],
    ['(50.00)', '(50.00)'],
  ] as const) {
    await amount.pressSequentially(typed)
    await expect(amount).toHaveValue(shown)
    await emptied()
  }
  await amount.pressSequentially('-50')
  await expect(page.getByText(anna.t('err.amount.number'))).toBeVisible()
  await expect(anna.button('topup.pay')).toBeDisabled()
  await emptied()
  // As a browser fills in, and as keyboards hand over what was suggested.
  for (const [filled, shown] of [
    ['1,234.50', '1\u00a0234,50'],
    ['−1 500,00 ₽', '−1 500,00 ₽'],
  ] as const) {
    await amount.fill(filled)
    await expect(amount).toHaveValue(shown)
    await amount.fill('')
    await page.keyboard.insertText(filled)
    await expect(amount).toHaveValue(shown)
    await emptied()
  }
  await compose(page, '1234')
  await expect(amount).toHaveValue('1\u00a0234')
})
