import { expect, test } from '@playwright/test'
import { signUp } from '#tests/sign-up'
import { Person } from './person.ts'
import { fillDetails, fillNumber, signOut, typeCode } from './sign-in-steps.ts'

const kept = 'Object.keys(sessionStorage).filter((key) => key.startsWith("wallet.draft"))'

test(
  'after a reload at the code step the sign-up is as it was filled in, and the same number needs no new code',
  {
    tag: '@once',
  },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    let asked = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/auth/register')) asked += 1
    })
    await fillDetails(anna)
    await anna.optionalField('field.last_name').fill('Smith')
    await anna.button('common.continue').click()
    await expect(anna.heading('code.title')).toBeVisible()
    await page.reload()
    await anna.button('code.change').click()
    await expect(anna.field('field.first_name')).toHaveValue('Anna')
    await expect(anna.optionalField('field.last_name')).toHaveValue('Smith')
    await expect(anna.field('field.email')).toHaveValue('anna@mail.example')
    const phone = page.locator('input[autocomplete=tel-national]')
    expect((await phone.inputValue()).replace(/\D/g, '')).toBe(anna.national)
    await anna.button('common.continue').click()
    await expect(anna.heading('code.title')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(asked).toBe(1)

    // Another number is asked for, at once.
    await anna.button('code.change').click()
    const boris = new Person(page, info)
    await phone.fill(boris.national)
    await anna.button('common.continue').click()
    await expect(anna.heading('code.title')).toBeVisible()
    expect(asked).toBe(2)
    await typeCode(boris)
    await anna.button('code.confirm').click()
    await expect(anna.heading('pin.setup.title')).toBeVisible()
    // Nothing of it is kept on the device, nor with the tab once the number is confirmed.
    expect(await page.evaluate(kept)).toEqual([])
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('Smith')
  },
)

test(
  'after a reload at the code step of sign-in the number is there, and needs no new code',
  { tag: ['@once', '@full'] },
  async ({ page, context }, info) => {
    const anna = new Person(page, info)
    await signUp({ brand: anna.brand.id, url: anna.url }, anna.language, { phone: anna.phone })
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/send_code')) asked += 1
    })
    await fillNumber(anna)
    await anna.button('login.submit').click()
    await expect(anna.heading('code.title')).toBeVisible()
    await page.reload()
    await anna.button('code.change').click()
    const phone = page.locator('input[autocomplete=tel-national]')
    expect((await phone.inputValue()).replace(/\D/g, '')).toBe(anna.national)
    await anna.button('login.submit').click()
    await expect(anna.heading('code.title')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(asked).toBe(1)
    await typeCode(anna)
    await anna.button('code.confirm').click()
    await expect(page).toHaveURL(`${anna.url}/`)
    await signOut(anna)
    expect(await page.evaluate(kept)).toEqual([])
    const other = await context.newPage()
    await other.goto(`${anna.url}/auth/login`)
    await expect(other.locator('input[autocomplete=tel-national]')).toHaveValue('')
  },
)
