import { queryOptions } from '@tanstack/react-query'
import { operation } from '#contract/receipt'
import { isPending } from '#web/features/history/queries.ts'
import { callApi, isUntold } from '#web/lib/api/call.ts'
import { ApiRefusal, isTransient, ServerError } from '#web/lib/api/failures.ts'
import { readOperation } from './operation.ts'

const OPERATION_EVERY_MS = 3000

/**
 * One operation with all facts of its receipt. It is polled while it has changed the balance and has not ended; an operation that the
 * user does not have is fetched once.
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
 * Whether a failure says that the user has no such operation, or the server has no such call. A refusal of too many requests, or from
 * a busy server, does not say so.
 */
export function isMissing(failure: unknown): boolean {
  if (failure instanceof ServerError) return failure.httpStatus === 404
  return failure instanceof ApiRefusal && !isTransient(failure)
}
