import ReceiptIcon from 'lucide-react/icons/receipt'
import { useTexts } from '#web/lib/texts.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { StatementPending } from './StatementPending.tsx'
import { TransactionDays } from './TransactionDays.tsx'
import { useStatement } from './use-statement.ts'

export interface TransactionListProps {
  /** Lines shown at most. */
  readonly pageSize: number
}

/** The newest lines of the statement under day heads; a row opens its receipt. Loading, empty and failed states inside. */
export function TransactionList({ pageSize }: TransactionListProps) {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useStatement({ pageSize })
  if (!data) return <StatementPending error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  const lines = data.pages[0]?.transactions ?? []
  if (lines.length === 0) return <EmptyState icon={<ReceiptIcon />}>{t('transactions.list.empty_descr')}</EmptyState>
  return <TransactionDays lines={lines} />
}
