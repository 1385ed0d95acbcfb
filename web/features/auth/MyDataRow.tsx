import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { SheetRow } from '#web/ui/sheet/SheetRow.tsx'

const MyDataSheet = lazyComponent(() => import('./MyDataSheet.tsx'))

/** Opens what people can do with all that is kept of them. */
export function MyDataRow() {
  const t = useTranslate()
  return <SheetRow label={t('data.title')} sheet={(opened) => <MyDataSheet {...opened} />} />
}
