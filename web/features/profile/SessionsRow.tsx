import ChevronRight from 'lucide-react/icons/chevron-right'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '#web/lib/texts/texts.tsx'
import css from './PreferencesCard.module.css'

const SessionsSheet = lazy(() => import('./SessionsSheet.tsx'))

/** Opens the list of places where the user is signed in (ux.md 5, row 12). */
export function SessionsRow() {
  const t = useTexts()
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <>
      <button type="button" className={css.opener} aria-haspopup="dialog" onClick={() => setSheet('open')}>
        {t('profile.sessions')}
        <ChevronRight size={20} aria-hidden />
      </button>
      {sheet === 'unused' ? null : (
        <Suspense>
          <SessionsSheet isOpen={sheet === 'open'} onClose={() => setSheet('closed')} />
        </Suspense>
      )}
    </>
  )
}
