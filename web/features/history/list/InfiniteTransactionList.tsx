import History from 'lucide-react/icons/rotate-ccw-clock'
import { type ReactNode, useEffect, useRef } from 'react'
import type { StatementFilter } from '#web/features/history/statement/use-statement.ts'
import { useStatement, withoutHalf } from '#web/features/history/statement/use-statement.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useQueryFailure } from '#web/lib/api/retryable-query.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import css from './InfiniteTransactionList.module.css'
import { StatementPending } from './StatementPending.tsx'
import { TransactionDays } from './TransactionDays.tsx'
import { joinLegs } from './transactions.ts'

/** How far below the viewport the end of the list may be when the next page is fetched. */
const AHEAD = '600px'

export interface InfiniteTransactionListProps {
  readonly part: StatementFilter
  /** Shown for an empty list; by default a message says that there are no transactions yet. */
  readonly empty?: ReactNode
}

/**
 * The transactions of a filter, page by page, under sticky day headings. The next page is fetched on scroll, or by a button;
 * after a failure by the button only.
 */
export function InfiniteTransactionList({ part, empty }: InfiniteTransactionListProps) {
  const t = useTranslate()
  const { day } = useFormats()
  const statement = useStatement(part)
  const failure = useQueryFailure(statement)
  const { data, error } = statement
  if (!data) return <StatementPending failure={failure} />
  const read = data.pages.flatMap(({ transactions }) => transactions)
  // A search never splits an exchange across pages, and may have found one leg alone.
  const lines = joinLegs(statement.hasNextPage && !part.search ? withoutHalf(read) : read)
  const { searchedTo, archivedUntil } = data.pages.at(-1) ?? {}
  if (lines.length === 0 && !statement.hasNextPage) {
    if (archivedUntil !== undefined)
      return <EmptyState icon={<History />}>{t('tx.archived', { date: day(archivedUntil) })}</EmptyState>
    return empty ?? <EmptyState icon={<History />}>{t('transactions.list.empty_descr')}</EmptyState>
  }
  return (
    <>
      {lines.length > 0 ? <TransactionDays lines={lines} isSticky /> : null}
      {statement.hasNextPage ? (
        <More
          isLoading={statement.isFetchingNextPage}
          error={statement.isFetchNextPageError ? error : null}
          search={searchedTo === undefined ? undefined : { to: searchedTo, isEmpty: lines.length === 0 }}
          onMore={() => void statement.fetchNextPage({ cancelRefetch: false })}
        />
      ) : archivedUntil !== undefined || data.pages.length > 1 ? (
        <div className={css.more}>
          <p className={css.note}>{archivedUntil === undefined ? t('tx.end') : t('tx.archived', { date: day(archivedUntil) })}</p>
        </div>
      ) : null}
    </>
  )
}

interface MoreProps {
  readonly isLoading: boolean
  /** Why the next page failed to load. */
  readonly error: Error | null
  /**
   * Set when a search found too little for a page: the instant down to which it has looked. Such a search continues by the button
   * only.
   */
  readonly search: { readonly to: string; readonly isEmpty: boolean } | undefined
  readonly onMore: () => void
}

function More({ isLoading, error, search, onMore }: MoreProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const { day } = useFormats()
  const end = useNearing(isOnline && !isLoading && !error && !search, onMore)
  const searched = search ? t(search.isEmpty ? 'hist.nothing_to' : 'hist.searched_to', { date: day(search.to) }) : ''
  return (
    <div ref={end} className={css.more}>
      <p className={css.note} role="status">
        {error ? `${t('tx.error')}. ${failureText(t, error)}` : isOnline ? searched : t('offline.action')}
      </p>
      {isOnline ? (
        <Button variant="secondary" isLoading={isLoading} onClick={onMore}>
          {error ? t('common.retry') : t(search ? 'hist.search_on' : 'tx.more')}
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
