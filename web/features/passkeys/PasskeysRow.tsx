import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { SheetRow } from '#web/ui/sheet/SheetRow.tsx'

const PasskeysSheet = lazyComponent(() => import('./PasskeysSheet.tsx'))

/** Opens the list of the user's passkeys. */
export function PasskeysRow() {
  const t = useTranslate()
  return <SheetRow label={t('passkeys.title')} sheet={(opened) => <PasskeysSheet {...opened} />} />
}
