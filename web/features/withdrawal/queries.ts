import { queryOptions } from '@tanstack/react-query'
import { recentRecipients } from '#contract/withdrawal'
import { callApi } from '#web/lib/api/call.ts'

/** Where the user has sent money to, the latest first, and what less may go out for now; no number of a card is in it. */
export const recipientsQuery = queryOptions({
  queryKey: ['recipients'],
  queryFn: ({ signal }) => callApi(recentRecipients, { signal }),
})
