import { loadBrand } from '#server/brand'
import { ask, freshPhone, PIN, readCode, TestUser } from '#tests/builders'
import type { BuiltWallet } from '#tests/built-wallet'
import type { Language } from '#texts/languages'

/** Who lives in a wallet whose page is looked at. */
export interface PersonWords {
  readonly firstName: string
  readonly lastName: string
}

const PEOPLE: Readonly<Record<Language, PersonWords>> = {
  ru: { firstName: 'Анна', lastName: 'Смирнова' },
  en: { firstName: 'Anna', lastName: 'Smith' },
}

/** Signs a person up at a running wallet of any brand, with all that the brand asks for. The PIN is that of the builders. */
export async function aResident(
  wallet: BuiltWallet,
  language: Language,
  words: PersonWords = PEOPLE[language],
): Promise<TestUser> {
  const { brand } = await loadBrand(wallet.brand)
  const phone = freshPhone(brand.phone.excludedCountries.includes('RU') ? 'GB' : 'RU')
  const person = { first_name: words.firstName, last_name: words.lastName, email: 'anna@mail.example', phone }
  const address = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }
  const body = { ...person, consents: brand.register.consents, ...(brand.register.address && address) }
  await agreed(ask(wallet, 'POST', '/v2/wallet/auth/register', { body, language }))
  const code = { phone, confirm_code: await readCode(wallet, phone) }
  const { auth_token } = await agreed(ask(wallet, 'POST', '/v2/wallet/auth/register/phone/confirm', { body: code, language }))
  const user = new TestUser(wallet, phone, String(auth_token))
  await agreed(user.post('/v2/wallet/auth/register/set/pin', { pin_code: PIN }))
  return user
}

/** The answer of a call that has to go well. */
async function agreed<Answer extends { readonly http: number; readonly message: string }>(
  call: Promise<Answer>,
): Promise<Answer> {
  const answer = await call
  if (answer.http !== 200) throw new Error(`The wallet refused: ${answer.message}`)
  return answer
}
