import { useQuery } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import { useEffect, useRef, useState } from 'react'
import { notificationsQuery } from '#web/features/notifications/queries.ts'
import { newerThan } from '#web/features/notifications/seen.ts'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useViewport } from '#web/lib/page/viewport.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import css from './Notifications.module.css'

const NoticesAndTransfers = lazyComponent(() => import('./NoticesAndTransfers.tsx'))
const Modal = lazyComponent(async () => ({ default: (await import('#web/ui/sheet/Modal.tsx')).Modal }))
const Popover = lazyComponent(async () => ({ default: (await import('#web/ui/sheet/Popover.tsx')).Popover }))

const OPEN_CLASS = 'notifications-open'
const NOTHING = [] as const

/** The bell with its list: a sheet on phones, else a popover. Navigating, Esc and ✕ close it. */
export function Notifications() {
  const t = useTranslate()
  const isPhone = useViewport() === 'phone'
  const { pathname } = useHistoryEntry()
  const { data = NOTHING, refetch } = useQuery(notificationsQuery)
  const seenUntil = useSession((session) => session.noticesSeenUntil)
  const [openedAt, setOpenedAt] = useState<string>()
  const [wasOpened, setWasOpened] = useState(false)
  const [newSince, setNewSince] = useState(seenUntil)
  const bell = useRef<HTMLDivElement>(null)
  const isOpen = openedAt === pathname
  if (openedAt !== undefined && !isOpen) setOpenedAt(undefined)
  const unread = newerThan(data, seenUntil).length
  const close = () => setOpenedAt(undefined)
  useBodyClass(isOpen)

  function toggle(): void {
    if (isOpen) {
      close()
      return
    }
    setOpenedAt(pathname)
    setWasOpened(true)
    setNewSince(seenUntil)
    void refetch()
  }
  const list = (
    <LazyBoundary isOpen={isOpen} onClose={close} fallback={<SkeletonRows count={3} />}>
      <NoticesAndTransfers newSince={newSince} />
    </LazyBoundary>
  )
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
      {isOpen || (wasOpened && isPhone) ? (
        <LazyBoundary isOpen={isOpen} onClose={close}>
          {isPhone ? (
            <Modal isOpen={isOpen} onClose={close} title={t('notif.title')}>
              {list}
            </Modal>
          ) : (
            <Popover title={t('notif.title')} place={bell} onClose={close}>
              {list}
            </Popover>
          )}
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
