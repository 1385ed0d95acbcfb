import { type Brand, takesNumberOf } from '#brands/brand'
import type { FeatureFlag } from '#contract/config'
import type { PasskeyProofDeps } from '#server/confirmation/passkey'
import type { PinDeps } from '#server/confirmation/pin'
import type { Transaction } from '#server/db/pool'
import type { Deadline } from '#server/http/deadline'
import { Refusal } from '#server/http/refusal'
import { openUserAccount } from '#server/ledger/accounts'
import { tellOwner } from '#server/messages/tell-owner'
import type { EmailProvider } from '#server/providers/email/port'
import { NotAccepted } from '#server/providers/not-accepted'
import type { SmsProvider } from '#server/providers/sms/port'
import type { Keys } from '#server/security/keys'
import { beginSession, endSession, type SessionLimits, type SignedIn } from '#server/security/sessions'
import { type Consent, insertConsents, requiredConsents } from '#server/users/consents'
import { keepLanguage } from '#server/users/contact'
import { findFreeze } from '#server/users/frozen'
import { getFirstLevel } from '#server/users/levels'
import { notice, writeNotice } from '#server/users/notices'
import { type Phone, parsePhone } from '#server/users/phone'
import { findUserByPhone, getUser, insertUser, lockUserByPhone, type PersonDetails } from '#server/users/users'
import type { Language } from '#texts/languages'
import type { Texts } from '#texts/texts'
import { type KnownAsker, recognise } from './asker.ts'
import { type CodeLimits, checkCode, makeCode } from './codes.ts'
import { isDeviceKnown, rememberDevice } from './known-devices.ts'
import { type CountedSending, consumeSending, giveBackSending, openGap, type SendingLimits } from './sendings.ts'
import { claimCode, deleteRegistration, findRegistration, hasPin, keepRegistration, type Registration } from './store.ts'

export interface AuthDeps extends PinDeps, PasskeyProofDeps {
  readonly keys: Keys
  readonly sms: SmsProvider
  readonly email: EmailProvider
  readonly isOn: (feature: FeatureFlag) => boolean
  readonly texts: Texts
  readonly brand: Brand
  readonly codeLimits: CodeLimits
  readonly sendingLimits: SendingLimits
  readonly sessionLimits: SessionLimits
  /** Whether a PIN that many people choose is refused. */
  readonly refusesPopularPins: boolean
  /** Where the page is served: an SMS says it, and ends with a line that is bound to its host. */
  readonly publicUrl: string
  /** Hears of each wallet that is opened, in the transaction that opens it. */
  readonly onWalletOpened: (tx: Transaction, phone: string, userId: string, now: Date) => Promise<void>
}

/** Who asks, from where, with what, when, and in which language the SMS is to be. */
export interface Caller {
  /** What the limits of an address are counted by. */
  readonly address: string
  /** What of the address is kept with a session. */
  readonly network: string | undefined
  /** The id in the device's cookie. */
  readonly deviceId: string
  /** What the device says of itself. */
  readonly device: string
  /** Work that was done to be heard (proof-of-work.ts). */
  readonly proof: string | undefined
  readonly language: Language
  readonly now: Date
  readonly deadline: Pick<Deadline, 'throwIfExceeded'>
}

/** Of who asks, what a session is begun with. */
type SigningIn = Omit<Caller, 'address' | 'proof'>

/** A code that somebody was sent, and the PIN where strangers have guessed too often. */
export interface CodeAsked {
  readonly phone: string
  readonly code: string
  readonly pin: string | undefined
}

export interface SignedInReply {
  readonly token: string
  /** Whether none is to be set: there is one, or the owner has the wallet frozen. */
  readonly hasPin: boolean
}

/**
 * Starts a sign-up and sends a code. Refuses a phone the brand does not take, missing address fields, consents that are given but
 * unknown or incomplete, and too many codes. A phone that has a wallet gets the same answer and an SMS that says so; nothing of its
 * owner is touched, nor of a sign-up that somebody else has begun with that phone.
 */
