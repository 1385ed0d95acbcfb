import type { ResponseOf } from '#contract/call'
import type { listRequests, lookAtPayCode, showRequest } from '#contract/requests'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import type { Money } from '#money/money'
import type { TextKey } from '#texts/texts'

type WireRequest = ResponseOf<typeof listRequests>['results'][number]

/** A request of the user's: one that they have made, or one that they are asked to pay. */
export interface MoneyRequest extends Omit<WireRequest, 'amount' | 'collected' | 'currency_code' | 'message'> {
  /** Whoever pays says how much where there is none. */
  readonly amount: Money | undefined
  readonly collected: Money
  readonly message: string | undefined
}

/** A request as the page shows it; nothing for a currency that it does not know. */
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

/** A request with who has paid it; only its maker reads that. */
export interface RequestAndPayers {
  readonly request: MoneyRequest
  readonly paid: readonly { readonly id: string; readonly person: string; readonly amount: Money; readonly paidAt: string }[]
}

/** Reads the answer about one request; nothing for a currency that the page does not know. */
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

/** The state of a request in the words of the side that reads it. */
export function stateKey({ direction, state }: Pick<MoneyRequest, 'direction' | 'state'>): TextKey {
  return `requests.${direction}.${state}`
}

/** Whether the user is asked to pay it, and still can. */
export function isToPay({ direction, state }: Pick<MoneyRequest, 'direction' | 'state'>): boolean {
  return direction === 'received' && state === 'open'
}

/** What a code to pay by says to whoever has it. */
export type PayCodeFacts = ResponseOf<typeof lookAtPayCode>

/** The amount that a code of a request asks for. */
export function askedAmount({ amount, currencies: [currency] }: PayCodeFacts): Money | undefined {
  return amount !== null && currency !== undefined && isCurrency(currency) ? parseDecimal(amount, currency) : undefined
}

/** What has been collected by a code of a request, where that is told. */
export function collectedSum({ collected, currencies: [currency] }: PayCodeFacts): Money | undefined {
  return collected !== null && currency !== undefined && isCurrency(currency) ? parseDecimal(collected, currency) : undefined
}
