import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type Brand, takesNumberOf } from '#brands/brand'
import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { listUserAccounts } from '#server/ledger/accounts'
import { consume } from '#server/security/limits'
import { parsePhone } from '#server/users/phone'
import { shownName } from './names.ts'
import { findOwnerOfCode } from './pay-codes.ts'
import { isLookedUp, noteLookup, type Person, personOf, personWithPhone } from './person-store.ts'
import type { MoneyRequest } from './request-rules.ts'
import { findRequestByCode, findRequestOf } from './request-store.ts'
import type { Recipient } from './transfer-rules.ts'
import { findSentTo } from './transfer-store.ts'

export interface RecipientDeps {
  readonly database: Database
  readonly brand: Brand
  /** How many numbers somebody may look up in a day. */
  readonly lookupsPerDay: number
}

/** Whom money is to go to, as it was asked, one of the four: by their number, an earlier transfer to them, a code, or a request that was received. */
export interface RecipientAsked {
  readonly phone: string | undefined
  readonly recipientId: string | undefined
  readonly code: string | undefined
  readonly requestId: string | undefined
}

/** Whom money is to go to, and what it pays. */
export interface FoundRecipient extends Recipient {
  readonly found: Person | undefined
  /** Their number is not known to the sender. */
  readonly isByCode: boolean
  readonly request: MoneyRequest | undefined
}

interface Asker {
  readonly userId: string
  readonly now: Date
}

const DAY_SECONDS = 86_400

/**
 * Finds whom money is to go to. Each number counts once a day, whatever comes of it, so that nobody finds out who has a wallet; a code is not
 * found by trying. Refuses recipient_unknown, code_unknown, invalid_field, phone_unsupported, and too_many_requests.
 */
export async function findRecipient(deps: RecipientDeps, asked: RecipientAsked, asker: Asker): Promise<FoundRecipient> {
  const { phone, recipientId, code, requestId } = asked
  const given = [phone, recipientId, code, requestId].filter((each) => each !== undefined)
  if (given.length > 1) throw new Refusal({ code: 'invalid_field', field: recipientId === undefined ? 'to' : 'recipient_id' })
  if (code !== undefined) return foundByCode(deps, await findRequestByCode(deps.database, code), code)
  if (requestId !== undefined) return foundByCode(deps, await receivedRequest(deps.database, requestId, asker.userId))
  if (recipientId === undefined) return foundByNumber(deps, parsedPhone(deps, phone), asker)
  const known = await findSentTo(deps.database, recipientId, asker.userId)
  const unknown = new Refusal({ code: 'recipient_unknown', field: 'recipient_id', reason: 'phone' })
  if (!known) throw unknown
  // Of a wallet that was closed long ago the number is forgotten, too.
  if (!known.isByCode && !known.phone.startsWith('+')) throw unknown
  if (!known.isByCode) return foundByNumber(deps, known.phone, asker)
  const found = known.recipientId === null ? undefined : await deps.database.read(personOf(known.recipientId))
  if (!found) throw unknown
  return shownByCode(found, undefined)
}

async function receivedRequest(database: Database, id: string, userId: string): Promise<MoneyRequest | undefined> {
  const request = await findRequestOf(database, id, userId)
  return request?.payerId === userId ? request : undefined
}

async function foundByCode(
  { database }: RecipientDeps,
  request: MoneyRequest | undefined,
  code?: string,
): Promise<FoundRecipient> {
  const userId = request?.makerId ?? (code === undefined ? undefined : await findOwnerOfCode(database, code))
  const found = userId === undefined ? undefined : await database.read(personOf(userId))
  if (!found) throw new Refusal({ code: 'code_unknown', field: 'to' })
  return shownByCode(found, request)
}

/** Whoever shows a code, or asks for money, is found by it, also where they are not by their number. */
function shownByCode(found: Person, request: MoneyRequest | undefined): FoundRecipient {
  const { userId, phone } = found
  return { userId, phone, person: shownName(found), isFound: true, found, isByCode: true, request }
}

async function foundByNumber(deps: RecipientDeps, phone: string, { userId, now }: Asker): Promise<FoundRecipient> {
  const since = new Date(now.getTime() - DAY_SECONDS * 1000)
  const [isKnown, found] = await Promise.all([
    deps.database.read(isLookedUp({ userId, phone, since })),
    deps.database.read(personWithPhone(phone)),
  ])
  // Whoever sends again, and a transfer after its look-up, needs no transaction for that.
  if (!isKnown) await countLookup(deps, { userId, phone, now, since })
  const isFound = found?.isFoundByPhone === true || found?.userId === userId
  const person = isFound && found ? shownName(found) : spelled(phone)
  return { userId: found?.userId, phone, person, isFound, found, isByCode: false, request: undefined }
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

/** The currencies in which somebody can be sent money: those of their accounts, and those that the brand offers; without a wallet these. */
export async function currenciesOf({ database, brand }: RecipientDeps, found: Person | undefined): Promise<readonly string[]> {
  const accounts = found ? await listUserAccounts(database, found.userId) : []
  return [...new Set<string>([...brand.accountCurrencies, ...accounts.map(({ balance }) => balance.currency)])]
}
