import { queryOptions } from '@tanstack/react-query'
import { recentRecipients } from '#contract/withdrawal'
import { callApi } from '#web/lib/api/call.ts'

/** Where the user has sent money to, the latest first, in the query cache; no number of a card is in it. */
export const recipientsQuery = queryOptions({
  queryKey: ['recipients'],
  queryFn: async ({ signal }) => (await callApi(recentRecipients, { signal })).results,
})
