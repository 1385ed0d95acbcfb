import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type Brand, takesNumberOf } from '#brands/brand'
import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { listUserAccounts } from '#server/ledger/accounts'
import { consume } from '#server/security/limits'
import { parsePhone } from '#server/users/phone'
import { type Recipient, shownName } from './rules.ts'
import { findPersonByPhone, findSentTo, noteLookup, type Person } from './store.ts'

export interface RecipientDeps {
  readonly database: Database
  readonly brand: Brand
  /** How many numbers somebody may look up in a day. */
  readonly lookupsPerDay: number
}

/** Whom money is to go to, as it was asked: by their number, or by an earlier transfer to them. */
export interface RecipientAsked {
  readonly phone: string | undefined
  readonly recipientId: string | undefined
}

const DAY_SECONDS = 86_400

/**
 * Finds whom money is to go to. Each number counts once a day, whatever comes of it, so that nobody finds out who has a wallet. Refuses
 * recipient_unknown, invalid_field, phone_unsupported, and too_many_requests.
 */
export async function findRecipient(
  deps: RecipientDeps,
  asked: RecipientAsked,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<Recipient & { readonly found: Person | undefined }> {
  const { database } = deps
  const phone = await phoneOf(deps, asked, userId)
  await countLookup(deps, { userId, phone, now })
  const found = await findPersonByPhone(database, phone)
  const isFound = found?.isFoundByPhone === true || found?.userId === userId
  return { userId: found?.userId, phone, person: isFound && found ? shownName(found) : spelled(phone), isFound, found }
}

/** Counts a number that was not looked up for a day; one that is refused is not noted, and refused again. */
async function countLookup(
  { database, lookupsPerDay }: RecipientDeps,
  { userId, phone, now }: { readonly userId: string; readonly phone: string; readonly now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - DAY_SECONDS * 1000)
  const limit = { scope: 'p2p_lookups', max: lookupsPerDay, windowSeconds: DAY_SECONDS }
  await database.inTransaction(async (tx) => {
    if (!(await noteLookup(tx, { userId, phone, now, since }))) return
    const taken = await consume(tx, limit, userId, now)
    if (!taken.ok) throw new Refusal({ code: 'too_many_requests', retryAfterSeconds: taken.retryAfterSeconds })
  })
}

async function phoneOf(
  { database, brand }: RecipientDeps,
  { phone, recipientId }: RecipientAsked,
  userId: string,
): Promise<string> {
  if (recipientId !== undefined) {
    if (phone !== undefined) throw new Refusal({ code: 'invalid_field', field: 'recipient_id' })
    const known = await findSentTo(database, recipientId, userId)
    if (known === undefined) throw new Refusal({ code: 'recipient_unknown', field: 'recipient_id', reason: 'phone' })
    return known
  }
  const parsed = phone === undefined ? undefined : parsePhone(phone)
  if (!parsed) throw new Refusal({ code: 'invalid_field', field: 'phone' })
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
