import { expect, type Page, type TestInfo, test } from '@playwright/test'
import { signUp } from '#tests/sign-up'
import type { Language } from '#texts/languages'
import { isTextKey } from '#texts/texts'
import { Person } from './person.ts'

/** Every screen that is looked at, by rounds that one window makes. A new one is one more line. */
const ROUNDS = {
  'who is not signed in': [
    '/auth',
    '/auth/login',
    '/auth/login?by=email',
    '/auth/register',
    '/secure#a-link-of-a-message',
    '/documents/topup_terms',
    '/pay/0000000000000000',
    '/no/such/page',
  ],
  'the accounts': ['/', '/wallet', '/wallet/:account', '/history', '/settings', '/ondato/result'],
  'the money': [
    '/wallet/topup',
    '/wallet/payments/finish',
    '/wallet/withdrawal',
    '/wallet/save',
    '/wallet/send',
    '/wallet/ask',
    '/wallet/requests',
    '/exchange',
    '/payment',
  ],
} as const
type Round = keyof typeof ROUNDS

const PHONES = [
  { width: 320, height: 640 },
  { width: 360, height: 800 },
  { width: 430, height: 932 },
  { width: 740, height: 360 },
]
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 320, height: 640 },
]
const SHIFT_MAX = 0.02
const CONTROLS_MAX = 120
/** Latin words that stand in Russian text: names, codes and what has no Russian word. */
const LATIN = /^(E-Wallet|English|QR|PIN|SMS|MAX|AML|KYC|Cookies|PNG|JPG|Telegram|E|Coin|[A-Z]{3,4})$/
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

interface SignedUp {
  readonly token: string
  readonly account: string
}

const users = new Map<string, Promise<SignedUp>>()

/** Somebody with a little money, who is made once for all screens of a language. */
function userOf(person: Person, language: Language): Promise<SignedUp> {
  const name = `${person.brand.id} ${language}`
  const made = users.get(name) ?? signUpWithMoney(person, language)
  users.set(name, made)
  return made
}

async function signUpWithMoney({ url, brand, home }: Person, language: Language): Promise<SignedUp> {
  const user = await signUp({ brand: brand.id, url }, language)
  await user.topUp('5000.00', home)
  return { token: user.token, account: (await user.account(home)).id }
}

/** Goes through a round of screens as a person of the project's language; each is loaded as if for the first time, and looked at. */
async function goRound(page: Page, info: TestInfo, round: Round, look: (person: Person) => Promise<void>): Promise<void> {
  const person = new Person(page, info)
  const { language, url } = person
  const { token, account } = await userOf(person, language)
  await page.addInitScript({ path: 'tests/e2e/look.js' })
  await page.addInitScript({ path: 'tests/e2e/look-closer.js' })
  await page.addInitScript(
    `localStorage.setItem('wallet.language', '${language}')${round === 'who is not signed in' ? '' : `; localStorage.setItem('wallet.token', '${token}')`}`,
  )
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  for (const path of ROUNDS[round]) {
    await test.step(path, async () => {
      await page.emulateMedia({ colorScheme: 'light' })
      if (info.project.use.viewport) await page.setViewportSize(info.project.use.viewport)
      await page.goto(url + path.replace(':account', account), { waitUntil: 'networkidle' })
      await expectStill(page)
      await expectWords(page, person)
      await look(person)
    })
  }
}

