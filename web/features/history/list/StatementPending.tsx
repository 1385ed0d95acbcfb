import type { QueryFailure } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'

export interface StatementPendingProps {
  /** Why the statement failed to load; undefined while it is loading. */
  readonly failure: QueryFailure | undefined
}

/** Placeholder of a statement: five skeleton rows, or the error. */
export function StatementPending({ failure }: StatementPendingProps) {
  const t = useTranslate()
  if (failure) return <LoadError message={t('tx.error')} failure={failure} />
  return (
    <div aria-busy="true">
      <SkeletonRows count={5} />
    </div>
  )
}
