import pg from 'pg'
import { reachEmbedded } from '#server/db/embedded'
import { demoUserOf, loadBrandAssets } from '#server/settings/brand'
import { type Answer, ask, freshPhone, PIN, readCode, TestUser } from '#tests/builders'
import type { BuiltWallet } from '#tests/built-wallet'
import { inEveryLanguage, type Language } from '#texts/languages'

/** A user's name. */
export interface PersonName {
  readonly firstName: string
  readonly lastName: string
}

const ABROAD: PersonName = { firstName: 'Anna', lastName: 'Smith' }

/** A natural name in each language. */
export const NAMES: Readonly<Record<Language, PersonName>> = {
  ...inEveryLanguage(() => ABROAD),
  ru: { firstName: 'Анна', lastName: 'Смирнова' },
}

/**
 * Signs up a user at a running wallet of any brand, with all that the brand asks for; the phone is a new one unless one is given, in
 * digits. The PIN is that of the builders.
 */
export async function signUp(
  wallet: Pick<BuiltWallet, 'brand' | 'url'>,
  language: Language,
  given: { phone?: string } = {},
): Promise<TestUser> {
  const { brand } = await loadBrandAssets(wallet.brand)
  const phone = given.phone ?? freshPhone(brand.phone.excludedCountries.includes('RU') ? 'GB' : 'RU')
  const name = NAMES[language]
  const person = { first_name: name.firstName, last_name: name.lastName, email: 'anna@mail.example', phone }
  const address = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }
  const body = { ...person, consents: brand.register.consents, ...(brand.register.address && address) }
  await agreed(ask(wallet, 'POST', '/v2/wallet/auth/register', { body, language }))
  const code = { phone, confirm_code: await readCode(wallet, phone) }
  const { auth_token } = await agreed(ask(wallet, 'POST', '/v2/wallet/auth/register/phone/confirm', { body: code, language }))
  const user = new TestUser(wallet, phone, String(auth_token))
  await agreed(user.post('/v2/wallet/auth/register/set/pin', { pin_code: PIN }))
  return user
}

/** Signs in the demo user of a wallet that was started with the program `demo`. */
export async function theDemoUser(wallet: BuiltWallet): Promise<TestUser> {
  const { phone } = demoUserOf((await loadBrandAssets(wallet.brand)).brand)
  await agreed(ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone } }))
  const body = { phone, confirm_code: await readCode(wallet, phone) }
  const { auth_token } = await agreed(ask(wallet, 'POST', '/v2/wallet/auth/login', { body }))
  return new TestUser(wallet, phone, String(auth_token))
}

/**
 * Gives a user the longest data: a long name, every account the brand offers, and nine digits of its first currency. The
 * limits are removed in the database for that; the money comes from ordinary top-ups.
 */
export async function growLong(wallet: BuiltWallet, user: TestUser, name: PersonName, amount: string): Promise<void> {
  const { brand } = await loadBrandAssets(wallet.brand)
  const [home = 'RUB'] = brand.firstAccounts
  await inDatabaseOf(wallet, async (database) => {
    await database.query('update level_limit set topup_max_minor = topup_max_minor * 100000')
    await database.query('update wallet_user set first_name = $1, last_name = $2 where phone = $3', [
      name.firstName,
      name.lastName,
      `+${user.phone}`,
    ])
  })
  const open = new Set((await user.accounts()).map(({ currency_code }) => currency_code))
  for (const currency_code of brand.accountCurrencies) {
    if (!open.has(currency_code)) await agreed(user.post('/v2/wallet/accounts', { currency_code }))
  }
  await user.topUp(amount, home)
}

/** The embedded database of a running wallet. */
async function inDatabaseOf(wallet: BuiltWallet, act: (database: pg.Client) => Promise<void>): Promise<void> {
  const embedded = await reachEmbedded({ dataDir: wallet.dataDir, log: console })
  const database = new pg.Client({ connectionString: embedded.connectionString })
  await database.connect()
  try {
    await act(database)
  } finally {
    await database.end()
    await embedded.stop()
  }
}

/** The response of a call that has to succeed. */
async function agreed(call: Promise<Answer>): Promise<Answer> {
  const answer = await call
  if (answer.http !== 200) throw new Error(`The wallet refused: ${answer.message}`)
  return answer
}
