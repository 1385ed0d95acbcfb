import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import css from './PreferencesCard.module.css'

const SessionsSheet = lazyComponent(() => import('./SessionsSheet.tsx'))

/** Opens the list of places where the user is signed in. */
export function SessionsRow() {
  const t = useTranslate()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <>
      <button type="button" className={css.opener} aria-haspopup="dialog" onClick={() => setSheet('open')}>
        {t('profile.sessions')}
        <ChevronRight size={20} aria-hidden />
      </button>
      {sheet === 'unused' ? null : (
        <LazyBoundary isOpen={sheet === 'open'} onClose={() => setSheet('closed')}>
          <SessionsSheet isOpen={sheet === 'open'} onClose={() => setSheet('closed')} />
        </LazyBoundary>
      )}
    </>
  )
}
