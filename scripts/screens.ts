// Takes every screen in its main states, in both languages, both themes and three widths, of every brand, into screens/, with one sheet a
// screen that shows all of them. `npm run screens -- home exchange` takes those that begin so; `--no-build` takes what is built;
// `--own-language` takes each brand in the language of its people only, in half the time.
import { spawnSync } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { demoUserOf, loadBrandAssets } from '#server/settings/brand'
import { type BuiltWallet, brandFolders, startBuiltWallet } from '#tests/built-wallet'
import { freePort } from '#tests/free-port'
import { operate } from '#tests/operator'
import { growLong, signUp, theDemoUser } from '#tests/sign-up'
import { LANGUAGES, type Language } from '#texts/languages'
import { createTexts } from '#texts/texts'
import { findChromium } from './chromium.mjs'
import { type Facts, Scene, type Screen } from './screens/scene.ts'
import { type Shot, writeIndex, writeSheet } from './screens/sheet.ts'
import { SCREENS } from './screens/table.ts'

const FOLDER = 'screens'
const SIZES = [
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
const THEMES = ['light', 'dark'] as const
/** Who signs in several times in a moment need not wait, and one wrong guess is as much as many. */
const QUICK = {
  CODE_GAP_SECONDS: '1',
  CODES_PER_PHONE_HOUR: '1000',
  CODES_PER_PHONE_DAY: '1000',
  CODE_FAILURES_IN_A_ROW: '1',
  CODE_FAILURES_PER_MONTH: '1',
}
const LONG_NAMES = {
  ru: { firstName: 'Константин', lastName: 'Константинопольский' },
  en: { firstName: 'Maximilian', lastName: 'Featherstonehaugh' },
}
const LONG_AMOUNT = '123456789.00'
/** An endless page is cut at this height. */
const HEIGHT_MAX = 2600

interface Taken extends Shot {
  readonly screen: string
  /** Why the state was not reached; the picture shows the last step. */
  readonly fault: string | undefined
}

async function main(): Promise<void> {
  const words = process.argv.slice(2)
  const starts = words.filter((word) => !word.startsWith('--'))
  const wanted = SCREENS.filter(({ name }) => starts.length === 0 || starts.some((start) => name.startsWith(start)))
  if (!words.includes('--no-build')) spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  const wallets = await Promise.all(brandFolders().map(startDemo))
  try {
    const furnished = await Promise.all(wallets.map(furnish))
    const languagesOf = ({ brand }: Facts): readonly Language[] =>
      words.includes('--own-language') ? [ownLanguage(brand)] : LANGUAGES
    const walks = furnished.flatMap((facts) => languagesOf(facts).map((language) => walk(browser, facts, language, wanted)))
    const taken = (await Promise.all(walks)).flat()
    for (const { name } of wanted) {
      const shots = taken.filter(({ screen }) => screen === name)
      await writeSheet(browser, FOLDER, name, shots)
    }
    await writeIndex(
      FOLDER,
      wanted.map(({ name }) => name),
    )
    report(taken)
  } finally {
    await browser.close()
    await Promise.all(wallets.map((wallet) => wallet.stop()))
  }
}

/** A wallet of a brand with its demo user, where card numbers are typed into the provider's frame. */
async function startDemo(brand: string): Promise<BuiltWallet> {
  const environment = { ...QUICK, SANDBOX_CARD_FIELD: 'on', SANDBOX_CARD_FIELD_PORT: String(await freePort()) }
  return startBuiltWallet(brand, { program: 'demo', environment })
}

/** The language that most people of a brand speak. */
function ownLanguage({ firstAccounts: [home] }: Facts['brand']): keyof typeof LONG_NAMES {
  return home === 'RUB' ? 'ru' : 'en'
}

/** The data a wallet needs before its screens are taken; once for each brand. */
async function furnish(wallet: BuiltWallet): Promise<Facts> {
  const { brand, texts } = await loadBrandAssets(wallet.brand)
  const [home = 'RUB'] = brand.firstAccounts
  const long = await theDemoUser(wallet)
  await growLong(wallet, long, LONG_NAMES[ownLanguage(brand)], LONG_AMOUNT)
  const fresh = await signUp(wallet, 'ru')
  const held = await signUp(wallet, 'ru')
  await holdWallet(wallet, held.phone)
  const { order: waiting } = await long.post('/v2/wallet/top-up', { amount: '5000.00', currency_code: home })
  const [account] = await long.accounts()
  return {
    brand,
    texts: createTexts(texts),
    url: wallet.url,
    tokens: { long: long.token, fresh: fresh.token, held: held.token },
    pin: demoUserOf(brand).pin,
    accountId: account?.id ?? '',
    orders: {
      waiting: String(waiting),
      complete: await long.topUp('5000.00', home),
      failed: await long.topUp('5000.00', home, 'decline'),
    },
  }
}

/** Has the operator freeze somebody's wallet. */
async function holdWallet({ brand, dataDir }: BuiltWallet, phone: string): Promise<void> {
  const words = ['users', 'freeze', `+${phone}`, '--note', 'for a picture', '--yes']
  const { code, complaint } = await operate({ BRAND: brand, DATA_DIR: dataDir }, words)
  if (code !== 0) throw new Error(`The operator could not freeze a wallet: ${complaint}`)
}

/** Takes the screens in one language, each state in every size and theme. */
async function walk(browser: Browser, facts: Facts, language: Language, screens: readonly Screen[]): Promise<Taken[]> {
  const taken: Taken[] = []
  for (const screen of screens.filter(({ isOf }) => isOf?.(facts.brand) ?? true)) {
    const context = await browser.newContext({
      viewport: SIZES[0] ?? null,
      reducedMotion: 'reduce',
      // A mocked response of a state must reach the page.
      serviceWorkers: 'block',
      storageState: {
        cookies: [],
        origins: [{ origin: facts.url, localStorage: storageOf(facts, language, screen.who) }],
      },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    const fault = await reach(new Scene(page, facts, language), screen)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const theme of THEMES) taken.push({ ...(await take(page, { facts, language, screen, size, theme })), fault })
    }
    await context.close()
  }
  return taken
}

function storageOf(facts: Facts, language: Language, who: Screen['who']): { name: string; value: string }[] {
  const token = who === 'nobody' ? [] : [{ name: 'wallet.token', value: facts.tokens[who] }]
  return [...token, { name: 'wallet.language', value: language }, { name: 'wallet.terms_accepted', value: 'yes' }]
}

async function reach(scene: Scene, { path, reach: goOn }: Screen): Promise<string | undefined> {
  const { page, facts } = scene
  try {
    await page.goto(facts.url + (typeof path === 'string' ? path : path(facts)), { waitUntil: 'networkidle' })
    await goOn?.(scene)
    return undefined
  } catch (failure) {
    return failure instanceof Error ? (failure.message.split('\n')[0] ?? '') : String(failure)
  }
}

/** Another size may load more: the pane beside the screen, a longer list; another theme the provider's frame. What never loads is visible in the picture. */
async function settle(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  const isSettled = `document.querySelector('aside:empty, [aria-busy="true"]:not(button)') === null`
  await page.waitForFunction(isSettled, undefined, { timeout: 3000 }).catch(() => undefined)
}

interface Variant {
  readonly facts: Facts
  readonly language: Language
  readonly screen: Screen
  readonly size: { readonly width: number; readonly height: number }
  readonly theme: (typeof THEMES)[number]
}

async function take(page: Page, { facts, language, screen, size, theme }: Variant): Promise<Omit<Taken, 'fault'>> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  // Otherwise the button pressed last stays hovered.
  await page.mouse.move(0, 0)
  await settle(page)
  const caption = `${facts.brand.id} ${language} ${size.width} ${theme}`
  const file = `${screen.name}.${caption.replaceAll(' ', '-')}.jpg`
  // What waits above the window would stand in the picture of a page that was scrolled.
  if (!screen.isOverlay) await page.evaluate('scrollTo(0, 0)')
  const whole = Number(await page.evaluate('document.documentElement.scrollHeight'))
  const height = screen.isOverlay ? size.height : Math.min(Math.max(whole, size.height), HEIGHT_MAX)
  await page.screenshot({
    path: join(FOLDER, file),
    type: 'jpeg',
    quality: 80,
    animations: 'disabled',
    fullPage: height > size.height,
    clip: { x: 0, y: 0, width: size.width, height },
  })
  return { screen: screen.name, file, caption, width: size.width }
}

function report(taken: readonly Taken[]): void {
  const faults = new Map(taken.flatMap(({ screen, caption, fault }) => (fault ? [[`${screen} ${caption}`, fault]] : [])))
  const missed = [...new Set(taken.filter(({ fault }) => fault).map(({ screen }) => screen))]
  process.stdout.write(`${taken.length} pictures and their sheets are in ${FOLDER}/index.html\n`)
  for (const [where, fault] of faults)
    if (where.endsWith(' 360 light')) process.stdout.write(`  not reached: ${where}: ${fault}\n`)
  if (missed.length > 0) process.exitCode = 1
}

await main()
