import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { Person, PIN } from './person.ts'

test(
  'a person confirms their e-mail, and logs in by it when the number is lost',
  { tag: ['@brand', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.arrive({ path: '/settings' })
    const email = `anna.${randomUUID().slice(0, 8)}@mail.example`
    const codeSent = async (): Promise<string> => {
      const response = await page.request.get(`${anna.url}/sandbox/email.json?to=${encodeURIComponent(email)}`)
      const { messages } = (await response.json()) as { messages: { code: string | null }[] }
      return messages.find(({ code }) => code)?.code ?? ''
    }

    await test.step('an address that has no mailbox is told at its field', async () => {
      await anna.button('email.row').click()
      await anna.field('field.email').fill('nobody@mail.example')
      await anna.button('code.get').click()
      await expect(page.getByText(anna.t('refusal.email_refused'))).toBeVisible()
      await anna.expectAccessible()
    })

    await test.step('each row of the settings says how it is set', async () => {
      await page.keyboard.press('Escape')
      for (const [row, state] of [
        ['pin.row', 'settings.state.set'],
        ['passkeys.title', 'settings.state.none'],
        ['email.row', 'settings.state.confirm'],
        ['freeze.row', 'settings.state.not_frozen'],
      ] as const) {
        await expect(anna.button(row)).toHaveAccessibleDescription(anna.t(state))
      }
      await expect(anna.button('profile.sessions')).toHaveAccessibleDescription('1')
      await expect(anna.button('levels.title')).toHaveAccessibleDescription(
        anna.language === 'ru' ? 'Базовый уровень' : 'Basic level',
      )
      await anna.expectAccessible()
      await anna.button('email.row').click()
    })

    await test.step('a code and the PIN confirm it', async () => {
      await anna.field('field.email').fill(email)
      await anna.button('code.get').click()
      await expect(page.getByText(anna.t('email.sent', { email }))).toBeVisible()
      await page
        .getByLabel(anna.t('a11y.six_digits', { label: anna.t('email.code_label') }), { exact: true })
        .fill(await codeSent())
      await anna.digits('pin.label').fill('0000')
      await anna.button('email.confirm').click()
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      await anna.digits('pin.label').fill(PIN)
      await anna.expectAccessible()
      await anna.button('email.confirm').click()
      await expect(page.getByText(anna.t('answer.email_confirmed'))).toBeVisible()
      await expect(anna.button('email.row')).toHaveAccessibleDescription(anna.t('settings.state.confirmed'))
    })

    await test.step('by a code of its own and the PIN it lets them in', async () => {
      await page.evaluate("localStorage.removeItem('wallet.token')")
      await page.goto(`${anna.url}/auth/login?by=email`)
      await page.reload()
      await expect(anna.heading('recover.title')).toBeVisible()
      await anna.field('field.phone').fill(anna.national)
      await anna.field('field.email').fill(email)
      await anna.expectAccessible()
      await anna.expectNoSidewaysScroll()
      await anna.button('code.get').click()
      await expect(page.getByText(anna.t('email.sent', { email }))).toBeVisible()
      await page
        .getByLabel(anna.t('a11y.six_digits', { label: anna.t('email.code_label') }), { exact: true })
        .fill(await codeSent())
      await anna.digits('pin.label').fill(PIN)
      await anna.button('recover.submit').click()
      await expect(page).toHaveURL(`${anna.url}/`)
    })
  },
)
