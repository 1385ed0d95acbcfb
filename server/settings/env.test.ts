import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCommandSettings, readSettings, SettingsFault } from './env.ts'

const SECRET = 'x'.repeat(32)
const PRODUCTION = {
  NODE_ENV: 'production',
  WALLET_SECRET: SECRET,
  DATABASE_URL: 'postgres://wallet@db/wallet',
  PUBLIC_URL: 'https://wallet.example',
}
const EVERYBODY = { SANDBOX_FOR_EVERYBODY: 'I know that anybody can make money here' }

test('without settings the sandbox runs on port 3000, with high limits for addresses and strict limits for phones [env-1]', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    SANDBOX: true,
    BRAND: 'stater',
    CODES_PER_PHONE_DAY: 5,
    CODES_PER_ADDRESS_HOUR: 1_000_000,
  })
})

test('the page finds the API at its own server, or at the address that is set, without its last slash [env-2]', () => {
  expect(readSettings({}).API_BASE_URL).toBe('')
  expect(readSettings({ API_BASE_URL: 'https://api.example/wallet/' }).API_BASE_URL).toBe('https://api.example/wallet')
})

test('in production the sandbox is off, the limits for addresses are strict, and a secret is required', () => {
  expect(readSettings(PRODUCTION)).toMatchObject({
    SANDBOX: false,
    CODES_PER_ADDRESS_HOUR: 16,
  })
  expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(SettingsFault)
})

test.each(['WALLET_SECRET', 'DATABASE_URL', 'PUBLIC_URL'] as const)('production does not start without %s', (name) => {
  const { [name]: _, ...others } = PRODUCTION
  expect(() => readSettings(others)).toThrow(`With NODE_ENV=production there have to be ${name}`)
})

test('production does not start with a misspelt setting, and starts with any other variable of the machine', () => {
  expect(() => readSettings({ ...PRODUCTION, PIN_FAILURES_IN_ROW: '3', SANDBOX_ON: '1' })).toThrow(
    'There are no such settings: PIN_FAILURES_IN_ROW, SANDBOX_ON',
  )
  const misspelt = { ANSWER_TIMEOUT: '1', PERSON_DATA_DAY: '1', RECORDS_KEPT_DAY: '1', SERVES_PAGES: 'off' }
  expect(() => readSettings({ ...PRODUCTION, ...misspelt })).toThrow(
    'There are no such settings: ANSWER_TIMEOUT, PERSON_DATA_DAY, RECORDS_KEPT_DAY, SERVES_PAGES',
  )
  const near = { VELOCTY_NEW_DAYS: '1', DATABASE_CONECTIONS: '1', FIRST_DAYS_PERCENT: '1', PUBLIC_URI: 'x', BRANDS: 'grok' }
  for (const [name, value] of Object.entries(near)) {
    expect(() => readSettings({ ...PRODUCTION, [name]: value })).toThrow(`There are no such settings: ${name}`)
  }
  const newer = { LIVE_STREAM: '1', P2P_LOOKUP_PER_DAY: '1', POLL_EVERY: '1', VELOCITY_RECIPIENT_PER_HOUR: '0' }
  for (const [name, value] of Object.entries(newer)) {
    expect(() => readSettings({ ...PRODUCTION, [name]: value })).toThrow(`There are no such settings: ${name}`)
  }
  // REQUESTS_CA_BUNDLE belongs to a Python library and is set on many machines.
  const others = { PATH: '/bin', LOG_FORMAT: 'json', SMSC: 'x', REQUESTS_CA_BUNDLE: '/etc/ssl/ca.pem' }
  expect(readSettings({ ...PRODUCTION, ...others })).toMatchObject({ MONITORING_PORT: 9464 })
  const links = { WALLET_SERVICE_HOST: '10.96.0.10', WALLET_SERVICE_PORT_HTTP: '80', WALLET_PORT: 'tcp://10.96.0.10:80' }
  expect(readSettings({ ...PRODUCTION, ...links, WALLET_PORT_80_TCP_ADDR: '10.96.0.10' })).toMatchObject({ PORT: 3000 })
  expect(readSettings({ PIN_FAILURES_IN_ROW: '3' })).toMatchObject({ PIN_FAILURES_IN_A_ROW: 5 })
})

