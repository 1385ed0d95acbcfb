import { memo } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './RatePanel.module.css'
import type { Pair } from './rate-queries.ts'

const Loaded = lazyComponent(async () => ({ default: (await import('./LoadedRatePanel.tsx')).LoadedRatePanel }))

/** How the rate of a pair has moved, and the way to be told of it: loaded after the form, in a place of its size. What is typed beside it does not draw it anew. */
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
