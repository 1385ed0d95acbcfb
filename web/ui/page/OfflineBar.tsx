import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect, useRef } from 'react'
import { lastResponseAt } from '#web/lib/api/last-response.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import css from './Bar.module.css'

/** Under the header while there is no network: since when the data are as they are. Says when the network is back. */
export function OfflineBar() {
  const t = useTranslate()
  const { time } = useFormats()
  const toast = useToast()
  const isOnline = useIsOnline()
  const wasOffline = useRef(false)
  useEffect(() => {
    if (isOnline && wasOffline.current) toast(t('offline.back'), 'success')
    wasOffline.current = !isOnline
  }, [isOnline, toast, t])
  const answeredAt = lastResponseAt()
  return (
    <div role="status">
      {isOnline ? null : (
        <p className={css.offline}>
          <WifiOff className={css.icon} size={16} aria-hidden />
          {answeredAt ? t('offline.bar', { time: time(answeredAt) }) : t('offline.page_title')}
        </p>
      )}
    </div>
  )
}
