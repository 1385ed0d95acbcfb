import { useInfiniteQuery } from '@tanstack/react-query'
import { Receipt as ReceiptIcon } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { failureText } from '#web/lib/failure-text.ts'
import { useFormats } from '#web/lib/format.ts'
import { useMoneyMoved } from '#web/lib/money-moved.ts'
import { useTexts } from '#web/lib/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorBlock } from '#web/ui/ErrorBlock.tsx'
import { List } from '#web/ui/ListRow.tsx'
import { SkeletonRows } from '#web/ui/Skeleton.tsx'
import { isOnItsWay, statementQuery } from './queries.ts'
import type { ReceiptSheetProps } from './ReceiptSheet.tsx'
import css from './TransactionList.module.css'
import { TransactionRow } from './TransactionRow.tsx'
import { groupByDay, type Transaction } from './transactions.ts'

const ReceiptSheet = lazy(
  async (): Promise<{ readonly default: ComponentType<ReceiptSheetProps> }> => ({
    default: (await import('./ReceiptSheet.tsx')).ReceiptSheet,
  }),
)

export interface TransactionListProps {
  /** Only this account; all of them when left out. */
  readonly accountId?: string
  /** Lines asked for at once. */
  readonly pageSize: number
  /** The statement to its end, with a button for more; otherwise the newest lines only. */
  readonly isWhole?: boolean
}

/** The statement under day heads; a row opens its receipt. Loading, empty and failed states inside. */
export function TransactionList({ accountId, pageSize, isWhole = false }: TransactionListProps) {
  const t = useTexts()
  const query = useInfiniteQuery(statementQuery({ accountId, pageSize }))
  const { error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query
  // Drawn in slices: a long statement must not hold up the page.
  const data = useDeferredValue(query.data)
  useEndOfWaiting(data?.pages.some(({ transactions }) => transactions.some(isOnItsWay)) ?? false)
  if (!data) {
    if (!error) {
      return (
        <div aria-busy="true">
          <SkeletonRows count={5} />
        </div>
      )
    }
    return (
      <ErrorBlock message={t('tx.error')} cause={failureText(t, error)} isRetrying={isFetching} onRetry={() => void refetch()} />
    )
  }
  const lines = (isWhole ? data.pages : data.pages.slice(0, 1)).flatMap(({ transactions }) => transactions)
  if (lines.length === 0) return <EmptyState icon={<ReceiptIcon />}>{t('transactions.list.empty_descr')}</EmptyState>
  return (
    <>
      <DayGroups lines={lines} />
      {isWhole && hasNextPage ? (
        <Button variant="secondary" isLoading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('tx.more')}
        </Button>
      ) : null}
    </>
  )
}

/** A withdrawal that was on its way has ended: the balance may be another. */
function useEndOfWaiting(isWaiting: boolean): void {
  const moneyMoved = useMoneyMoved()
  const wasWaiting = useRef(false)
  useEffect(() => {
    if (wasWaiting.current && !isWaiting) moneyMoved()
    wasWaiting.current = isWaiting
  }, [isWaiting, moneyMoved])
}

function DayGroups({ lines }: { readonly lines: readonly Transaction[] }) {
  const { dayHead } = useFormats()
  const [opened, setOpened] = useState<Transaction>()
  const [isOpen, setOpen] = useState(false)
  function open(line: Transaction): void {
    setOpened(line)
    setOpen(true)
  }
  return (
    <>
      {groupByDay(lines, dayHead).map(({ head, transactions }) => (
        <section key={head} className={css.group} aria-label={head}>
          <h3 className={css.head}>{head}</h3>
          <List>
            {transactions.map((line) => (
              <TransactionRow key={line.id} transaction={line} onOpen={() => open(line)} />
            ))}
          </List>
        </section>
      ))}
      {opened ? (
        // The line anew: a receipt that is open follows its operation to its end.
        <Suspense>
          <ReceiptSheet
            transaction={lines.find(({ id }) => id === opened.id) ?? opened}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