export async function register(
  deps: AuthDeps,
  person: PersonDetails & { readonly phone: string; readonly consents: readonly string[] | undefined },
  caller: Caller,
): Promise<void> {
  const phone = acceptedPhone(deps.brand, person.phone)
  requireAddress(deps.brand, person)
  const accepted = person.consents ? allConsents(deps.brand, person.consents) : []
  const { phone: _phone, consents: _consents, ...details } = person
  const sending = await countSending(deps, phone, caller, async (tx, asker) => {
    const registration = { person: details, consents: accepted }
    if (await findUserByPhone(tx, phone)) {
      await makeCode(tx, deps, asker, { purpose: 'register_decoy', registration })
      return deps.texts.translate(caller.language, 'sms.already_registered', { brand: deps.brand.name })
    }
    await keepRegistration(tx, deps.keys, phone, registration, caller.now)
    return codeText(deps, await makeCode(tx, deps, asker, { purpose: 'register', registration }), caller)
  })
  await sendCounted(deps, sending, 'phone')
}

/**
 * Sends a code to a phone that has a wallet (for sign-in) or a sign-up under way (again); any other gets the same answer and an SMS that
 * says how to open a wallet, where the brand takes its number. Where it does not, the answer does not wait for an SMS. Refuses a number that
 * nobody can have.
 */
export async function requestCode(deps: AuthDeps, uncheckedPhone: string, caller: Caller): Promise<void> {
  const phone = readPhone(uncheckedPhone)
  // Whoever has a wallet has their number, also where its country's plan has changed since.
  if (!phone.canExist && !(await findUserByPhone(deps.database, phone.e164))) {
    throw new Refusal({ code: 'invalid_field', field: 'phone' })
  }
  const isTaken = isAccepted(deps.brand, phone)
  const sending = await countSending(deps, phone.e164, caller, async (tx, asker) => {
    const owner = await findUserByPhone(tx, phone.e164)
    // Looked for and kept with an owner's code, too: what is done is the same for every number.
    const registration = await findRegistration(tx, deps.keys, asker)
    if (owner) return codeText(deps, await makeCode(tx, deps, asker, { purpose: 'login', registration }), caller)
    if (registration) return codeText(deps, await makeCode(tx, deps, asker, { purpose: 'register', registration }), caller)
    await makeCode(tx, deps, asker, { purpose: 'login_decoy' })
    // A wallet cannot be opened with such a number, and nobody pays for telling it so.
    if (!isTaken) return undefined
    return deps.texts.translate(caller.language, 'sms.no_wallet', { brand: deps.brand.name, url: deps.publicUrl })
  })
  if (isTaken) await sendCounted(deps, sending, 'phone')
  else setTimeout(() => sendCounted(deps, sending).catch(() => undefined), AFTER_ANSWER_MS).unref()
}

// When an answer is out for certain: to begin what only an owner is sent takes time, too.
const AFTER_ANSWER_MS = 500

/**
 * Opens the wallet of a confirmed phone: user, first accounts, consents, session, in one transaction. A phone whose wallet was opened
 * already, which the page may not have heard, is signed in: the code that was sent since is one for that.
 */
export async function confirmPhone(deps: AuthDeps, asked: CodeAsked, caller: Caller): Promise<SignedInReply> {
  const phone = readPhone(asked.phone).e164
  if (await findUserByPhone(deps.database, phone)) return login(deps, asked, caller)
  const right = await checkCode(deps, { ...asked, ...caller, phone, purpose: 'register' })
  // Of a code that was used late nobody would have the token.
  const opened = await deps.database.inTransaction(async (tx) => {
    // Of a code that the version before this one has sent, it is kept apart.
    const registration = right.registration ?? (await findRegistration(tx, deps.keys, { phone, deviceId: caller.deviceId }))
    if (!(registration && (await claimCode(tx, right.id, caller.now)))) throw new Refusal({ code: 'code_wrong' })
    const userId = await openWallet(tx, deps, phone, registration, caller.now)
    const token = await beginSessionOn(tx, deps, { userId, opensWallet: true }, caller)
    caller.deadline.throwIfExceeded()
    return token
  })
  await openGap(deps.database, deps.sendingLimits, right.sendingBucket)
  return { token: opened, hasPin: false }
}

