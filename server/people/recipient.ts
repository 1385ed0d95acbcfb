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

/** A person whom money is sent to or asked of: who they are, their wallet if they have one, and the name that the sender sees. */
export interface Recipient {
  readonly userId: string | undefined
  readonly phone: string
  readonly person: string
  /** Whether the sender may know that there is a wallet. If not, their transfer waits, as it would without a wallet. */
  readonly isFound: boolean
  readonly found: Person | undefined
  /** The sender does not know their number. */
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
 * Finds a recipient by their number, or by an earlier transfer to them. Each number counts once a day against a limit, found or not, so that
 * nobody can find out by trying who has a wallet. Refuses recipient_unknown, invalid_field, phone_unsupported, and too_many_requests.
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
  // The number was erased with the wallet, which was closed long ago.
  if (!known.isByCode && !known.phone.startsWith('+')) throw unknown
  if (!known.isByCode) return foundByNumber(deps, known.phone, asker)
  const found = known.recipientId === null ? undefined : await deps.database.read(personOf(known.recipientId))
  if (!found) throw unknown
  return foundByCode(found)
}

/** The recipient behind a code or a request, whether or not they let others find them by their number. */
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
  // A second transfer, or one after its look-up, needs no transaction here.
  if (!isKnown) await countLookup(deps, { userId, phone, now, since })
  const isFound = found?.isFoundByPhone === true || found?.userId === userId
  const person = isFound && found ? shownName(found) : spelled(phone)
  return { userId: found?.userId, phone, person, isFound, found, isByCode: false }
}

/** Counts a number that the person has not looked up for a day. A refused look-up is not recorded, so it is refused again. */
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

/** A number as people write it, `+7 912 000 00 00`. */
function spelled(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
}

/** The currencies in which a person can be sent money: those of their accounts, and those that the brand offers; without a wallet these. */
export async function currenciesOf({ database, brand }: RecipientDeps, found: Person | undefined): Promise<readonly string[]> {
  const accounts = found ? await listUserAccounts(database, found.userId) : []
  return [...new Set<string>([...brand.accountCurrencies, ...accounts.map(({ balance }) => balance.currency)])]
}
