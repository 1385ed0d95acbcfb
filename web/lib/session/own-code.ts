import { queryOptions } from '@tanstack/react-query'
import { payCode } from '#contract/requests'
import { callApi } from '#web/lib/api/call.ts'

/** The user's own code to be paid by, and its link. */
export const ownCodeQuery = queryOptions({
  queryKey: ['own-code'],
  queryFn: async ({ signal }) => {
    const { code, link } = await callApi(payCode, { signal })
    return { code, link }
  },
})