/** Signs in with a code and tells the owner that it was done. */
export async function login(deps: AuthDeps, asked: CodeAsked, caller: Caller): Promise<SignedInReply> {
  const phone = readPhone(asked.phone).e164
  const right = await checkCode(deps, { ...asked, ...caller, phone, purpose: 'login' })
  const signedIn = await deps.database.inTransaction(async (tx) => {
    // Whoever closes it at this moment ends the sessions that there are.
    const user = await lockUserByPhone(tx, phone)
    if (!(user && (await claimCode(tx, right.id, caller.now)))) throw new Refusal({ code: 'code_wrong' })
    return beginSignIn(tx, deps, { userId: user.id, ...right }, caller)
  })
  await openGap(deps.database, deps.sendingLimits, right.sendingBucket)
  return signedIn
}

/** Signs in whoever has shown by other means than a code who they are, and tells the owner that it was done. */
export async function admit(tx: Transaction, deps: AuthDeps, userId: string, caller: SigningIn): Promise<SignedInReply> {
  const { phone } = await getUser(tx, userId)
  return beginSignIn(tx, deps, { userId, isKnownDevice: await isDeviceKnown(tx, phone, caller.deviceId) }, caller)
}

async function beginSignIn(
  tx: Transaction,
  deps: AuthDeps,
  { userId, isKnownDevice }: { readonly userId: string; readonly isKnownDevice: boolean },
  caller: SigningIn,
): Promise<SignedInReply> {
  await noteSignIn(tx, userId, caller, isKnownDevice)
  const token = await beginSessionOn(tx, deps, { userId, opensWallet: false }, caller)
  const reply = { token, hasPin: (await hasPin(tx, userId)) || (await findFreeze(tx, userId)).owner }
  caller.deadline.throwIfExceeded()
  return reply
}

/** Tells the owner that somebody has signed in; with a device that was not known, wherever they are. */
async function noteSignIn(tx: Transaction, userId: string, { device, now }: SigningIn, isKnownDevice: boolean): Promise<void> {
  const details = { device }
  if (isKnownDevice) await writeNotice(tx, notice(userId, 'sign_in', details, now))
  else await tellOwner(tx, { userId, kind: 'sign_in_new_device', details, now })
}

/** Begins a session on a device that is known from then on. */
async function beginSessionOn(
  tx: Transaction,
  { keys }: AuthDeps,
  { userId, opensWallet }: { readonly userId: string; readonly opensWallet: boolean },
  { deviceId, device, network, language, now }: SigningIn,
): Promise<string> {
  await keepLanguage(tx, userId, language)
  await rememberDevice(tx, { userId, deviceId, opensWallet, now })
  return beginSession(tx, keys, { userId, device, deviceId, network, now })
}

/** Records consents of a user to the present versions of the brand's documents, each once. Refuses a document that is not asked for. */
export async function acceptConsents(deps: AuthDeps, user: SignedIn, consents: readonly string[], now: Date): Promise<void> {
  await insertConsents(deps.database, user.userId, knownConsents(deps.brand, consents), now)
}

/** Ends the session. */
export async function logout(deps: AuthDeps, user: SignedIn, now: Date): Promise<void> {
  await endSession(deps.database, user, now)
}

async function openWallet(
  tx: Transaction,
  { brand, keys, onWalletOpened }: AuthDeps,
  phone: string,
  registration: Registration,
  now: Date,
): Promise<string> {
  const { code: levelCode, isTopupAllowed, isWithdrawalAllowed } = await getFirstLevel(tx)
  const userId = await insertUser(tx, keys, registration.person, {
    phone,
    levelCode,
    isTopupAllowed,
    isWithdrawalAllowed,
    registeredAt: now,
  })
  if (!userId) throw new Refusal({ code: 'code_wrong' })
  for (const [place, currency] of brand.firstAccounts.entries()) {
    // A millisecond apart, so that the order they are shown in is the brand's.
    await openUserAccount(tx, { userId, currency, now: new Date(now.getTime() + place) })
  }
  await insertConsents(tx, userId, registration.consents, now)
  await writeNotice(tx, notice(userId, 'welcome', { brand: brand.name }, now))
  await deleteRegistration(tx, phone)
  await onWalletOpened(tx, phone, userId, now)
  return userId
}

