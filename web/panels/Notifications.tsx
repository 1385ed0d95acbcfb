import { useQuery } from '@tanstack/react-query'
import { Bell, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { NotificationList } from '#web/features/notifications/NotificationList.tsx'
import { notificationsQuery } from '#web/features/notifications/queries.ts'
import { markSeen, newerThan, useSeen } from '#web/features/notifications/seen.ts'
import { useTexts } from '#web/lib/texts.tsx'
import { useViewport } from '#web/lib/viewport.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import css from './Notifications.module.css'

const OPEN_CLASS = 'notifications-open'
const NOTHING = [] as const

/** The bell with its list (spec point 2): a sheet on phones, else a popover. Navigating, Esc and ✕ close it. */
export function Notifications() {
  const t = useTexts()
  const isPhone = useViewport() === 'phone'
  const { pathname } = useLocation()
  const { data = NOTHING, refetch } = useQuery(notificationsQuery)
  const seenUntil = useSeen((seen) => seen.until)
  const [openedAt, setOpenedAt] = useState<string>()
  const [newSince, setNewSince] = useState(seenUntil)
  const bell = useRef<HTMLDivElement>(null)
  const isOpen = openedAt === pathname
  if (openedAt !== undefined && !isOpen) setOpenedAt(undefined)
  const unread = newerThan(data, seenUntil).length
  const close = () => setOpenedAt(undefined)
  useBodyClass(isOpen)
  useEffect(() => {
    if (isOpen) markSeen(data)
  }, [isOpen, data])

  function toggle(): void {
    if (isOpen) {
      close()
      return
    }
    setOpenedAt(pathname)
    setNewSince(seenUntil)
    void refetch()
  }
  const list = <NotificationList newSince={newSince} />
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
      {isPhone ? (
        <Modal isOpen={isOpen} onClose={close} title={t('notif.title')}>
          {list}
        </Modal>
      ) : isOpen ? (
        <Popover title={t('notif.title')} place={bell} onClose={close}>
          {list}
        </Popover>
      ) : null}
    </div>
  )
}

interface PopoverProps {
  readonly title: string
  /** What the popover hangs from, itself included: a press outside of it closes. Its button gets the focus back. */
  readonly place: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly children: ReactNode
}

function Popover({ title, place, onClose, children }: PopoverProps) {
  const t = useTexts()
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const opener = place.current?.querySelector('button')
    heading.current?.focus()
    function pressed({ target }: PointerEvent): void {
      if (target instanceof Node && !place.current?.contains(target)) close.current()
    }
    function keyPressed({ key }: KeyboardEvent): void {
      if (key !== 'Escape') return
      close.current()
      opener?.focus()
    }
    document.addEventListener('pointerdown', pressed)
    document.addEventListener('keydown', keyPressed)
    return () => {
      document.removeEventListener('pointerdown', pressed)
      document.removeEventListener('keydown', keyPressed)
    }
  }, [place])
  function closeByButton(): void {
    onClose()
    place.current?.querySelector('button')?.focus()
  }
  return (
    <div className={css.popover} role="dialog" aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 ref={heading} id={titleId} className={css.title} tabIndex={-1}>
          {title}
        </h2>
        <IconButton label={t('common.close')} icon={<X aria-hidden />} onClick={closeByButton} />
      </div>
      <div className={css.body}>{children}</div>
    </div>
  )
}

/** Marks the body while the list is open, as spec point 2 has it. */
function useBodyClass(isOpen: boolean): void {
  useEffect(() => {
    document.body.classList.toggle(OPEN_CLASS, isOpen)
    return () => document.body.classList.remove(OPEN_CLASS)
  }, [isOpen])
}
