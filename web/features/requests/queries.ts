import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listRequests, lookAtPayCode, showRequest } from '#contract/requests'
import { callApi } from '#web/lib/api/call.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { type MoneyRequest, readOne, readRequest } from './requests.ts'

/** The cursor of the first page. */
const START = ''

/** The key of both lists of requests. */
export const REQUEST_LISTS = ['requests', 'list']

/** The requests that the user has made, or those received, latest first, page by page. */
export function requestsQuery(direction: MoneyRequest['direction']) {
  return infiniteQueryOptions({
    queryKey: [...REQUEST_LISTS, direction],
    queryFn: async ({ pageParam, signal }) => {
      const query = { direction, ...(pageParam !== START && { before: pageParam }) }
      const { results, has_more: hasMore } = await callApi(listRequests, { query, signal })
      const last = results.at(-1)?.id
      return {
        requests: results.flatMap((unread) => readRequest(unread) ?? []),
        next: hasMore ? last : undefined,
      }
    },
    initialPageParam: START,
    getNextPageParam: ({ next }) => next,
  })
}

/** A request of the user's and its payers; null where there is none. */
export function requestQuery(id: string) {
  return queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: ({ signal }) =>
      orNull(async () => readOne(await callApi(showRequest, { body: { request_id: id }, signal })), ['request_unknown']),
  })
}

/** The facts behind a code to pay by; null for an unknown code. */
export function payCodeQuery(code: string) {
  return queryOptions({
    queryKey: ['requests', 'code', code],
    queryFn: ({ signal }) => orNull(() => callApi(lookAtPayCode, { body: { code }, signal }), ['code_unknown', 'invalid_field']),
  })
}

/** Turns the refusals with these codes into null: an unknown request or code is an answer, and a retry would bring the same. */
async function orNull<Found>(ask: () => Promise<Found | undefined>, codes: readonly string[]): Promise<Found | null> {
  try {
    return (await ask()) ?? null
  } catch (failure) {
    if (failure instanceof ApiRefusal && codes.includes(failure.code)) return null
    throw failure
  }
}
