import { expect } from '@playwright/test'
import type { Person } from './person.ts'

/** Step 1 of registration with all that the brand asks for. */
export async function fillDetails(anna: Person): Promise<void> {
  await anna.open('/auth/register')
  await anna.field('field.first_name').fill('Anna')
  await anna.field('field.email').fill('anna@mail.example')
  await anna.page.locator('input[autocomplete=tel-national]').fill(anna.national)
  if (anna.brand.register.address) await anna.fillAddress()
}

/** The code of the last message, typed at the code step. */
export async function typeCode(anna: Person): Promise<void> {
  await expect(anna.heading('code.title')).toBeVisible()
  await anna.digits('code.label').pressSequentially(await anna.readCode())
}

/** From the first screen to the PIN step of registration. */
export async function reachPin(anna: Person): Promise<void> {
  await fillDetails(anna)
  await anna.button('common.continue').click()
  await typeCode(anna)
  await anna.button('code.confirm').click()
  await expect(anna.heading('pin.setup.title')).toBeVisible()
}

/** The first step of sign-in, with the number typed. */
export async function fillNumber(anna: Person): Promise<void> {
  await anna.open('/auth/login')
  await anna.page.locator('input[autocomplete=tel-national]').fill(anna.national)
}

/** Signs in with a code, from the number to Home. */
export async function signIn(anna: Person): Promise<void> {
  await fillNumber(anna)
  await anna.button('login.submit').click()
  await typeCode(anna)
  await anna.button('code.confirm').click()
  await expect(anna.page).toHaveURL(`${anna.url}/`)
}

/** Signs out from the settings. */
export async function signOut(anna: Person): Promise<void> {
  const { page } = anna
  await page.goto(`${anna.url}/settings`)
  await anna.button('profile.logout').first().click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: anna.t('profile.logout') })
    .click()
  await expect(page).toHaveURL(`${anna.url}/auth`)
}
