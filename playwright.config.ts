import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS } from './tests/e2e/chromium-flags.ts'
import { type Corner, tagsIn } from './tests/e2e/corners.ts'

// `npm test`, the everyday gate, leaves out the files that are named for the full run, and runs in fewer corners. MATRIX=on runs every test
// in all of them.
const isGate = process.env.TESTS === 'gate'
const isMatrix = process.env.MATRIX === 'on'
/** By how much time-outs, which end what hangs, are stretched on this machine (scripts/slowness.mjs). */
const slowness = Number(process.env.SLOWNESS ?? 1)

/** One corner of brand, language and size, with the tests whose tag asks for it. */
const corner = (name: Corner) => ({ name, ...(!isMatrix && { grep: tagsIn(name, isGate ? 'gate' : 'full') }) })

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  ...(isGate && { testIgnore: '**/*.full.test.ts', grepInvert: /@full\b/ }),
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/wallets.ts',
  reporter: [['line'], ['json']],
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // Some are whole stories: this ends what hangs.
  timeout: 180_000 * slowness,
  // scripts/parts.mjs runs what failed once more at the end, alone.
  retries: 0,
  expect: { timeout: 30_000 * slowness },
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: CHROMIUM_FLAGS },
    screenshot: 'only-on-failure',
    actionTimeout: 30_000 * slowness,
    // What a test answers in place of the server must reach the page; tests/e2e/offline.test.ts lets the worker in.
    serviceWorkers: 'block',
    // A machine's click, unlike a person's, may meet a sheet half way up; tests/e2e/journey.test.ts and those of motion itself want it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      ...corner('stater, ru, phone'),
      metadata: { brand: 'stater', language: 'ru' },
      use: { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true, locale: 'ru-RU' },
    },
    {
      ...corner('stater, en, desktop'),
      metadata: { brand: 'stater', language: 'en' },
      use: { viewport: { width: 1440, height: 900 }, locale: 'en-GB' },
    },
    {
      ...corner('grok, ru, desktop'),
      metadata: { brand: 'grok', language: 'ru' },
      use: { viewport: { width: 1440, height: 900 }, locale: 'ru-RU' },
    },
    {
      ...corner('grok, en, phone'),
      metadata: { brand: 'grok', language: 'en' },
      use: { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true, locale: 'en-GB' },
    },
  ],
})
