import { createPortal } from 'react-dom'
import { ratesQuery } from '#web/features/exchange/queries.ts'
import { findQuote } from '#web/features/exchange/rates.ts'
import { TotalFoot } from '#web/features/wallets/TotalFoot.tsx'
import type { FindRate } from '#web/features/wallets/total.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import FirstSteps from './FirstSteps.tsx'
import Waiting from './Waiting.tsx'

export interface HomeExtrasProps {
  /** The wallet is new: its first steps are shown. */
  readonly hasSteps: boolean
  /** Something was waiting before: its place is kept until it is known whether it still is. */
  readonly wasWaiting: boolean
  /** The place under the total, where its change stands, or why there is none. */
  readonly foot: HTMLElement | null
}

/** What Home shows to some: how their total has changed, what waits for them, and first steps. Loaded after the rest. */
export default function HomeExtras({ hasSteps, wasWaiting, foot }: HomeExtrasProps) {
  const takesTransfers = useFeatureFlag('p2p')
  const { data: sheet, failure } = useRetryableQuery(ratesQuery)
  const findRate: FindRate | undefined = sheet && ((from, to) => findQuote(sheet, from, to)?.rate)
  return (
    <>
      {foot ? createPortal(<TotalFoot findRate={findRate} rateFailure={failure} />, foot) : null}
      {takesTransfers ? <Waiting isPlaceKept={wasWaiting} /> : null}
      {hasSteps ? <FirstSteps /> : null}
    </>
  )
}
