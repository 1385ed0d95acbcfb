import { type Currency, isBookedCurrency } from '#money/currency'
import type { Money } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import type { MoneyCaller } from '#server/confirmation/post-confirmed'
import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { openUserAccount, type UserAccount, userAccountOf, userAccountsOf } from '#server/ledger/accounts'
import { personOf, shownName } from '#server/people/person'
import type { RecipientDeps } from '#server/people/recipient'
import type { MoneyRequest } from '#server/requests/rules'
import type { SignedIn } from '#server/security/sessions'
import { type FoundRecipient, findRecipient, type RecipientAsked } from './recipient.ts'
import type { Receipt } from './rules.ts'

/** A transfer as the sender asks for it. */
export interface TransferAsked extends RecipientAsked {
  readonly fromAccountId: string
  readonly amount: string
  readonly message: string | undefined
  readonly protectionCode: string | undefined
}

/** A transfer with everything that is read before anything is locked. */
export interface Sending {
  readonly amount: Money
  readonly from: UserAccount
  /** All accounts of the sender: their caps count what leaves any of them. */
  readonly own: readonly UserAccount[]
  readonly recipient: Omit<FoundRecipient, 'found'>
  readonly recipientLevel: string | undefined
  /** The recipient lets themselves be found by their number, whichever way they were found this time. */
  readonly isFoundByPhone: boolean
  readonly to: UserAccount | undefined
  readonly receipt: Receipt | undefined
  readonly senderName: string
  readonly message: string | undefined
  readonly protectionCode: string | undefined
  readonly user: SignedIn
}

/**
 * Reads what a transfer needs. Refuses account_unknown, invalid_field, recipient_refuses, and what findRecipient refuses.
 */
export async function readSending(
  deps: RecipientDeps,
  asked: TransferAsked,
  { user, clock }: Pick<MoneyCaller, 'user' | 'clock'>,
): Promise<Sending> {
  const { database, brand } = deps
  const { fromAccountId, message, protectionCode } = asked
  const [own, sender] = await Promise.all([database.read(userAccountsOf(user.userId)), database.read(personOf(user.userId))])
  const from = own.find(({ id }) => id === fromAccountId)
  if (!from) throw new Refusal({ code: 'account_unknown', field: 'from_account_id' })
  const { currency } = from.balance
  const amount = parseAmount(asked.amount, currency)
  if (!amount.ok) throw new Refusal({ code: 'invalid_field', field: 'amount' })
  const { found, ...recipient } = await findRecipient(deps, asked, { userId: user.userId, now: clock() })
  const receipt = receiptOf(recipient, protectionCode)
  if (recipient.request) expectPayable(recipient.request, { currency, protectionCode })
  const to = await accountIn(database, { found, ...recipient }, currency)
  const isOffered = isBookedCurrency(currency) && brand.accountCurrencies.includes(currency)
  if (!to && !isOffered) throw new Refusal({ code: 'recipient_refuses', field: 'to' })
  const senderName = sender ? shownName(sender) : ''
  const { money } = amount
  const note = message ?? recipient.request?.message ?? undefined
  const known = { recipient, recipientLevel: found?.levelCode, isFoundByPhone: found?.isFoundByPhone === true }
  const common = { message: note, protectionCode, user }
  return { ...common, ...known, amount: money, from, own, to, receipt, senderName }
}

/** Refuses (invalid_field) to pay a request from an account of another currency, or with a protection code. */
function expectPayable(
  request: MoneyRequest,
  { currency, protectionCode }: { readonly currency: Currency; readonly protectionCode: string | undefined },
): void {
  if (protectionCode !== undefined) throw new Refusal({ code: 'invalid_field', field: 'protection_code' })
  if (request.currency !== currency) throw new Refusal({ code: 'invalid_field', field: 'from_account_id' })
}

/** The account that the money goes to at once: the request's own, or the recipient's in this currency. */
async function accountIn(
  database: Database,
  { found, isFound, request }: FoundRecipient,
  currency: Currency,
): Promise<UserAccount | undefined> {
  if (request) return database.read(userAccountOf(request.accountId))
  return found && isFound ? accountOfPerson(database, found.userId, currency) : undefined
}

function receiptOf({ userId, isFound }: Sending['recipient'], protectionCode: string | undefined): Receipt | undefined {
  if (protectionCode !== undefined) return 'by_code'
  if (userId === undefined) return 'at_sign_up'
  return isFound ? undefined : 'by_hand'
}

/** A person's account in a currency. */
export async function accountOfPerson(database: Database, userId: string, currency: Currency): Promise<UserAccount | undefined> {
  return (await database.read(userAccountsOf(userId))).find(({ balance }) => balance.currency === currency)
}

/** Opens the account that the recipient receives in, or finds the one that was opened meanwhile. */
export async function openedFor(
  database: Database,
  { recipient: { userId }, amount: { currency } }: Pick<Sending, 'recipient' | 'amount'>,
  now: Date,
): Promise<UserAccount | undefined> {
  if (userId === undefined) return undefined
  return (await openUserAccount(database, { userId, currency, now })) ?? accountOfPerson(database, userId, currency)
}
