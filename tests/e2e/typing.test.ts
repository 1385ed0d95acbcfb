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
