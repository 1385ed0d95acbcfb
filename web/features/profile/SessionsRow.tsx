import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { SheetRow } from '#web/ui/sheet/SheetRow.tsx'

const SessionsSheet = lazyComponent(() => import('./SessionsSheet.tsx'))

/** Opens the list of places where the user is signed in. */
export function SessionsRow() {
  const t = useTranslate()
  return <SheetRow label={t('profile.sessions')} sheet={(opened) => <SessionsSheet {...opened} />} />
}
