import History from 'lucide-react/icons/rotate-ccw-clock'
import { type ReactNode, useEffect, useRef } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useIsOnline } from '#web/lib/api/online.ts'
import { useQueryFailure } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import css from './InfiniteTransactionList.module.css'
import { StatementPending } from './StatementPending.tsx'
import { TransactionDays } from './TransactionDays.tsx'
import type { StatementFilter } from './use-statement.ts'
import { useStatement } from './use-statement.ts'

/** How far below the viewport the end of the list may be when the next page is fetched. */
const AHEAD = '600px'

export interface InfiniteTransactionListProps {
  readonly part: StatementFilter
  /** Shown for an empty list; by default that there are no transactions yet. */
  readonly empty?: ReactNode
}

/**
 * The transactions of a filter, page by page, under sticky day headings. The next page is fetched on scroll, or by a button;
 * after a failure by the button only.
 */
export function InfiniteTransactionList({ part, empty }: InfiniteTransactionListProps) {
  const t = useTranslate()
  const statement = useStatement(part)
  const failure = useQueryFailure(statement)
  const { data, error } = statement
  if (!data) return <StatementPending failure={failure} />
  const lines = data.pages.flatMap(({ transactions }) => transactions)
  if (lines.length === 0) {
    return empty ?? <EmptyState icon={<History />}>{t('transactions.list.empty_descr')}</EmptyState>
  }
  return (
    <>
      <TransactionDays lines={lines} isSticky />
      {statement.hasNextPage ? (
        <More
          isLoading={statement.isFetchingNextPage}
          error={statement.isFetchNextPageError ? error : null}
          onMore={() => void statement.fetchNextPage({ cancelRefetch: false })}
        />
      ) : data.pages.length > 1 ? (
        <div className={css.more}>
          <p className={css.note}>{t('tx.end')}</p>
        </div>
      ) : null}
    </>
  )
}

interface MoreProps {
  readonly isLoading: boolean
  /** Why the next page failed to load. */
  readonly error: Error | null
  readonly onMore: () => void
}

function More({ isLoading, error, onMore }: MoreProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const end = useNearing(isOnline && !isLoading && !error, onMore)
  return (
    <div ref={end} className={css.more}>
      <p className={css.note} role="status">
        {error ? `${t('tx.error')}. ${failureText(t, error)}` : isOnline ? '' : t('offline.action')}
      </p>
      {isOnline ? (
        <Button variant="secondary" isLoading={isLoading} onClick={onMore}>
          {error ? t('common.retry') : t('tx.more')}
        </Button>
      ) : null}
    </div>
  )
}

/** Calls back when an element comes near the viewport, while enabled. */
function useNearing(isWanted: boolean, onNear: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const tell = useRef(onNear)
  useEffect(() => {
    tell.current = onNear
  })
  useEffect(() => {
    if (!(isWanted && element.current)) return
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && tell.current(), {
      rootMargin: AHEAD,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isWanted])
  return element
}