test.each([
  'postgres://a:5432,b:5432/wallet',
  'postgres://u:p@a,b/wallet',
  'postgres:///wallet?host=a,b',
  'postgres:///w?host=a%2Cb',
])('several hosts in one address (%s) stop the start, with advice', (DATABASE_URL) => {
  expect(() => readSettings({ DATABASE_URL })).toThrow('DATABASE_URL names several hosts: give one address that always leads')
})

test('a comma in a password is not taken for a second host', () => {
  const DATABASE_URL = 'postgres://u:p,q@a/wallet'
  expect(readSettings({ DATABASE_URL })).toMatchObject({ DATABASE_URL })
})

test('a mail server is set by an address and a sender; TLS is required unless SMTP_TLS is none', () => {
  const mail = { EMAIL_PROVIDER: 'smtp', EMAIL_FROM: 'Stater <no-reply@stater.example>' }
  expect(readSettings({ ...mail, SMTP_URL: 'smtp://wallet:p%40ss@mail.example' }).SMTP).toEqual({
    host: 'mail.example',
    port: 587,
    tls: 'starttls',
    user: 'wallet',
    password: 'p@ss',
    from: { name: 'Stater', address: 'no-reply@stater.example' },
  })
  expect(readSettings({ ...mail, SMTP_URL: 'smtps://mail.example' }).SMTP).toMatchObject({ port: 465, tls: 'at_once' })
  const plain = readSettings({ ...mail, SMTP_URL: 'smtp://[::1]:2525', SMTP_TLS: 'none' }).SMTP
  expect(plain).toMatchObject({ host: '::1', port: 2525, tls: 'none' })
  expect(readSettings({}).SMTP).toBe(undefined)
  for (const SMTP_URL of ['mail.example', 'https://mail.example', 'smtp://', 'smtp://wallet:%ff@mail.example']) {
    expect(() => readSettings({ ...mail, SMTP_URL })).toThrow('SMTP_URL has to be')
  }
  expect(() => readSettings(mail)).toThrow('SMTP_URL is needed')
  for (const EMAIL_FROM of ['no-reply@stater.example', 'A <a@b>, C <c@d>', 'Stater <no-reply>', 'Sta\nter <a@b>']) {
    expect(() => readSettings({ ...mail, SMTP_URL: 'smtp://mail.example', EMAIL_FROM })).toThrow('EMAIL_FROM has to be')
  }
})

test('without a sandbox provider there is no sandbox; a sandbox provider in production lifts no limit', () => {
  const none = {
    SMS_PROVIDER: 'none',
    EMAIL_PROVIDER: 'none',
    PAYMENT_PROVIDER: 'none',
    PAYOUT_PROVIDER: 'none',
    MERCHANT_PROVIDER: 'none',
    RATE_PROVIDER: 'none',
    IDENTITY_PROVIDER: 'none',
    PUSH_PROVIDER: 'none',
  }
  expect(readSettings(none)).toMatchObject({ SANDBOX: false, PROVIDERS: { sms: 'none', identity: 'none' } })
  expect(readSettings({ ...none, RATE_PROVIDER: 'sandbox' })).toMatchObject({
    SANDBOX: true,
    PROVIDERS: { rates: 'sandbox', sms: 'none' },
  })
  const production = { ...PRODUCTION, RATE_PROVIDER: 'sandbox' }
  expect(() => readSettings(production)).toThrow(/SANDBOX_FOR_EVERYBODY/)
  expect(readSettings({ ...production, ...EVERYBODY })).toMatchObject({ SANDBOX: true, REQUESTS_PER_MINUTE: 600 })
})

const OPEN = ['0.0.0.0', '::', '10.0.0.7', 'wallet.example', '127.0.0.1.example', 'localhost.example', '::ffff:10.0.0.7']

