import ReceiptIcon from 'lucide-react/icons/receipt'
import { useAnswer } from '#web/lib/api/use-answer.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { isOnItsWay, newestQuery } from './queries.ts'
import { StatementPending } from './StatementPending.tsx'
import { TransactionDays } from './TransactionDays.tsx'
import { useEndOfWaiting } from './use-end-of-waiting.ts'

export interface TransactionListProps {
  /** Lines shown at most. */
  readonly pageSize: number
}

/** The newest lines of the statement under day heads; a row opens its receipt. Loading, empty and failed states inside. */
export function TransactionList({ pageSize }: TransactionListProps) {
  const t = useTexts()
  const { data: lines, failure } = useAnswer(newestQuery(pageSize))
  useEndOfWaiting(lines?.some(isOnItsWay) ?? false)
  if (!lines) return <StatementPending failure={failure} />
  if (lines.length === 0) return <EmptyState icon={<ReceiptIcon />}>{t('transactions.list.empty_descr')}</EmptyState>
  return <TransactionDays lines={lines} />
}
