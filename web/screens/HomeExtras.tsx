import { createPortal } from 'react-dom'
import { TotalChange } from '#web/features/wallets/TotalChange.tsx'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'

import FirstSteps from './FirstSteps.tsx'
import { useWorth } from './use-worth.ts'
import Waiting from './Waiting.tsx'

export interface HomeExtrasProps {
  /** The wallet is new: its first steps are shown. */
  readonly hasSteps: boolean
  /** Something was waiting before: its place is kept until it is known whether it still is. */
  readonly wasWaiting: boolean
  /** The place under the total, where its change stands. */
  readonly foot: HTMLElement | null
}

/** What Home shows to some: how their total has changed, what waits for them, and first steps. Loaded after the rest. */
export default function HomeExtras({ hasSteps, wasWaiting, foot }: HomeExtrasProps) {
  const takesTransfers = useFeatureFlag('p2p')
  const worth = useWorth()
  return (
    <>
      {foot && worth ? createPortal(<TotalChange findRate={worth.findRate} />, foot) : null}
      {takesTransfers ? <Waiting isPlaceKept={wasWaiting} /> : null}
      {hasSteps ? <FirstSteps /> : null}
    </>
  )
}
