import { type Browser, expect, type Page, type TestInfo, test } from '@playwright/test'
import { type Facts, Scene, type Screen } from '#scripts/screens/scene'
import { SCREENS } from '#scripts/screens/table'
import { giveMoney, PIN } from '#tests/builders'
import { signUp } from '#tests/sign-up'
import { Person, walletOf } from './person.ts'

/** What a shared wallet of production cannot be brought to in a moment, or is no sheet of ours. */
const NOT_HERE = ['withdrawal-card', 'withdrawal-first-day', 'settings-unfreeze']
/** Every sheet, panel and dialog that is photographed, by who opens them, so that several browsers share the work. */
const SHEETS = SCREENS.filter(({ name, isOverlay, who }) => isOverlay && who !== 'nobody' && !NOT_HERE.includes(name))
const GROUPS = {
  'of the settings': SHEETS.filter(({ name }) => name.startsWith('settings')),
  'of the history and Home': SHEETS.filter(({ path }) => path === '/' || path === '/history'),
  'of accounts and payments': SHEETS.filter(
    ({ name, path }) => !(name.startsWith('settings') || path === '/' || path === '/history'),
  ),
}

/** Somebody with money in three accounts, one of them of coins, and something of every kind in the history, and somebody new. */
async function furnish(info: TestInfo): Promise<Facts> {
  const { url, brand, texts } = walletOf(info)
  const [home = 'RUB', second = 'USD'] = brand.firstAccounts
  const [user, fresh] = await Promise.all([signUp({ brand: brand.id, url }, 'ru'), signUp({ brand: brand.id, url }, 'ru')])
  await giveMoney(user, [`9000.00 ${home}`, `9000.00 ${home}`, `900.00 ${second}`, '90.00 USDC'])
  await user.withdraw('250.00', home)
  const accountId = (await user.account(home)).id
  const tokens = { long: user.token, fresh: fresh.token, held: '' }
  return { brand, texts, url, tokens, pin: PIN, accountId, orders: { waiting: '', complete: '', failed: '' } }
}

/** Opens a sheet as if for the first time. */
async function openSheet(browser: Browser, info: TestInfo, facts: Facts, { who, path, reach }: Screen): Promise<Page> {
  const token = who === 'nobody' ? [] : [{ name: 'wallet.token', value: facts.tokens[who] }]
  const localStorage = [...token, { name: 'wallet.language', value: 'ru' }, { name: 'wallet.terms_accepted', value: 'yes' }]
  const { viewport, hasTouch, isMobile, locale } = info.project.use
  const context = await browser.newContext({
    ...(viewport === undefined ? {} : { viewport }),
    ...(hasTouch === undefined ? {} : { hasTouch }),
    ...(isMobile === undefined ? {} : { isMobile }),
    ...(locale === undefined ? {} : { locale }),
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin: facts.url, localStorage }] },
  })
  const page = await context.newPage()
  await page.addInitScript({ path: 'tests/e2e/look.js' })
  await page.addInitScript({ path: 'tests/e2e/look-closer.js' })
  await page.goto(facts.url + (typeof path === 'string' ? path : path(facts)), { waitUntil: 'networkidle' })
  await reach?.(new Scene(page, facts, 'ru'))
  return page
}

/** What is asked of every screen (quality.full.test.ts), asked of what lies above one. */
async function expectWhole(page: Page, sheet: string): Promise<void> {
  const expectNone = async (what: string) => expect.soft([sheet, await page.evaluate(`look.${what}()`)]).toEqual([sheet, []])
  await expectNone('motion')
  await expectNone('unnamed')
  await page.evaluate('look.rememberFills()')
  await page.emulateMedia({ forcedColors: 'active' })
  await expectNone('forced')
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNone('cut')
  await expectNone('broken')
  await expectNone('small')
  await expectNone('enlarging')
  // As a window of 1280 × 800 is at 200 %, and text alone twice its size.
  await page.setViewportSize({ width: 640, height: 400 })
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  await expectNone('cut')
}

for (const [group, sheets] of Object.entries(GROUPS)) {
  test(
    `sheets ${group} are reached by fingers, named as they are seen, whole in 320 px and at 200 %, and seen in forced colours`,
    { tag: ['@once', '@full'] },
    async ({ browser }, info) => {
      const facts = await furnish(info)
      expect(sheets.length).toBeGreaterThan(5)
      for (const sheet of sheets.filter(({ isOf }) => isOf?.(facts.brand) ?? true)) {
        await test.step(sheet.name, async () => {
          const page = await openSheet(browser, info, facts, sheet)
          await expectWhole(page, sheet.name)
          await page.context().close()
        })
      }
    },
  )
}

test(
  'a PIN is given above the keyboard, its button in view, and no field is so small that a phone enlarges the page',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await page.addInitScript({ path: 'tests/e2e/look.js' })
    await anna.arrive({ path: '/settings', balances: [`500.00 ${anna.home}`] })
    await expect(page.getByRole('combobox').first()).toBeVisible()
    expect(await page.evaluate('look.enlarging()')).toEqual([])

    await page.goto(`${anna.url}/wallet/save`)
    const submit = { amount: anna.money('100', anna.home) }
    await anna.field('amount.label').fill('100')
    await anna.field('save.recipient').fill('2200123456024821')
    expect(await page.evaluate('look.enlarging()')).toEqual([])
    const { width = 390, height = 844 } = page.viewportSize() ?? {}
    await anna.button('save.submit_amount', submit).click()
    const sheet = page.getByRole('dialog')
    const field = sheet.getByLabel(anna.digitsName('pin.label'), { exact: true })
    await expect(field).toBeFocused()
    const before = await page.evaluate('scrollY')
    await page.setViewportSize({ width, height: 460 })
    for (const part of [field, sheet.getByRole('button', { name: anna.t('save.submit_amount', submit), exact: true })]) {
      await expect(part).toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize({ width, height })
    await sheet.getByRole('button', { name: anna.t('common.close') }).click()
    expect(await page.evaluate('scrollY')).toBe(before)
  },
)
