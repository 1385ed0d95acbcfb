import type { RefObject } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { Popover } from '#web/ui/sheet/Popover.tsx'
import NoticesAndTransfers from './NoticesAndTransfers.tsx'

export interface OpenedNotificationsProps {
  readonly isOpen: boolean
  readonly isPhone: boolean
  /** What it hangs from where it is no sheet. */
  readonly place: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** What the bell opens, a sheet on phones, else a popover. Loaded when it is first opened. */
export default function OpenedNotifications({ isOpen, isPhone, place, onClose }: OpenedNotificationsProps) {
  const t = useTranslate()
  const list = <NoticesAndTransfers />
  if (isPhone) {
    return (
      <Modal isOpen={isOpen} onClose={onClose} title={t('notif.title')}>
        {list}
      </Modal>
    )
  }
  return isOpen ? (
    <Popover title={t('notif.title')} place={place} onClose={onClose}>
      {list}
    </Popover>
  ) : null
}
