import { expect } from '@playwright/test'
import { ask } from '#tests/builders'
import { startBuiltWallet } from '#tests/built-wallet'
import { signUp } from '#tests/sign-up'
import { withOwnWallet } from './own-wallet.ts'
import { Person, PIN } from './person.ts'
import { fillNumber, signOut, typeCode } from './sign-in-steps.ts'

// Of its own: one wrong guess is as much here as ten elsewhere, and who guesses again need not wait.
const environment = { CODE_FAILURES_IN_A_ROW: '1', CODE_FAILURES_PER_MONTH: '1', CODE_GAP_SECONDS: '1' }
const test = withOwnWallet((brand) => startBuiltWallet(brand, { environment }))

/** Somebody else asks for a code of the number, and enters a wrong one. */
async function guessWrong(anna: Person): Promise<void> {
  const { phone } = anna
  await ask(anna, 'POST', '/v2/wallet/auth/send_code', { body: { phone } })
  const wrong = ((Number(await anna.readCode()) + 1) % 10_000).toString().padStart(4, '0')
  const answer = await ask(anna, 'POST', '/v2/wallet/auth/login', { body: { phone, confirm_code: wrong } })
  expect(answer).toMatchObject({ code: 'code_wrong' })
}

/** The first step of sign-in, until a code may be sent. */
async function askForCode(anna: Person): Promise<void> {
  await fillNumber(anna)
  await expect(async () => {
    // Once a press of it has been enough, the button is gone.
    if (await anna.button('login.submit').isVisible()) await anna.button('login.submit').click()
    await expect(anna.heading('code.title')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await typeCode(anna)
  await anna.button('code.confirm').click()
}

test(
  'after strangers have guessed, one’s own new device works a moment and asks for the PIN, and then is known',
  { tag: ['@once', '@full'] },
  async ({ page, wallet }, info) => {
    const anna = new Person(page, info, wallet)
    await signUp({ brand: anna.brand.id, url: anna.url }, anna.language, { phone: anna.phone })
    await guessWrong(anna)
    await test.step('a device that nobody knows needs the PIN, too', async () => {
      await askForCode(anna)
      await expect(anna.digits('code.pin')).toBeVisible()
      await expect(page.getByText(anna.t('refusal.pin_required'))).toBeVisible()
      // It is no fault of theirs.
      await anna.expectNotRed(page.getByText(anna.t('refusal.pin_required')))
      await anna.expectAccessible()
      await anna.expectNoSidewaysScroll()
      await anna.digits('code.pin').pressSequentially('0000')
      await anna.button('code.confirm').click()
      // Which of the two was wrong nobody is told.
      await expect(page.getByText(anna.t('code.or_pin_wrong'))).toBeVisible()
      await anna.digits('code.pin').fill(PIN)
      await anna.button('code.confirm').click()
      await expect(page).toHaveURL(`${anna.url}/`)
    })
    await test.step('the next time it is known, and needs the code alone', async () => {
      await signOut(anna)
      await askForCode(anna)
      await expect(page).toHaveURL(`${anna.url}/`)
    })
  },
)
