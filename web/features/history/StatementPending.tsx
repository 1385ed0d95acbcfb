import { failureText } from '#web/lib/api/failure-text.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { ErrorBlock } from '#web/ui/state/ErrorBlock.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'

export interface StatementPendingProps {
  /** Why there is no statement; nothing while it is loading. */
  readonly error: Error | null
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** In the place of a statement that is not there yet: five rows, or what went wrong. */
export function StatementPending({ error, isRetrying, onRetry }: StatementPendingProps) {
  const t = useTexts()
  if (error) {
    return <ErrorBlock message={t('tx.error')} cause={failureText(t, error)} isRetrying={isRetrying} onRetry={onRetry} />
  }
  return (
    <div aria-busy="true">
      <SkeletonRows count={5} />
    </div>
  )
}
