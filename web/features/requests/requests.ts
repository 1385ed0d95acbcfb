import type { ResponseOf } from '#contract/call'
import type { listRequests, lookAtPayCode, showRequest } from '#contract/requests'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import type { Money } from '#money/money'
import type { TextKey } from '#texts/texts'

type WireRequest = ResponseOf<typeof listRequests>['results'][number]

/** A request that the user has made or is asked to pay. */
export interface MoneyRequest extends Omit<WireRequest, 'amount' | 'collected' | 'currency_code' | 'message'> {
  /** Undefined when the payer chooses the amount. */
  readonly amount: Money | undefined
  readonly collected: Money
  readonly message: string | undefined
}

/** Reads a request; undefined for a currency that the page does not know. */
export function readRequest({
  amount,
  collected,
  currency_code: currency,
  message,
  ...rest
}: WireRequest): MoneyRequest | undefined {
  if (!isCurrency(currency)) return undefined
  return {
    ...rest,
    amount: amount === null ? undefined : parseDecimal(amount, currency),
    collected: parseDecimal(collected, currency),
    message: message ?? undefined,
  }
}

/** A request and its payers; only its maker reads the payers. */
export interface RequestAndPayers {
  readonly request: MoneyRequest
  readonly paid: readonly { readonly id: string; readonly person: string; readonly amount: Money; readonly paidAt: string }[]
}

/** Reads the answer about a request; undefined for a currency that the page does not know. */
export function readOne({ request: unread, paid }: ResponseOf<typeof showRequest>): RequestAndPayers | undefined {
  const request = readRequest(unread)
  if (!request) return undefined
  const { currency } = request.collected
  return {
    request,
    paid: paid.map(({ transaction_id: id, person, amount, paid_at: paidAt }) => ({
      id,
      person,
      amount: parseDecimal(amount, currency),
      paidAt,
    })),
  }
}

/** The text of a request's state, for the side that reads it. */
export function stateKey({ direction, state }: Pick<MoneyRequest, 'direction' | 'state'>): TextKey {
  return `requests.${direction}.${state}`
}

/** Whether the user is asked to pay the request, and still can. */
export function isToPay({ direction, state }: Pick<MoneyRequest, 'direction' | 'state'>): boolean {
  return direction === 'received' && state === 'open'
}

/** The facts behind a code to pay by, for anybody who has the code. */
export type PayCodeFacts = ResponseOf<typeof lookAtPayCode>

/** The amount of a request, by its code. */
export function askedAmount({ amount, currencies: [currency] }: PayCodeFacts): Money | undefined {
  return amount !== null && currency !== undefined && isCurrency(currency) ? parseDecimal(amount, currency) : undefined
}

/** The sum collected by the code of a request, where the server tells it. */
export function collectedSum({ collected, currencies: [currency] }: PayCodeFacts): Money | undefined {
  return collected !== null && currency !== undefined && isCurrency(currency) ? parseDecimal(collected, currency) : undefined
}
