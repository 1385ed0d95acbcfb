import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/call'
import { recipients, removeRecipient, saveRecipient } from '#contract/recipients'
import { callApi } from '#web/lib/api/call.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'

/** Whom or what the user has sent to. */
export type Recipient = ResponseOf<typeof recipients>['results'][number]

/** The first page has no cursor. */
const START = ''

/** Which of them: of one kind or all, and those that are searched for. */
interface RecipientFilter {
  readonly kind: Recipient['kind'] | undefined
  readonly search: string
}

/** Those whom the user has sent to, page by page, favourites first. */
export function recipientListQuery({ kind, search }: RecipientFilter) {
  return infiniteQueryOptions({
    queryKey: ['recipients', 'list', { kind, search }],
    queryFn: ({ pageParam, signal }) =>
      callApi(recipients, {
        signal,
        query: {
          kind,
          search: search === '' ? undefined : search,
          cursor: pageParam === START ? undefined : pageParam,
        },
      }),
    initialPageParam: START,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
}

/** Where an operation went; null for one that leads to nobody on the list. */
export function recipientOfQuery(operationId: string) {
  return queryOptions({
    queryKey: ['recipients', 'one', operationId],
    queryFn: async ({ signal }) =>
      (await callApi(recipients, { signal, query: { recipient_id: operationId } })).results[0] ?? null,
  })
}

interface Change {
  readonly recipient: Recipient
  /** Null takes the name away. */
  readonly ownName?: string | null
  readonly isFavourite?: boolean
}

/** Names a recipient, or makes a favourite of one or none any more. */
export function useSaveRecipient() {
  const asksAgain = useAskingAgain()
  return useSingleFlightMutation({
    mutationFn: ({ recipient, ownName, isFavourite }: Change) =>
      callApi(saveRecipient, {
        body: {
          recipient_id: recipient.id,
          ...(ownName !== undefined && { own_name: ownName }),
          ...(isFavourite !== undefined && { is_favourite: isFavourite }),
        },
      }),
    onSuccess: asksAgain,
  })
}

/** Takes a recipient out of the list. */
export function useRemoveRecipient() {
  const asksAgain = useAskingAgain()
  return useSingleFlightMutation({
    mutationFn: (recipient: Recipient) => callApi(removeRecipient, { body: { recipient_id: recipient.id } }),
    onSuccess: asksAgain,
  })
}

/** The forms show them, too. */
function useAskingAgain(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    const asked = [['recipients'], ['people']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))
    await Promise.all(asked)
  }
}
