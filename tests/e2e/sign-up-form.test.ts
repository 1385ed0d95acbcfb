import { expect, type Page, test } from '@playwright/test'
import { operator as grok } from '#brands/grok/operator'
import { operator as stater } from '#brands/stater/operator'
import { LANGUAGES } from '#texts/languages'
import { Person } from './person.ts'
import { fillDetails } from './sign-in-steps.ts'

const OPERATORS: Record<string, typeof stater> = { stater, grok }
const SMALL_PHONE = { width: 360, height: 800 }

/** What a field tells the browser and the keyboard of a phone. */
const fields = (page: Page) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('main form input:not([type=checkbox], [type=radio], dialog *)')].map((input) =>
    [input.autocomplete, input.inputMode || input.type, input.enterKeyHint].join(' '))`)

async function expectWholeInSight(page: Page, control: ReturnType<Person['button']>): Promise<void> {
  const box = await control.boundingBox()
  expect(await page.evaluate('scrollY')).toBe(0)
  expect(box?.y ?? -1).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(SMALL_PHONE.height)
}

test(
  'on a small phone the way on is in sight at once, in both languages',
  { tag: ['@brand', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await page.setViewportSize(SMALL_PHONE)
    for (const language of LANGUAGES) {
      const words = (key: Parameters<Person['t']>[0]) => anna.texts.translate(language, key)
      await test.step(`the landing in ${language}: the way to a wallet, what it costs, how long it takes and whose it is`, async () => {
        await page.goto(`${anna.url}/auth`)
        await page.evaluate(`localStorage.setItem('wallet.language', '${language}')`)
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('authin.title'))
        await expectWholeInSight(page, page.getByRole('link', { name: words('authin.register'), exact: true }))
        const facts = page.getByRole('main').getByRole('listitem')
        await expect(facts).toHaveCount(3)
        await expect(facts.nth(0)).toHaveText(words('authin.cost'))
        await expect(facts.nth(1)).toHaveText(words('authin.time'))
        const whose = OPERATORS[anna.brand.id]
        await expect(facts.nth(2)).toHaveText(`${whose?.name[language]}${whose?.licence[language]}`)
        // Nobody has been here before, so nothing has ended.
        await expect(page.getByText(words('session.refused'))).toHaveCount(0)
        await expect(page.getByText(words('session.ended'))).toHaveCount(0)
      })

      await test.step(`sign-up in ${language}: its button, with every field above it`, async () => {
        await page.goto(`${anna.url}/auth/register`)
        const go = page.getByRole('button', { name: words('common.continue'), exact: true })
        await expectWholeInSight(page, go)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('reg.step.1'))
      })
    }
  },
)

test(
  'sign-up asks for the fewest fields, tells keyboards what they are, and keeps what was typed',
  { tag: '@brand' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await fillDetails(anna)
    const person = ['given-name text next', 'family-name text next', 'tel-national tel next', 'email email next']
    const address = ['address-level2 text next', 'postal-code text next', 'street-address text done']
    expect(await fields(page)).toEqual(anna.brand.register.address ? [...person, ...address] : person)

    const expectKept = async () => {
      await expect(anna.field('field.first_name')).toHaveValue('Anna')
      await expect(anna.field('field.email')).toHaveValue('anna@mail.example')
      expect((await page.locator('input[autocomplete=tel-national]').inputValue()).replace(/\D/g, '')).toBe(anna.national)
      if (!anna.brand.register.address) return
      await expect(anna.field('field.zip')).toHaveValue('LS1 1UR')
      await expect(anna.field('field.city')).toHaveValue('Leeds')
      await expect(anna.field('field.address')).toHaveValue('1 Park Row')
      await expect(anna.country()).toHaveAccessibleName(/: GB,/)
    }
    await page.reload()
    await expectKept()
    await anna.button('common.back').click()
    await expect(page).toHaveURL(`${anna.url}/auth`)
    await anna.link('authin.register').click()
    await expectKept()
    await expect(anna.button('common.continue')).toBeEnabled()
  },
)

test(
  'the country of the address is guessed from the number, until another is chosen',
  { tag: '@grok' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.open('/auth/register')
    const phone = page.locator('input[autocomplete=tel-national]')
    await expect(anna.button('common.continue')).toBeDisabled()
    await phone.fill('+49 1512 3456789')
    await expect(anna.country()).toHaveAccessibleName(/: DE,/)
    await anna.country().click()
    await page.getByRole('combobox').fill('FR')
    await page.getByRole('option').first().click()
    await expect(anna.country()).toHaveAccessibleName(/: FR,/)
    await phone.fill('')
    await phone.fill('+447911123456')
    await expect(anna.country()).toHaveAccessibleName(/: FR,/)
  },
)