/** Sends somebody who is signed in a code for something of their own. Refuses as every code. */
export async function sendOwnCode(
  deps: AuthDeps,
  { userId }: SignedIn,
  purpose: 'pin' | 'unfreeze' | 'close',
  caller: Caller,
): Promise<void> {
  const { phone } = await getUser(deps.database, userId)
  const sending = await countSending(deps, phone, { ...caller, address: undefined }, async (tx, asker) =>
    codeText(deps, await makeCode(tx, deps, asker, { purpose }), caller, `sms.${purpose}_code`),
  )
  await sendCounted(deps, sending)
}

/** An SMS that was counted and is to be sent; without a text, none is. */
interface Sending {
  readonly asker: KnownAsker
  readonly text: string | undefined
  readonly counted: CountedSending
}

/** Counts a request for a code and writes what is to be sent, in one transaction: what is cut off has counted nothing. */
async function countSending(
  deps: AuthDeps,
  phone: string,
  caller: Omit<Caller, 'address'> & Pick<KnownAsker, 'address'>,
  write: (tx: Transaction, asker: KnownAsker) => Promise<string | undefined>,
): Promise<Sending> {
  const written = await deps.database.inTransaction(async (tx) => {
    const asker = await recognise(tx, { ...caller, phone })
    const counted = await consumeSending(tx, deps, asker)
    return counted instanceof Refusal ? counted : { asker, text: await write(tx, asker), counted }
  })
  if (written instanceof Refusal) throw written
  return written
}

/**
 * Sends what was counted; what could not be sent may be asked for again at once. Refuses sms_refused for a number that the provider does not
 * take, whosever it is, which has then cost it nothing; `field` is where it was typed.
 */
async function sendCounted(deps: AuthDeps, { asker, text, counted }: Sending, field?: 'phone'): Promise<void> {
  if (text === undefined) return
  try {
    await deps.sms.send({ phone: asker.phone, text })
  } catch (error) {
    const refused = error instanceof NotAccepted ? error : undefined
    if (refused) await deps.database.inTransaction((tx) => giveBackSending(tx, deps.sendingLimits, asker, counted))
    else await openGap(deps.database, deps.sendingLimits, counted.bucket)
    throw refused ? new Refusal({ code: 'sms_refused', ...(field && { field }) }, refused) : error
  }
}

/** The SMS with a code; `key` is its text. */
function codeText(
  { texts, brand, publicUrl }: AuthDeps,
  code: string,
  { language }: Caller,
  key: 'sms.code' | 'sms.pin_code' | 'sms.unfreeze_code' | 'sms.close_code' = 'sms.code',
): string {
  return texts.translate(language, key, { code, brand: brand.name, host: new URL(publicUrl).hostname })
}

/** Reads a number as it was typed. Refuses invalid_field. */
export function readPhone(unchecked: string): Phone {
  const phone = parsePhone(unchecked)
  if (!phone) throw new Refusal({ code: 'invalid_field', field: 'phone' })
  return phone
}

function acceptedPhone(brand: Brand, unchecked: string): string {
  const phone = readPhone(unchecked)
  if (!phone.canExist) throw new Refusal({ code: 'invalid_field', field: 'phone' })
  if (!isAccepted(brand, phone)) throw new Refusal({ code: 'phone_unsupported', field: 'phone' })
  return phone.e164
}

/** By the digits, not by the code: +7 9… is Russia's however it was typed, though +7 is Kazakhstan's too. */
function isAccepted(brand: Brand, { countries, isDear }: Phone): boolean {
  return !isDear && takesNumberOf(brand.phone, countries)
}

function requireAddress(brand: Brand, person: PersonDetails): void {
  if (!brand.register.address) return
  const fields = { country_code: person.countryCode, city: person.city, zip_code: person.zipCode, address: person.address }
  const missing = Object.entries(fields).find(([, value]) => value === undefined)
  if (missing) throw new Refusal({ code: 'invalid_field', field: missing[0] })
}

function knownConsents(brand: Brand, ids: readonly string[]): Consent[] {
  const required = requiredConsents(brand)
  if (!ids.every((id) => required.some(({ document }) => document === id))) {
    throw new Refusal({ code: 'invalid_field', field: 'consents' })
  }
  return required.filter(({ document }) => ids.includes(document))
}

function allConsents(brand: Brand, ids: readonly string[]): Consent[] {
  const known = knownConsents(brand, ids)
  if (known.length < brand.register.consents.length) throw new Refusal({ code: 'invalid_field', field: 'consents' })
  return known
}
