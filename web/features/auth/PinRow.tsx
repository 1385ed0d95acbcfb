import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { SheetRow } from '#web/ui/sheet/SheetRow.tsx'

const PinSheet = lazyComponent(() => import('./PinSheet.tsx'))

/** Opens the change of the PIN; nothing where it is not known to be set. */
export function PinRow() {
  const t = useTranslate()
  const profile = useProfile()
  if (!profile?.has_pin) return null
  return <SheetRow label={t('pin.row')} sheet={(opened) => <PinSheet {...opened} phone={profile.phone} />} />
}
