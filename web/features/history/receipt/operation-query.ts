import { queryOptions } from '@tanstack/react-query'
import { operation } from '#contract/receipt'
import { isPending } from '#web/features/history/queries.ts'
import { callApi, isUntold } from '#web/lib/api/call.ts'
import { ApiRefusal, isTransient, ServerError } from '#web/lib/api/failures.ts'
import { readOperation } from './operation.ts'

const OPERATION_EVERY_MS = 3000

/**
 * One operation with all that its receipt says, polled while it has changed the balance and has not ended; one that is not the user's is asked
 * for once.
 */
export function operationQuery(operationId: string) {
  return queryOptions({
    queryKey: ['transactions', 'operation', operationId],
    queryFn: async ({ signal }) => {
      if (isUntold(operationId)) throw new ApiRefusal({ status: 'error', code: 'not_found', message: '' })
      return readOperation((await callApi(operation, { signal, query: { id: operationId } })).operation)
    },
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state: { data, error } }) => {
      if (data) return data.lines.some(isPending) ? OPERATION_EVERY_MS : false
      return isMissing(error) ? false : OPERATION_EVERY_MS
    },
  })
}

/**
 * Whether a failure says that there is no such operation of the user's, or no such call: one that comes too often, or meets a busy server, says
 * nothing of it.
 */
export function isMissing(failure: unknown): boolean {
  if (failure instanceof ServerError) return failure.httpStatus === 404
  return failure instanceof ApiRefusal && !isTransient(failure)
}