test.each(OPEN)('the sandbox does not listen at %s without the sentence that the refusal quotes', (HOST) => {
  const refusal = `With HOST=${HOST} others would reach the sandbox, where anybody can make money: set SANDBOX=off, or SANDBOX_FOR_EVERYBODY="I know that anybody can make money here"`
  expect(() => readSettings({ HOST })).toThrow(new SettingsFault(refusal))
  expect(() => readSettings({ HOST, SANDBOX: 'off', RATE_PROVIDER: 'sandbox' })).toThrow(SettingsFault)
  expect(readSettings({ HOST, SANDBOX: 'off' }).SANDBOX).toBe(false)
  expect(readSettings({ HOST, ...EVERYBODY }).SANDBOX).toBe(true)
  for (const word of ['on', 'true', '1', 'i know that anybody can make money here']) {
    expect(() => readSettings({ HOST, SANDBOX_FOR_EVERYBODY: word })).toThrow('SANDBOX_FOR_EVERYBODY has to be')
  }
})

test('limits are those of production when other machines reach the wallet, and high when only this machine does', () => {
  const strict = {
    REQUESTS_PER_MINUTE: 600,
    WEBHOOKS_PER_MINUTE: 6000,
    CODES_PER_ADDRESS_HOUR: 16,
    CODE_FAILURES_PER_ADDRESS: 20,
    API_DOCS: false,
  }
  for (const HOST of OPEN) expect(readSettings({ HOST, ...EVERYBODY })).toMatchObject(strict)
  expect(readSettings({ ...PRODUCTION, HOST: '127.0.0.1' })).toMatchObject(strict)
  for (const HOST of ['localhost', '127.0.0.1', '127.8.8.8', '::1']) {
    expect(readSettings({ HOST })).toMatchObject({ SANDBOX: true, REQUESTS_PER_MINUTE: 1_000_000, API_DOCS: true })
  }
})

test('a command, which serves nobody, runs with the settings of any wallet', () => {
  expect(readCommandSettings({ NODE_ENV: 'production', HOST: '0.0.0.0' })).toMatchObject({ SANDBOX: true })
})

test('the sandbox does not start in production unless SANDBOX_FOR_EVERYBODY is set', () => {
  const production = { ...PRODUCTION, SANDBOX: 'on' }
  expect(() => readSettings(production)).toThrow(/SANDBOX_FOR_EVERYBODY/)
  expect(readSettings({ ...production, ...EVERYBODY }).SANDBOX).toBe(true)
})

test.each([
  { PORT: 'many' },
  { PORT: '70000' },
  { SANDBOX: 'yes' },
  { BRAND: '../etc' },
  { WALLET_SECRET: 'short' },
  { CODE_GUESSES: '0' },
  { PUBLIC_URL: 'javascript:alert(1)' },
  { API_BASE_URL: 'javascript:alert(1)' },
  { CORS_ORIGINS: '*' },
  { CORS_ORIGINS: 'https://wallet.example/path' },
  { CORS_ORIGINS: 'https://wallet.example,' },
  { API_BASE_URL: "https://api.example; script-src 'unsafe-inline'" },
])('the invalid setting %o stops the start, and the message names it', (environment) => {
  const [name = ''] = Object.keys(environment)
  expect(() => readSettings(environment)).toThrow(name)
})

test('an invalid setting is reported with its rule, and without its value', () => {
  const told = (environment: Record<string, string>): string => {
    try {
      return JSON.stringify(readSettings(environment))
    } catch (error) {
      return String(error)
    }
  }
  expect(
    told({ PUBLIC_URL: 'market.example', DATABASE_URL: 'mysql://wallet:hush@db/wallet', WALLET_SECRET: 'hush', PORT: '3000x' }),
  ).toBe(
    [
      'Error: These settings cannot be used:',
      'PORT has to be a whole number',
      'PUBLIC_URL has to be a web address',
      'DATABASE_URL has to begin with postgres://',
      'WALLET_SECRET has to have 32 characters at least',
    ].join('\n'),
  )
  const { ONDATO_CLIENT_ID: _, ...others } = ONDATO
  expect(told({ ...others, ONDATO_WEBHOOK_USER: 'hush:hush' })).toBe(
    ['Error: These settings cannot be used:', 'ONDATO_CLIENT_ID is needed', 'ONDATO_WEBHOOK_USER has to be without a colon'].join(
      '\n',
    ),
  )
})

