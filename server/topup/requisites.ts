import { type BookedCurrency, isBookedCurrency } from '#money/currency'
import { crashPoint } from '#server/db/crash-point'
import { Refusal, refusedAs } from '#server/http/refusal'
import { userAccountsOf } from '#server/ledger/accounts'
import type { PaymentProvider, Requisites } from '#server/providers/payments/port'
import { ownerOf } from '#server/users/levels'
import type { Language } from '#texts/languages'
import { keepRequisites, requisitesOf } from './requisites-store.ts'
import type { TopupDeps } from './topup.ts'

interface RequisitesAsked {
  readonly userId: string
  readonly accountId: string
  /** What a provider that has words in them writes them in. */
  readonly language: Language
  readonly now: Date
}

/** Whether accounts in a currency have requisites to be paid to, while top-ups are on. */
export function hasRequisites({ payments, isOn }: Pick<TopupDeps, 'payments' | 'isOn'>, currency: string): boolean {
  return isOn('topup') && isOffered(payments, currency)
}

function isOffered({ requisites }: PaymentProvider, currency: string): currency is BookedCurrency {
  return isBookedCurrency(currency) && requisites?.currencies.includes(currency) === true
}

/**
 * The requisites of somebody's account; asked of the provider the first time, and kept. Nothing where the provider has none in its currency.
 * Refuses account_unknown, switched_off, topup_not_allowed, requisites_refused; throws Unavailable when the provider does not respond.
 */
export async function getRequisites(
  { database, payments, isOn }: Pick<TopupDeps, 'database' | 'payments' | 'isOn'>,
  { userId, accountId, language, now }: RequisitesAsked,
): Promise<Requisites | undefined> {
  const account = (await database.read(userAccountsOf(userId))).find(({ id }) => id === accountId)
  if (!account) throw new Refusal({ code: 'account_unknown', field: 'account_id' })
  if (!isOn('topup')) throw new Refusal({ code: 'switched_off', feature: 'topup' })
  const owner = await database.read(ownerOf(accountId))
  if (!owner?.user.isTopupAllowed) throw new Refusal({ code: 'topup_not_allowed' })
  const { currency } = account.balance
  if (!(payments.requisites && isOffered(payments, currency))) return undefined
  const name = { provider: payments.name, accountId }
  const kept = await database.read(requisitesOf(name))
  if (kept) return kept
  const opening = payments.requisites.open({ account: accountId, currency, language })
  const opened = await refusedAs({ code: 'requisites_refused' }, opening)
  crashPoint('topup.requisites.opened')
  await keepRequisites(database, { ...name, userId }, opened, now)
  // Another process may have kept them first: then they are those.
  const standing = await database.read(requisitesOf(name))
  if (!standing) throw new Error('A provider gave the requisites of one account to another')
  return standing
}
