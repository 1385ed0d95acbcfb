import { queryOptions } from '@tanstack/react-query'
import { recentRecipients } from '#contract/withdrawal'
import { callApi } from '#web/lib/api/call.ts'

/** The cards and addresses that the user has sent to, latest first, and any lower limit at present; the answer has no card number. */
export const recipientsQuery = queryOptions({
  queryKey: ['recipients'],
  queryFn: ({ signal }) => callApi(recentRecipients, { signal }),
})