const ONDATO = {
  IDENTITY_PROVIDER: 'ondato',
  ONDATO_CLIENT_ID: 'app.wallet',
  ONDATO_CLIENT_SECRET: SECRET,
  ONDATO_SETUP_ID: '0b5fd7b0-5f0e-4f0c-9f6c-3f4a9f6a7d11',
  ONDATO_WEBHOOK_SECRET: SECRET,
}

test('Ondato is set only with IDENTITY_PROVIDER=ondato, and at its own addresses by default', () => {
  expect(readSettings({}).ONDATO).toBeUndefined()
  expect(readSettings(ONDATO).ONDATO).toMatchObject({
    idUrl: 'https://id.ondato.com',
    pageUrl: 'https://idv.ondato.com',
    webhookProof: { kind: 'hmac', secret: SECRET },
  })
  const { ONDATO_WEBHOOK_SECRET, ...others } = ONDATO
  const basic = { ...others, ONDATO_WEBHOOK_USER: 'ondato', ONDATO_WEBHOOK_PASSWORD: ONDATO_WEBHOOK_SECRET }
  expect(readSettings(basic).ONDATO?.webhookProof).toEqual({ kind: 'basic', user: 'ondato', password: SECRET })
})

test.each([
  ['ONDATO_CLIENT_ID', ''],
  ['ONDATO_CLIENT_SECRET', ''],
  ['ONDATO_CLIENT_SECRET', 'short'],
  ['ONDATO_SETUP_ID', 'no uuid'],
  ['ONDATO_WEBHOOK_SECRET', ''],
  ['ONDATO_WEBHOOK_USER', 'as well as the secret'],
  ['ONDATO_ID_URL', 'http://id.ondato.com'],
  ['ONDATO_ID_URL', 'http://localhost.evil.example'],
  ['IDENTITY_PROVIDER', 'somebody'],
])('with Ondato, %s=%j stops the start, and the message names it', (name, value) => {
  expect(() => readSettings({ ...ONDATO, [name]: value })).toThrow(SettingsFault)
  expect(() => readSettings({ ...ONDATO, [name]: value })).toThrow(/ONDATO_|IDENTITY_PROVIDER/)
})

test('with a public address of another host, limits are strict and the sandbox is off unless SANDBOX_FOR_EVERYBODY is set [env-3]', () => {
  const behindProxy = { PUBLIC_URL: 'https://wallet.example' }
  expect(() => readSettings(behindProxy)).toThrow('With PUBLIC_URL at wallet.example others would reach the sandbox')
  expect(readSettings({ ...behindProxy, SANDBOX: 'off' })).toMatchObject({ CODES_PER_ADDRESS_HOUR: 16, API_DOCS: false })
  expect(readSettings({ ...behindProxy, ...EVERYBODY })).toMatchObject({ SANDBOX: true, REQUESTS_PER_MINUTE: 600 })
  for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1:8080/', 'http://[::1]:3000', 'https://localhost'])
    expect(readSettings({ PUBLIC_URL })).toMatchObject({ SANDBOX: true, CODES_PER_ADDRESS_HOUR: 1_000_000 })
  // A command serves nobody.
  expect(readCommandSettings(behindProxy)).toMatchObject({ SANDBOX: true })
})

