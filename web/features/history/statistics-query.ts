import { queryOptions } from '@tanstack/react-query'
import { statistics } from '#contract/history'
import { callApi } from '#web/lib/api/call.ts'
import { readStatistics } from './statistics.ts'
import type { StatementPart } from './use-statement.ts'

/** What the statistics are of: one account, one period, or all. Instants: from the first on, before the second. */
export type StatisticsPart = Pick<StatementPart, 'accountId' | 'from' | 'to'>

/** The statistics in the query cache, under the statement's own key: what makes the one old makes the other. */
export function statisticsQuery({ accountId, from, to }: StatisticsPart) {
  const query = { account_id: accountId, from, to }
  return queryOptions({
    queryKey: ['transactions', 'statistics', query],
    queryFn: async ({ signal }) => readStatistics(await callApi(statistics, { signal, query })),
  })
}
