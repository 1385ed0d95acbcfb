import { useInfiniteQuery } from '@tanstack/react-query'
import { requestsQuery } from './queries.ts'
import { isToPay, type MoneyRequest } from './requests.ts'

/** The latest requests that wait for the user to pay or decline; none while they load. */
export function useRequestsToPay(): readonly MoneyRequest[] {
  const { data } = useInfiniteQuery({ ...requestsQuery('received'), refetchOnMount: 'always' })
  return data?.pages[0]?.requests.filter(isToPay) ?? []
}
