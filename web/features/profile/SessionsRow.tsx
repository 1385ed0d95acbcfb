import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { lazyPart } from '#web/lib/page/lazy.tsx'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { OnDemand } from '#web/ui/state/OnDemand.tsx'
import css from './PreferencesCard.module.css'

const SessionsSheet = lazyPart(() => import('./SessionsSheet.tsx'))

/** Opens the list of places where the user is signed in. */
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
        <OnDemand isOpen={sheet === 'open'} onClose={() => setSheet('closed')}>
          <SessionsSheet isOpen={sheet === 'open'} onClose={() => setSheet('closed')} />
        </OnDemand>
      )}
    </>
  )
}
