import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS } from './tests/e2e/chromium-flags.ts'

// What a test's tag says about where it is run (MATRIX=on: everything everywhere). One corner is enough for `@once` (stater in Russian on
// a phone), `@desktop` (in English) and `@grok`; `@brand` is run in both brands, `@size` and `@language` on a phone in Russian and on a
// desktop in English, `@corners` in every project. What measures is `@alone`: run where `@once` is, but after all others and one by one.
const isMatrix = process.env.MATRIX === 'on'
const only = (tags: RegExp) => (isMatrix ? {} : { grep: tags })

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/wallets.ts',
  reporter: [['line'], ['json']],
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // Some are whole stories, and a machine may be slow: this ends what hangs.
  timeout: 180_000,
  // scripts/parts.mjs runs what failed once more at the end, alone.
  retries: 0,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS },
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    // What a test answers in place of the server must reach the page; tests/e2e/offline.test.ts lets the worker in.
    serviceWorkers: 'block',
    // A machine's click, unlike a person's, may meet a sheet half way up; tests/e2e/journey.test.ts and those of motion itself want it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  // Every two of brand, language and size meet.
  projects: [
    {
      name: 'stater, ru, phone',
      ...only(/@(once|alone|brand|size|language|corners)\b/),
      metadata: { brand: 'stater', language: 'ru' },
      use: { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true, locale: 'ru-RU' },
    },
    {
      name: 'stater, en, desktop',
      ...only(/@(desktop|size|language|corners)\b/),
      metadata: { brand: 'stater', language: 'en' },
      use: { viewport: { width: 1440, height: 900 }, locale: 'en-GB' },
    },
    {
      name: 'grok, ru, desktop',
      ...only(/@corners\b/),
      metadata: { brand: 'grok', language: 'ru' },
      use: { viewport: { width: 1440, height: 900 }, locale: 'ru-RU' },
    },
    {
      name: 'grok, en, phone',
      ...only(/@(grok|brand|corners)\b/),
      metadata: { brand: 'grok', language: 'en' },
      use: { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true, locale: 'en-GB' },
    },
  ],
})