function faultsOfWords(words: string, language: Language, brandName: string): string[] {
  const faults = words.match(/\b(undefined|NaN|null)\b|\[object/g) ?? []
  const keys = words.split(/[\s,;:!?()«»“”"]+/).filter((word) => word.includes('.') && isTextKey(word.replace(/\.$/, '')))
  return [...faults, ...keys, ...foreignWords(words, language, brandName)]
}

function foreignWords(words: string, language: Language, brandName: string): string[] {
  if (language === 'en') return (words.match(/\p{Script=Cyrillic}+/gu) ?? []).filter((word) => word !== 'Русский')
  const withoutAddresses = words.replaceAll(
    /\S+@\S+|https?:\/\/\S+|v\d+\.\d+\.\d+-\w+|[\w-]+\.(example|com|ru)\b|[0-9a-f-]{30,}/g,
    '',
  )
  const latin = withoutAddresses.match(/[A-Za-z]+(?:-[A-Za-z]+)*/g) ?? []
  return [...new Set(latin)].filter((word) => !LATIN.test(word) && word.toLowerCase() !== brandName.toLowerCase())
}

for (const round of Object.keys(ROUNDS) as Round[]) {
  test.describe(`the screens of ${round}`, () => {
    test(
      'stand still, speak one language, are accessible in light, dark and forced colours, walked by the keyboard, and lose nothing in any window',
      { tag: '@once' },
      async ({ page }, info) => {
        await goRound(page, info, round, async (person) => {
          await expectTheme(page, 'light')
          await person.expectAccessible()
          await expectTheme(page, 'dark')
          await person.expectColoursAccessible()
          // Only now: it scrolls, and what is half under the header is too small to be pressed for axe.
          await expectWalked(page)
          await expectReachable(page)
          await expectNamed(page)
          await expectForced(page)
          await expectNothingCut(page, PHONES)
        })
      },
    )

    test(
      'are as still, as accessible and as whole on a desktop in English, and walked by the keyboard',
      { tag: '@desktop' },
      async ({ page }, info) => {
        await goRound(page, info, round, async (person) => {
          await person.expectAccessible()
          await expectWalked(page)
          await expectNamed(page)
          await expectForced(page)
          await expectNothingCut(page, SCREENS)
        })
      },
    )

    test(
      'are as still in the words and colours of another brand, which can be read',
      { tag: '@grok' },
      async ({ page }, info) => {
        await goRound(page, info, round, async (person) => {
          for (const theme of ['light', 'dark'] as const) {
            await expectTheme(page, theme)
            await person.expectColoursAccessible()
          }
        })
      },
    )
  })
}

/** It can be walked through by the keyboard, and shows where one is. */
async function expectWalked(page: Page): Promise<void> {
  expect.soft(await walk(page)).toEqual([])
}

async function expectWords(page: Page, { language, brand }: Person): Promise<void> {
  expect.soft(faultsOfWords(String(await page.evaluate('look.words()')), language, brand.name)).toEqual([])
}

async function expectTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
}

async function expectStill(page: Page): Promise<void> {
  const isStill = Number(await page.evaluate('look.shift()')) <= SHIFT_MAX
  expect.soft(isStill ? [] : await page.evaluate('look.shifted()')).toEqual([])
  expect.soft(await page.evaluate('look.motion()')).toEqual([])
}

/** Whatever can be touched can be touched by a finger, on the narrowest phone too. */
async function expectReachable(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate('look.drawn()')
  expect.soft(await page.evaluate('look.small()')).toEqual([])
  expect.soft(await page.evaluate('look.enlarging()')).toEqual([])
}

/** Whoever speaks to the page can say what they see of a control. */
async function expectNamed(page: Page): Promise<void> {
  expect.soft(await page.evaluate('look.unnamed()')).toEqual([])
}

/** In the colours of the system (Windows' contrast themes) nothing is lost: controls, what is chosen, the focus, bars. */
async function expectForced(page: Page): Promise<void> {
  await page.evaluate('look.rememberFills()')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    expect.soft([colorScheme, await page.evaluate('look.forced()')]).toEqual([colorScheme, []])
  }
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' })
}

/** It loses nothing in a narrow, a low or a zoomed window, nor with the person's own spacing. */
async function expectNothingCut(page: Page, sizes: readonly { width: number; height: number }[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect.soft([size.width, await page.evaluate('look.cut()')]).toEqual([size.width, []])
    expect.soft([size.width, await page.evaluate('look.broken()')]).toEqual([size.width, []])
  }
  // 200 %: a window of 1280 × 800 has half of each left, and text alone twice its size.
  await page.setViewportSize({ width: 640, height: 400 })
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  expect.soft(['text 200 %', await page.evaluate('look.cut()')]).toEqual(['text 200 %', []])
  await page.evaluate('document.documentElement.style.fontSize = ""')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.addStyleTag({ content: SPACING })
  expect.soft(['spacing', await page.evaluate('look.cut()')]).toEqual(['spacing', []])
}

interface Focused {
  readonly name: string
  readonly place: number
  readonly faults: readonly string[]
  readonly isSkipLink: boolean
}

/** Goes from control to control until the page is left; gives what was hidden, without a ring, out of order or never reached. */
async function walk(page: Page): Promise<string[]> {
  const count = Number(await page.evaluate('look.countControls()'))
  const reached = new Set<number>()
  const faults: string[] = []
  let last = -1
  await page.evaluate('look.toTop()')
  for (let step = 0; step < CONTROLS_MAX; step += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate<Focused | undefined>('look.focus()')
    if (!focused || reached.has(focused.place)) break
    reached.add(focused.place)
    faults.push(...focused.faults.map((fault) => `${fault}: ${focused.name}`))
    if (focused.place < last) faults.push(`out of order: ${focused.name}`)
    last = focused.place
  }
  for (let place = 0; place < count; place += 1) {
    if (!reached.has(place)) faults.push(`never reached: ${String(await page.evaluate(`look.nameOf(${place})`))}`)
  }
  return faults
}

test('the way to the content comes first for the keyboard', { tag: '@once' }, async ({ page }, info) => {
  const person = new Person(page, info)
  await person.arrive()
  await expect(person.heading('transactions.title')).toBeVisible()
  await page.evaluate('document.activeElement?.blur()')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: person.t('nav.skip') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the language chosen before signing in stays after a reload', { tag: '@once' }, async ({ page }, info) => {
  const { url } = new Person(page, info)
  await page.goto(`${url}/auth`)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('button', { name: 'Русский' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
})

test('the language chosen in the settings stays after a reload', { tag: '@once' }, async ({ page }, info) => {
  const person = new Person(page, info)
  const { token } = await userOf(person, 'ru')
  await page.goto(`${person.url}/auth`)
  await page.evaluate(`localStorage.setItem('wallet.token', '${token}')`)
  await page.goto(`${person.url}/settings`)
  await page.getByLabel('Язык', { exact: true }).selectOption('en')
  await expect(page.getByRole('heading', { name: 'Settings', exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
