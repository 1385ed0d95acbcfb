import X from 'lucide-react/icons/x'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import css from './Popover.module.css'

export interface PopoverProps {
  readonly title: string
  /**
   * The element that the popover is attached to, itself included: a press outside it closes the popover. Its button gets the focus
   * back.
   */
  readonly place: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A small dialog attached to a button, for wide windows. Esc, ✕ and a press outside close it; it is not modal. */
export function Popover({ title, place, onClose, children }: PopoverProps) {
  const t = useTranslate()
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
