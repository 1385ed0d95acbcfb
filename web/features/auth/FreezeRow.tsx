import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { SheetRow } from '#web/ui/sheet/SheetRow.tsx'

const FreezeSheet = lazyComponent(() => import('./FreezeSheet.tsx'))

/** Opens what freezes the wallet, or ends that. */
export function FreezeRow() {
  const t = useTranslate()
  const profile = useProfile()
  if (!profile) return null
  const { frozen = null, phone, has_pin } = profile
  return (
    <SheetRow
      label={t(frozen ? 'freeze.row_frozen' : 'freeze.row')}
      sheet={(opened) => <FreezeSheet {...opened} frozen={frozen} phone={phone} hasPin={has_pin} />}
    />
  )
}
