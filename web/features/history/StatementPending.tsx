import type { QueryFailure } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'

export interface StatementPendingProps {
  /** Why there is no statement; nothing while it is loading. */
  readonly failure: QueryFailure | undefined
}

/** In the place of a statement that is not there yet: five rows, or what went wrong. */
export function StatementPending({ failure }: StatementPendingProps) {
  const t = useTranslate()
  if (failure) return <LoadError message={t('tx.error')} failure={failure} />
  return (
    <div aria-busy="true">
      <SkeletonRows count={5} />
    </div>
  )
}
