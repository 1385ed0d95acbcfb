import { expect, test } from 'vitest'
import { readSettings, SettingsFault } from './env.ts'

const SECRET = 'x'.repeat(32)

test('with nothing set the sandbox runs on port 3000, generous to addresses and strict to phones', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    SANDBOX: true,
    BRAND: 'stater',
    CODES_PER_PHONE_DAY: 5,
    CODES_PER_ADDRESS_HOUR: 1_000_000,
  })
})

test('in production the sandbox is off, the address limits are tight and a secret is needed', () => {
  expect(readSettings({ NODE_ENV: 'production', WALLET_SECRET: SECRET })).toMatchObject({
    SANDBOX: false,
    CODES_PER_ADDRESS_HOUR: 16,
  })
  expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(SettingsFault)
})

test('the sandbox does not start in production unless told to', () => {
  const production = { NODE_ENV: 'production', WALLET_SECRET: SECRET, SANDBOX: 'on' }
  expect(() => readSettings(production)).toThrow(/SANDBOX_IN_PRODUCTION/)
  expect(readSettings({ ...production, SANDBOX_IN_PRODUCTION: 'on' }).SANDBOX).toBe(true)
})

test.each([
  { PORT: 'many' },
  { PORT: '70000' },
  { SANDBOX: 'yes' },
  { BRAND: '../etc' },
  { WALLET_SECRET: 'short' },
  { CODE_GUESSES: '0' },
  { PUBLIC_URL: 'javascript:alert(1)' },
])('%o stops the start and is named', (environment) => {
  const [name = ''] = Object.keys(environment)
  expect(() => readSettings(environment)).toThrow(name)
})
