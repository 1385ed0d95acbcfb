import WifiOff from 'lucide-react/icons/wifi-off'
import { type ReactNode, useState } from 'react'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { reload } from '#web/lib/page/reload.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { StatusPage } from './StatusPage.tsx'

/** Until the page has once had a network it has nothing to show but that: data are kept nowhere. Then it goes on by itself. */
export function OfflineStart({ children }: { readonly children: ReactNode }) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const [hasBegun, setBegun] = useState(isOnline)
  if (isOnline && !hasBegun) setBegun(true)
  if (hasBegun) return children
  return (
    <StatusPage
      Icon={WifiOff}
      title={t('offline.page_title')}
      text={t('offline.page_text')}
      action={<Button onClick={reload}>{t('page.reload')}</Button>}
    />
  )
}
