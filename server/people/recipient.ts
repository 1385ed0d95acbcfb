import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type Brand, takesNumberOf } from '#brands/brand'
import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { listUserAccounts } from '#server/ledger/accounts'
import { consume } from '#server/security/limits'
import { parsePhone } from '#server/users/phone'
import { findSentTo, isLookedUp, noteLookup, type Person, personOf, personWithPhone, shownName } from './person.ts'

/** What finding a recipient needs. */
export interface RecipientDeps {
  readonly database: Database
  readonly brand: Brand
  /** How many numbers a person may look up in a day. */
  readonly lookupsPerDay: number
}

/** Somebody whom money is sent to, or asked of: who they are, where they have a wallet, and how they are shown to whoever asks. */
export interface Recipient {
  readonly userId: string | undefined
  readonly phone: string
  readonly person: string
  /** Whether the sender may know that there is a wallet: else what they send waits, as it would without one. */
  readonly isFound: boolean
  readonly found: Person | undefined
  /** Their number is not known to the sender. */
  readonly isByCode: boolean
}

/** Who asks for a recipient. */
export interface Asker {
  readonly userId: string
  readonly now: Date
}

/** A recipient as they are asked for: by their number, or by an earlier transfer to them. */
export interface KnownRecipient {
  readonly phone: string | undefined
  readonly recipientId: string | undefined
}

const DAY_SECONDS = 86_400

/**
 * Finds a recipient by their number, or by an earlier transfer to them. Each number counts once a day, whatever comes of it, so that nobody
 * finds out who has a wallet. Refuses recipient_unknown, invalid_field, phone_unsupported, and too_many_requests.
 */
export async function findKnownRecipient(
  deps: RecipientDeps,
  { phone, recipientId }: KnownRecipient,
  asker: Asker,
): Promise<Recipient> {
  if (recipientId === undefined) return foundByNumber(deps, parsedPhone(deps, phone), asker)
  const known = await findSentTo(deps.database, recipientId, asker.userId)
  const unknown = new Refusal({ code: 'recipient_unknown', field: 'recipient_id', reason: 'phone' })
  if (!known) throw unknown
  // The number of a wallet that was closed long ago is forgotten, too.
  if (!known.isByCode && !known.phone.startsWith('+')) throw unknown
  if (!known.isByCode) return foundByNumber(deps, known.phone, asker)
  const found = known.recipientId === null ? undefined : await deps.database.read(personOf(known.recipientId))
  if (!found) throw unknown
  return foundByCode(found)
}

/** A person who shows a code, or asks for money: they are found by it, also where they are not found by their number. */
export function foundByCode(found: Person): Recipient {
  const { userId, phone } = found
  return { userId, phone, person: shownName(found), isFound: true, found, isByCode: true }
}

async function foundByNumber(deps: RecipientDeps, phone: string, { userId, now }: Asker): Promise<Recipient> {
  const since = new Date(now.getTime() - DAY_SECONDS * 1000)
  const [isKnown, found] = await Promise.all([
    deps.database.read(isLookedUp({ userId, phone, since })),
    deps.database.read(personWithPhone(phone)),
  ])
  // Whoever sends again, and a transfer after its look-up, needs no transaction for that.
  if (!isKnown) await countLookup(deps, { userId, phone, now, since })
  const isFound = found?.isFoundByPhone === true || found?.userId === userId
  const person = isFound && found ? shownName(found) : spelled(phone)
  return { userId: found?.userId, phone, person, isFound, found, isByCode: false }
}

/** Counts a number that was not looked up for a day; one that is refused is not noted, and refused again. */
async function countLookup(
  { database, lookupsPerDay }: RecipientDeps,
  { userId, phone, now, since }: Asker & { readonly phone: string; readonly since: Date },
): Promise<void> {
  const limit = { scope: 'p2p_lookups', max: lookupsPerDay, windowSeconds: DAY_SECONDS }
  await database.inTransaction(async (tx) => {
    if (!(await noteLookup(tx, { userId, phone, now, since }))) return
    const taken = await consume(tx, limit, userId, now)
    if (!taken.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: taken.retryAfterSeconds })
  })
}

function parsedPhone({ brand }: RecipientDeps, phone: string | undefined): string {
  const parsed = phone === undefined ? undefined : parsePhone(phone)
  if (!parsed?.canExist) throw new Refusal({ code: 'invalid_field', field: 'phone' })
  if (parsed.isDear || !takesNumberOf(brand.phone, parsed.countries))
    throw new Refusal({ code: 'phone_unsupported', field: 'phone' })
  return parsed.e164
}

/** A number as it is read, `+7 912 000 00 00`. */
function spelled(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
}

/** The currencies in which a person can be sent money: those of their accounts, and those that the brand offers; without a wallet these. */
export async function currenciesOf({ database, brand }: RecipientDeps, found: Person | undefined): Promise<readonly string[]> {
  const accounts = found ? await listUserAccounts(database, found.userId) : []
  return [...new Set<string>([...brand.accountCurrencies, ...accounts.map(({ balance }) => balance.currency)])]
}
