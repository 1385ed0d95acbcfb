import { useFeatureFlag } from '#web/lib/config/use-config.ts'

export { TotalChange } from '#web/features/wallets/TotalChange.tsx'

import FirstSteps from './FirstSteps.tsx'
import Waiting from './Waiting.tsx'

export interface HomeExtrasProps {
  /** The wallet is new: its first steps are shown. */
  readonly hasSteps: boolean
  /** Something was waiting before: its place is kept until it is known whether it still is. */
  readonly wasWaiting: boolean
}

/** What Home shows to some: what waits for them, and first steps. Loaded after the rest. */
export default function HomeExtras({ hasSteps, wasWaiting }: HomeExtrasProps) {
  const takesTransfers = useFeatureFlag('p2p')
  return (
    <>
      {takesTransfers ? <Waiting isPlaceKept={wasWaiting} /> : null}
      {hasSteps ? <FirstSteps /> : null}
    </>
  )
}
