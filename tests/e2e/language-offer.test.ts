import { expect, type Page, test } from '@playwright/test'
import { LANGUAGE_FACTS } from '#texts/languages'
import { hold } from './hold.ts'
import { MessengerApp } from './messenger-app.ts'
import { Person, walletOf } from './person.ts'

const OFFER = 'Switch to English?'
const offer = (page: Page) => page.getByRole('button', { name: OFFER })

test.describe('to somebody whose browser is in English', () => {
  test.use({ locale: 'en-GB' })

  test(
    'a wallet in Russian offers English, in English, from the first picture, and keeps what is chosen',
    { tag: '@once' },
    async ({ page }, info) => {
      const { url } = walletOf(info)
      await page.goto(`${url}/auth`)
      await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
      await expect(offer(page)).toHaveAttribute('lang', 'en')
      for (const button of [offer(page), page.getByRole('button', { name: 'Keep this language' })]) {
        const box = await button.boundingBox()
        expect([Number(box?.width) >= 44, Number(box?.height) >= 44]).toEqual([true, true])
      }
      const shifts = await page.evaluate(
        `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({ type: 'layout-shift', buffered: true }) || setTimeout(() => resolve(0), 300))`,
      )
      expect(shifts).toBeLessThan(0.01)
      await offer(page).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await expect(offer(page)).toBeHidden()
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await expect(offer(page)).toBeHidden()
    },
  )

  test(
    'whoever keeps Russian is not asked again, nor is anybody who has chosen a language',
    { tag: ['@once', '@full'] },
    async ({ page }, info) => {
      const { url } = walletOf(info)
      await page.goto(`${url}/auth`)
      await page.getByRole('button', { name: 'Keep this language' }).click()
      await expect(offer(page)).toBeHidden()
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
      await expect(page.getByRole('button', { name: LANGUAGE_FACTS.en.name })).toBeVisible()
      await expect(offer(page)).toBeHidden()
      const anna = new Person(page, info)
      await anna.settle()
      await expect(offer(page)).toBeHidden()
    },
  )
})

test(
  'the messenger’s language counts before that of its web view; one that nobody speaks here is not offered',
  {
    tag: ['@once', '@full'],
  },
  async ({ page, context }, info) => {
    const { url } = walletOf(info)
    const app = await MessengerApp.around(page, { version: '8.0', languageCode: 'en' })
    await page.goto(app.launch(`${url}/auth`))
    await expect(offer(page)).toBeVisible()

    const other = await context.newPage()
    const foreign = await MessengerApp.around(other, { version: '8.0', languageCode: 'de' })
    await other.goto(foreign.launch(`${url}/auth`))
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(offer(other)).toBeHidden()
  },
)

test(
  'a language that is taken back while its texts are on their way does not come after all',
  { tag: ['@once', '@full'] },
  async ({ page }, info) => {
    const { url } = walletOf(info)
    await page.goto(`${url}/auth`)
    const letThrough = await hold(page, '**/texts-en-*')
    const asked = page.waitForRequest('**/texts-en-*')
    await page.getByRole('button', { name: 'English' }).click()
    await asked
    await page.getByRole('button', { name: 'Русский' }).click()
    const came = page.waitForResponse('**/texts-en-*')
    letThrough()
    await (await came).finished()
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
    await expect(page.getByRole('button', { name: 'English' })).toBeVisible()
  },
)
