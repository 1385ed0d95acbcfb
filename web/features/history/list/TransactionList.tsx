import { keepPreviousData } from '@tanstack/react-query'
import History from 'lucide-react/icons/rotate-ccw-clock'
import { isPending, newestQuery } from '#web/features/history/queries.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { StatementPending } from './StatementPending.tsx'
import { TransactionDays } from './TransactionDays.tsx'
import { joinLegs } from './transactions.ts'
import { useInvalidateWhenSettled } from './use-invalidate-when-settled.ts'

export interface TransactionListProps {
  /** The maximum number of rows. */
  readonly pageSize: number
}

/** The latest transactions under day headings; a row opens its receipt. Includes loading, empty and failed states. */
export function TransactionList({ pageSize }: TransactionListProps) {
  const t = useTranslate()
  // A wider window shows more rows. Until they have loaded, the previous rows stay, and so does an open receipt.
  const { data: lines, failure } = useRetryableQuery({ ...newestQuery(pageSize), placeholderData: keepPreviousData })
  useInvalidateWhenSettled(lines?.some(isPending) ?? false)
  if (!lines) return <StatementPending failure={failure} />
  if (lines.length === 0) return <EmptyState icon={<History />}>{t('transactions.list.empty_descr')}</EmptyState>
  return <TransactionDays lines={joinLegs(lines).slice(0, pageSize)} />
}
