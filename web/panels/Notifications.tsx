import { useQuery } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import { useEffect, useRef, useState } from 'react'
import { notificationsQuery } from '#web/features/notifications/queries.ts'
import { type HistoryEntry, useHistoryEntry } from '#web/lib/address/router.tsx'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useViewport } from '#web/lib/page/viewport.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import css from './Notifications.module.css'

const OpenedNotifications = lazyComponent(() => import('./OpenedNotifications.tsx'))

const OPEN_CLASS = 'notifications-open'
const NOTHING = [] as const

/** The bell with its list: a sheet on phones, else a popover. Navigating, Esc and ✕ close it. */
export function Notifications() {
  const t = useTranslate()
  const isPhone = useViewport() === 'phone'
  const entry = useHistoryEntry()
  const { data = NOTHING, refetch } = useQuery(notificationsQuery)
  const [openedAt, setOpenedAt] = useState<HistoryEntry>()
  const [wasOpened, setWasOpened] = useState(false)
  const bell = useRef<HTMLDivElement>(null)
  const isOpen = openedAt === entry
  if (openedAt !== undefined && !isOpen) setOpenedAt(undefined)
  const unread = data.filter((notice) => notice.is_unread).length
  const close = () => setOpenedAt(undefined)
  useBodyClass(isOpen)

  function toggle(): void {
    if (isOpen) {
      close()
      return
    }
    setOpenedAt(entry)
    setWasOpened(true)
    void refetch()
  }
  return (
    <div ref={bell} className={css.place}>
      <IconButton
        label={unread > 0 ? t('notif.unread', { n: unread }) : t('notif.open')}
        icon={<Bell aria-hidden />}
        hasDot={unread > 0}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={toggle}
      />
      {wasOpened ? (
        <LazyBoundary isOpen={isOpen} onClose={close}>
          <OpenedNotifications {...{ isOpen, isPhone }} place={bell} onClose={close} />
        </LazyBoundary>
      ) : null}
    </div>
  )
}

/** Marks the body while the list is open. */
function useBodyClass(isOpen: boolean): void {
  useEffect(() => {
    document.body.classList.toggle(OPEN_CLASS, isOpen)
    return () => document.body.classList.remove(OPEN_CLASS)
  }, [isOpen])
}
