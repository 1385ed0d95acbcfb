// Takes the README's pictures from the real wallet: the demo user of each brand, framed side by side, into docs/images.
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type BuiltWallet, startBuiltWallet } from '#tests/built-wallet'
import { theDemoUser } from '#tests/sign-up'
import type { Language } from '#texts/languages'
import { findChromium } from './chromium.mjs'

const FOLDER = 'docs/images'
const QUALITY = 82
const PHONE = { width: 360, height: 760 }
const DESKTOP = { width: 1280, height: 800 }

/** A window of a picture: whose wallet, which screen, how. */
interface Pane {
  readonly brand: string
  readonly language: Language
  readonly theme: 'light' | 'dark'
  readonly size: { readonly width: number; readonly height: number }
  readonly path: string
  /** Signed out when left out. */
  readonly isSignedIn?: boolean
}

interface Picture {
  readonly name: string
  /** Of the whole, in CSS pixels. */
  readonly width: number
  readonly panes: readonly Pane[]
}

const PICTURES: readonly Picture[] = [
  {
    name: 'home',
    width: 1760,
    panes: [
      { brand: 'stater', language: 'ru', theme: 'light', size: PHONE, path: '/', isSignedIn: true },
      { brand: 'grok', language: 'en', theme: 'light', size: DESKTOP, path: '/', isSignedIn: true },
    ],
  },
  {
    name: 'phone',
    width: 1760,
    panes: [
      { brand: 'stater', language: 'en', theme: 'light', size: PHONE, path: '/auth' },
      { brand: 'grok', language: 'en', theme: 'dark', size: PHONE, path: '/exchange', isSignedIn: true },
      { brand: 'stater', language: 'en', theme: 'dark', size: PHONE, path: '/history', isSignedIn: true },
      { brand: 'grok', language: 'en', theme: 'light', size: PHONE, path: '/wallet/withdrawal', isSignedIn: true },
    ],
  },
]

async function main(): Promise<void> {
  if (!process.argv.includes('--no-build')) spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  const brands = [...new Set(PICTURES.flatMap(({ panes }) => panes.map(({ brand }) => brand)))]
  const wallets = await Promise.all(brands.map((brand) => startBuiltWallet(brand, { program: 'demo' })))
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const tokens = new Map(await Promise.all(wallets.map(async (wallet) => [wallet, (await theDemoUser(wallet)).token] as const)))
    for (const picture of PICTURES) {
      const windows: Buffer[] = []
      for (const pane of picture.panes) {
        const [wallet, token = ''] = [...tokens].find(([each]) => each.brand === pane.brand) ?? []
        if (wallet) windows.push(await takePane(browser, wallet, token, pane))
      }
      await frame(browser, picture, windows)
    }
  } finally {
    await browser.close()
    await Promise.all(wallets.map((wallet) => wallet.stop()))
  }
}

async function takePane(browser: Browser, { url }: BuiltWallet, token: string, pane: Pane): Promise<Buffer> {
  const settings = [{ name: 'wallet.language', value: pane.language }]
  const localStorage = pane.isSignedIn ? [...settings, { name: 'wallet.token', value: token }] : settings
  const context = await browser.newContext({
    viewport: pane.size,
    deviceScaleFactor: 2,
    colorScheme: pane.theme,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  const page = await context.newPage()
  await page.goto(url + pane.path, { waitUntil: 'networkidle' })
  const taken = await page.screenshot({ animations: 'disabled' })
  await context.close()
  return taken
}

const CSS = `body { margin: 0; background: transparent }
main { display: flex; gap: 24px; align-items: center; justify-content: center; padding: 24px;
  background: linear-gradient(135deg, #e9e6fa, #dff1f4); border-radius: 20px }
img { display: block; border-radius: 16px; box-shadow: 0 0 0 1px rgb(20 18 40 / .12), 0 12px 32px rgb(20 18 40 / .16) }`

/** Puts the windows beside each other on one ground. */
async function frame(browser: Browser, { name, width, panes }: Picture, windows: readonly Buffer[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  const images = windows.map(
    (taken, at) => `<img width="${panes[at]?.size.width}" src="data:image/png;base64,${taken.toString('base64')}">`,
  )
  await page.setContent(`<style>${CSS}</style><main>${images.join('')}</main>`)
  const file = join(FOLDER, `${name}.webp`)
  await writeFile(file, await webpOf(page))
  await page.close()
  process.stdout.write(`${file}\n`)
}

/** Playwright takes no WebP; the browser does, at a fifth of the size of a PNG. */
async function webpOf(page: Page): Promise<Buffer> {
  const box = await page.locator('main').boundingBox()
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: box?.x ?? 0, y: box?.y ?? 0, width: box?.width ?? 0, height: box?.height ?? 0, scale: 1 },
  })
  return Buffer.from(data, 'base64')
}

await main()
