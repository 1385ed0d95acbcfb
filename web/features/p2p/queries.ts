import { queryOptions, skipToken } from '@tanstack/react-query'
import type { RequestOf } from '#contract/call'
import { findRecipient, incomingTransfers, recentPeople, transferSettings } from '#contract/p2p'
import { callApi } from '#web/lib/api/call.ts'
import type { RecipientAsked } from './send-form.ts'

/** Those whom the user has sent money to, the latest first. */
export const recentPeopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async ({ signal }) => (await callApi(recentPeople, { signal })).results,
})

/** Whom a number or an earlier transfer leads to. A person may look up few numbers a day: what has been found is not asked for again. */
export function recipientQuery(asked: RecipientAsked | undefined) {
  return queryOptions({
    queryKey: ['recipient', asked],
    queryFn: asked
      ? async ({ signal }) => {
          const body: RequestOf<typeof findRecipient> = asked
          const { has_wallet: hasWallet, person, phone } = await callApi(findRecipient, { body, signal })
          return { hasWallet, person, phone }
        }
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Transfers that wait for the user. */
export const incomingQuery = queryOptions({
  queryKey: ['incoming'],
  queryFn: async ({ signal }) => (await callApi(incomingTransfers, { signal })).results,
})

/** Whether the user is found by their number and takes transfers. */
export const transferSettingsQuery = queryOptions({
  queryKey: ['transfer-settings'],
  queryFn: ({ signal }) => callApi(transferSettings, { signal }),
})
