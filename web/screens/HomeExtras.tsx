import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { ratesQuery } from '#web/features/exchange/queries.ts'
import { findQuote } from '#web/features/exchange/rates.ts'
import { TotalFoot } from '#web/features/wallets/TotalFoot.tsx'
import { TOTAL_FOOT } from '#web/features/wallets/TotalLine.tsx'
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
}

/** What Home shows to some: how their total has changed, what waits for them, and first steps. Loaded after the rest. */
export default function HomeExtras({ hasSteps, wasWaiting }: HomeExtrasProps) {
  const takesTransfers = useFeatureFlag('p2p')
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  // The total is drawn by then, also when both are drawn at once.
  useLayoutEffect(() => setFoot(document.getElementById(TOTAL_FOOT)), [])
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
