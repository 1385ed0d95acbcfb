import { useState } from 'react'
import type { Currency } from '#money/currency'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { InlineAction } from '#web/ui/InlineAction.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'

const LevelsSheet = lazyComponent(() => import('./LevelsSheet.tsx'))

/**
 * What stands after a limit that was hit: opens the levels and what each allows, in this currency first. Called after what it leads to:
 * to raise one's level where there is a higher one.
 */
export function WayUp({ currency }: { readonly currency?: Currency | undefined }) {
  const t = useTranslate()
  const canRise = useProfile()?.identification_level.ask_for_next ?? false
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const opened = { isOpen: state === 'open', onClose: () => setState('closed') }
  return (
    <>
      <InlineAction opens="dialog" onPress={() => setState('open')}>
        {t(canRise ? 'kyc.upgrade' : 'levels.title')}
      </InlineAction>
      {state === 'unused' ? null : (
        <LazyBoundary {...opened}>
          <LevelsSheet {...opened} currency={currency} />
        </LazyBoundary>
      )}
    </>
  )
}