test('the sandbox has a card field only where browsers reach it, and at another origin than the wallet', () => {
  expect(readSettings({})).toMatchObject({ SANDBOX_CARD_FIELD: true, CARD_NUMBERS: 'accepted' })
  for (const off of [
    { SANDBOX_CARD_FIELD: 'off' },
    { SANDBOX: 'off' },
    { PAYOUT_PROVIDER: 'none' },
    { SANDBOX_URL: 'http://vendors/sandbox' },
  ])
    expect(readSettings(off).SANDBOX_CARD_FIELD).toBe(false)
  const open = { HOST: '0.0.0.0', ...EVERYBODY }
  expect(readSettings(open).SANDBOX_CARD_FIELD).toBe(false)
  expect(() => readSettings({ ...open, SANDBOX_CARD_FIELD: 'on' })).toThrow('SANDBOX_CARD_FIELD_URL')
  const placed = { ...open, PUBLIC_URL: 'https://wallet.example', SANDBOX_CARD_FIELD_URL: 'https://cards.example' }
  expect(readSettings(placed).SANDBOX_CARD_FIELD).toBe(true)
  expect(() => readSettings({ ...placed, SANDBOX_CARD_FIELD_URL: 'https://wallet.example/cards' })).toThrow('another origin')
})

test('the card field needs a port of its own that exists', () => {
  expect(() => readSettings({ PORT: '65535' })).toThrow('set SANDBOX_CARD_FIELD_PORT')
  expect(() => readSettings({ PORT: '4000', SANDBOX_CARD_FIELD_PORT: '4000' })).toThrow('another than PORT')
  expect(readSettings({ PORT: '65535', SANDBOX_CARD_FIELD_PORT: '4000' })).toMatchObject({ SANDBOX_CARD_FIELD: true })
  expect(readSettings({ PORT: '65535', SANDBOX_CARD_FIELD: 'off' })).toMatchObject({ SANDBOX_CARD_FIELD: false })
  expect(readSettings({ PORT: '0', SANDBOX_CARD_FIELD_PORT: '0' })).toMatchObject({ SANDBOX_CARD_FIELD: true })
})

test('production accepts the settings of every connector, and refuses a misspelt setting of each', async () => {
  const connectors = readdirSync(import.meta.dirname).flatMap((name) => /^env-(?!unknown)([a-z0-9-]+)\.ts$/.exec(name)?.[1] ?? [])
  expect(connectors).toEqual(expect.arrayContaining(['ondato', 'push', 'smtp']))
  for (const connector of connectors) {
    const module = await import(`./env-${connector}.ts`)
    const schemas = Object.values<{ readonly entries?: object }>(module).filter(({ entries }) => entries)
    expect([connector, schemas.length > 0]).toEqual([connector, true])
    for (const name of schemas.flatMap(({ entries = {} }) => Object.keys(entries))) {
      expect([name, complaintOf({ ...PRODUCTION, [name]: 'x' })]).toEqual([name, undefined])
      expect(complaintOf({ ...PRODUCTION, [`${name}S`]: 'x' })).toBe(`There are no such settings: ${name}S`)
    }
  }
})

function complaintOf(settings: Readonly<Record<string, string>>): string | undefined {
  try {
    readSettings(settings)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('card numbers can be refused only with a card field, or without withdrawals', () => {
  expect(readSettings({ CARD_NUMBERS: 'refused' }).CARD_NUMBERS).toBe('refused')
  expect(readSettings({ CARD_NUMBERS: 'refused', PAYOUT_PROVIDER: 'none' }).CARD_NUMBERS).toBe('refused')
  expect(() => readSettings({ CARD_NUMBERS: 'refused', SANDBOX_CARD_FIELD: 'off' })).toThrow('CARD_NUMBERS')
  expect(() => readSettings({ ...PRODUCTION, CARD_NUMBER: 'refused' })).toThrow('There are no such settings: CARD_NUMBER')
})

test.each(['99', '60001', '0.5'])('a pause of %s ms between the runs of polling jobs is refused', (everyMs) => {
  expect(readSettings({}).POLL_EVERY_MS).toBe(1000)
  expect(() => readSettings({ POLL_EVERY_MS: everyMs })).toThrow(SettingsFault)
})
