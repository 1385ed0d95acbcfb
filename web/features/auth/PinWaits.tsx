import { useState } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'

const FreezeSheet = lazyComponent(() => import('./FreezeSheet.tsx'))

/** For a day after the PIN was set by an SMS: until when it takes no way into the wallet away, and what to do if that was somebody else. */
export function PinWaits() {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  const until = useProfile()?.pin_waits_until
  if (!until) return null
  const opened = { isOpen: sheet === 'open', onClose: () => setSheet('closed') }
  return (
    <Notice
      tone="warning"
      title={t('pin.waits_title')}
      action={
        <>
          <Button variant="secondary" size="m" aria-haspopup="dialog" onClick={() => setSheet('open')}>
            {t('freeze.submit')}
          </Button>
          {sheet === 'unused' ? null : (
            <LazyBoundary {...opened}>
              <FreezeSheet {...opened} />
            </LazyBoundary>
          )}
        </>
      }
    >
      {t('pin.waits', { time: dateTime(until) })}
    </Notice>
  )
}
