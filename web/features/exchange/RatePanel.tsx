import { memo } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './RatePanel.module.css'
import type { Pair } from './rate-queries.ts'

const Loaded = lazyComponent(async () => ({ default: (await import('./LoadedRatePanel.tsx')).LoadedRatePanel }))

/** The past rates of a pair and its alerts, loaded after the form, in a place of the same size. Typing in the form does not redraw the panel. */
export const RatePanel = memo(function RatePanel(pair: Pair) {
  return (
    <LazyBoundary
      isOpen
      onClose={() => undefined}
      fallback={
        <Card isBusy>
          <div className={css.place}>
            <Skeleton shape="block" height="100%" />
          </div>
        </Card>
      }
    >
      <Loaded {...pair} />
    </LazyBoundary>
  )
})
