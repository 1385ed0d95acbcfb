import { useQuery } from '@tanstack/react-query'
import type { QueryFailure } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { RetryButton } from '#web/ui/state/RetryButton.tsx'
import { accountsQuery } from './queries.ts'
import { TotalChange } from './TotalChange.tsx'
import css from './TotalFoot.module.css'
import type { FindRate } from './total.ts'

export interface TotalFootProps {
  /** Nothing while the rates are not there. */
  readonly findRate: FindRate | undefined
  /** The rates failed to load: there is no total, and this says so and offers to try again. */
  readonly rateFailure: QueryFailure | undefined
}

/** What stands under the total: how it has changed, or why there is none. */
export default function TotalFoot({ findRate, rateFailure }: TotalFootProps) {
  const t = useTranslate()
  const { data: accounts } = useQuery(accountsQuery)
  if (!accounts) return null
  if (findRate) return <TotalChange findRate={findRate} />
  return rateFailure ? (
    <div className={css.failed}>
      <p>{t('panel.assets.unknown')}</p>
      <RetryButton variant="text" isRetrying={rateFailure.isRetrying} onRetry={rateFailure.onRetry} />
    </div>
  ) : null
}
