import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { SheetRow } from '#web/ui/sheet/SheetRow.tsx'

const FreezeSheet = lazyComponent(() => import('./FreezeSheet.tsx'))

/** Opens what freezes the wallet, or ends that. */
export function FreezeRow() {
  const t = useTranslate()
  return <SheetRow label={t('freeze.row')} sheet={(opened) => <FreezeSheet {...opened} />} />
}
