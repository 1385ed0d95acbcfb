import { defineConfig } from '@playwright/test'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** What does not hang on the brand and hardly on the language is tried in the first two projects only. */
const ALIKE = ['messenger', 'offline', 'operator', 'sessions', 'start', 'third-brand'].map((name) => `**/${name}.test.ts`)

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/wallets.ts',
  reporter: [['line'], ['json']],
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 90_000,
  // A browser on a busy machine may lose a race that no person would; what is wrong fails every time.
  retries: 2,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS },
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    // What a test answers in place of the server must reach the page; tests/e2e/offline.test.ts lets the worker in.
    serviceWorkers: 'block',
  },
  // Every two of brand, language and size meet; quality.test.ts looks at both languages in each, and so at every screen in all eight.
  projects: [
    {
      name: 'stater, ru, phone',
      metadata: { brand: 'stater', language: 'ru' },
      use: { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true, locale: 'ru-RU' },
    },
    {
      name: 'stater, en, desktop',
      metadata: { brand: 'stater', language: 'en' },
      use: { viewport: { width: 1440, height: 900 }, locale: 'en-GB' },
    },
    {
      name: 'grok, ru, desktop',
      testIgnore: ALIKE,
      metadata: { brand: 'grok', language: 'ru' },
      use: { viewport: { width: 1440, height: 900 }, locale: 'ru-RU' },
    },
    {
      name: 'grok, en, phone',
      testIgnore: ALIKE,
      metadata: { brand: 'grok', language: 'en' },
      use: { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true, locale: 'en-GB' },
    },
  ],
})
