import X from 'lucide-react/icons/x'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useCloseOnBack } from '#web/lib/page/sheet-history.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { followKeyboard } from './keyboard-inset.ts'
import css from './Modal.module.css'
import { useSheetDrag } from './sheet-drag.ts'

/** The duration of the exit transition (--duration-base). */
const LEAVING_MS = 220

export interface ModalProps {
  readonly isOpen: boolean
  /** Called by ✕, Esc, a click beside the modal, a pull down, and "back" of the browser. Close by setting `isOpen`. */
  readonly onClose: () => void
  readonly title: string
  /** Only its owner closes the modal: while money is on its way, or until a required input is given. Removes the ✕. */
  readonly blockedBy?: 'money' | 'demand' | undefined
  /** Removes the ✕; Esc and a click beside the modal still close. */
  readonly hasNoCloseButton?: boolean
  /**
   * `sheet`: from the bottom on phones, else in the middle. `side`: from the bottom on phones, else from the side. `alert`: small, in the
   * middle everywhere, role `alertdialog`.
   */
  readonly shape?: 'sheet' | 'side' | 'alert'
  /** Always the maximum height, whatever the content: for lists that shrink during a search. */
  readonly isTall?: boolean
  /** Twice as wide from 768 px on: for two columns. */
  readonly isWide?: boolean
  /** Stays at the bottom while the content scrolls. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/**
 * A modal sheet or dialog on the native `<dialog>`: focus stays inside and returns to where it was. The initial focus goes to the
 * element marked `data-autofocus`, else to the title.
 */
export function Modal(props: ModalProps) {
  const isShown = useExitTransition(props.isOpen, LEAVING_MS)
  const opening = useOpenings(props.isOpen)
  return isShown ? <Dialog key={opening} {...props} /> : null
}

/** Counts the openings: a modal opened again during its exit transition starts anew, without the previous input. */
function useOpenings(isOpen: boolean): number {
  const [seen, setSeen] = useState({ isOpen, count: 0 })
  if (seen.isOpen !== isOpen) setSeen({ isOpen, count: isOpen ? seen.count + 1 : seen.count })
  return seen.count
}

function Dialog(props: ModalProps) {
  const { isOpen, onClose, title, blockedBy, hasNoCloseButton = false, shape = 'sheet', isTall = false, isWide = false } = props
  const isBlocked = blockedBy !== undefined
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  const isSheet = shape !== 'alert'
  const drag = useSheetDrag(dialog, isSheet && !isBlocked, onClose)
  useShowing(dialog, isOpen)
  useEffect(followKeyboard, [])
  useCloseOnBack(isOpen, () => {
    if (isBlocked) return 'kept'
    onClose()
    return 'closed'
  })

  function escapePressed(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isBlocked) event.preventDefault()
  }
  function cancelled(event: SyntheticEvent): void {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (!isBlocked) onClose()
  }
  function closed(event: SyntheticEvent): void {
    // A browser may close the dialog (on a second "back" on Android) without asking.
    if (event.target !== event.currentTarget || !isOpen || dialog.current?.open) return
    if (isBlocked) dialog.current?.showModal()
    else onClose()
  }
  function pressed(event: PointerEvent): void {
    pressedBeside.current = event.target === event.currentTarget
  }
  function clicked(event: SyntheticEvent): void {
    if (pressedBeside.current && event.target === event.currentTarget && !isBlocked) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={classNames(
        css.dialog,
        isSheet ? css.sheet : css.alert,
        shape === 'side' && css.side,
        isTall && css.tall,
        isWide && css.wide,
      )}
      role={shape === 'alert' ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      data-blocked={blockedBy}
      onKeyDown={escapePressed}
      onCancel={cancelled}
      onClose={closed}
      onPointerDown={pressed}
      onClick={clicked}
    >
      <div className={css.panel}>
        <div className={css.head} {...drag}>
          {isSheet ? <span className={css.grab} aria-hidden="true" /> : null}
          <h2 id={titleId} className={css.title} tabIndex={-1} data-modal-title>
            {title}
          </h2>
          {isBlocked || hasNoCloseButton || !isSheet ? null : <CloseButton onClose={onClose} />}
        </div>
        <div className={css.body}>{props.children}</div>
        {props.footer ? <div className={css.foot}>{props.footer}</div> : null}
      </div>
    </dialog>
  )
}

function CloseButton({ onClose }: Pick<ModalProps, 'onClose'>) {
  const t = useTranslate()
  return (
    <div className={css.close}>
      <IconButton label={t('common.close')} icon={<X aria-hidden />} onClick={onClose} />
    </div>
  )
}

/**
 * Shows the dialog while it is open, with the focus inside; then returns the focus to the element that had it. Not in a layout effect:
 * React restores the focus of before the commit, which is inside the closing dialog.
 */
function useShowing(dialog: { readonly current: HTMLDialogElement | null }, isOpen: boolean): void {
  useEffect(() => {
    const element = dialog.current
    if (!isOpen || !element) return
    const before = document.activeElement
    if (!element.open) {
      element.showModal()
      setOrigin(element, before)
    }
    const first =
      element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>('[data-modal-title]')
    first?.focus()
    return () => {
      element.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [dialog, isOpen])
}

/** Lets an opening transition grow from the element that opened the dialog. */
function setOrigin(dialog: HTMLElement, asked: Element | null): void {
  if (asked === null || asked === document.body) return
  const { left, top, width, height } = asked.getBoundingClientRect()
  dialog.style.transformOrigin = `${left + width / 2 - dialog.offsetLeft}px ${top + height / 2 - dialog.offsetTop}px`
}

/** True while the dialog is open and for `moment` milliseconds afterwards, so that its exit can be drawn. */
function useExitTransition(isOpen: boolean, moment: number): boolean {
  const [isLeft, setLeft] = useState(!isOpen)
  if (isOpen && isLeft) setLeft(false)
  useEffect(() => {
    if (isOpen) return
    const timer = setTimeout(() => setLeft(true), moment)
    return () => clearTimeout(timer)
  }, [isOpen, moment])
  return isOpen || !isLeft
}
