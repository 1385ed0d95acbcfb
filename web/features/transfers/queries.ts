import { queryOptions, skipToken } from '@tanstack/react-query'
import type { RequestOf } from '#contract/call'
import { showRequest } from '#contract/requests'
import { findRecipient, recentPeople, transferSettings } from '#contract/transfers'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { callApi } from '#web/lib/api/call.ts'
import type { AskedFor, RecipientAsked, RequestState } from './send-form.ts'

/** The people whom the user has sent money to, latest first. */
export const recentPeopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async ({ signal }) => (await callApi(recentPeople, { signal })).results,
})

/** The result of looking up a recipient. */
export interface Found {
  readonly hasWallet: boolean
  /** The name that the wallet shows; null where there is no wallet. */
  readonly person: string | null
  /** The number; null unless the recipient was looked up by number. */
  readonly phone: string | null
  readonly request: AskedFor | undefined
}

/**
 * The recipient of a number, an earlier transfer, a code or a request. A person may look up few numbers a day, so a result is never asked for
 * again.
 */
export function recipientQuery(asked: RecipientAsked | undefined) {
  return queryOptions({
    queryKey: ['recipient', asked],
    queryFn: asked
      ? async ({ signal }): Promise<Found> => {
          if ('request_id' in asked) return await requestedBy(asked.request_id, signal)
          const body: RequestOf<typeof findRecipient> = asked
          const { has_wallet: hasWallet, person, phone, request } = await callApi(findRecipient, { body, signal })
          return { hasWallet, person, phone, request: request ? askedFor(request) : undefined }
        }
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** The person who asks the user for money, by a request that the user has received. */
async function requestedBy(requestId: string, signal: AbortSignal): Promise<Found> {
  const { request } = await callApi(showRequest, { body: { request_id: requestId }, signal })
  return { hasWallet: true, person: request.person, phone: null, request: askedFor(request) }
}

interface UncheckedRequest {
  readonly amount: string | null
  readonly currency_code: string
  readonly message: string | null
  readonly state: RequestState
}

/** The terms of a request; a request in a currency unknown to this page cannot be paid here. */
function askedFor({ amount, currency_code: currency, message, state }: UncheckedRequest): AskedFor {
  if (!isCurrency(currency)) throw new Error(`Unknown currency ${currency}`)
  return {
    currency,
    amount: amount === null ? undefined : parseDecimal(amount, currency),
    message: message ?? undefined,
    state,
  }
}

/** Whether the user is found by their number and takes transfers. */
export const transferSettingsQuery = queryOptions({
  queryKey: ['transfer-settings'],
  queryFn: ({ signal }) => callApi(transferSettings, { signal }),
})
