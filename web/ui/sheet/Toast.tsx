import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import css from './Toast.module.css'

const SHOWN_MS = 5000
const SHOWN_MAX = 3

export type ToastTone = 'info' | 'success' | 'warning'

/** One action of a toast; never the only way to do it, because a toast disappears without being asked. */
interface ToastAction {
  readonly label: string
  readonly onPress: () => void
}

type ShowToast = (text: string, tone?: ToastTone, action?: ToastAction) => void

interface ToastMessage {
  readonly id: number
  readonly text: string
  readonly tone: ToastTone
  readonly action: ToastAction | undefined
  /** The screen where the toast was shown, or the next screen to which it moved with the person. */
  readonly place: string
  readonly hasMoved: boolean
}

const ToastContext = createContext<ShowToast | undefined>(undefined)
const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert }

/** Shows a short message for 5 seconds, on this screen and the next one. Never the only place for an error. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider around it')
  return show
}

/**
 * Holds the toasts of the page, above its tab bar (`--tab-bar-height`, set by the shell) and above any sheet; rendered once, near the
 * root.
 */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [messages, setMessages] = useState<readonly ToastMessage[]>([])
  const [isHeld, setHeld] = useState(false)
  const region = useRef<HTMLDivElement>(null)
  const count = useRef(0)
  const { pathname } = useHistoryEntry()
  const show = useCallback<ShowToast>((text, tone = 'info', action) => {
    raise(region.current)
    count.current += 1
    const message = { id: count.current, text, tone, action, place: window.location.pathname, hasMoved: false }
    setMessages((before) => [...before.filter((other) => other.text !== text), message].slice(-SHOWN_MAX))
  }, [])
  useEffect(() => {
    setMessages((before) => (before.length === 0 ? before : before.flatMap((message) => moved(message, pathname))))
  }, [pathname])
  const drop = useCallback((id: number) => setMessages((before) => before.filter((message) => message.id !== id)), [])
  return (
    <ToastContext value={show}>
      {children}
      <div
        ref={region}
        className={css.region}
        popover="manual"
        role="status"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {messages.map((message) => (
          <Toast key={message.id} message={message} isHeld={isHeld} drop={drop} />
        ))}
      </div>
    </ToastContext>
  )
}

/** Decides whether a toast stays on a new screen: it moves with the person to one more screen; further only when it has an action. */
function moved(message: ToastMessage, place: string): ToastMessage[] {
  if (message.place === place) return [message]
  return message.hasMoved && !message.action ? [] : [{ ...message, place, hasMoved: true }]
}

interface ToastProps {
  readonly message: ToastMessage
  readonly isHeld: boolean
  readonly drop: (id: number) => void
}

function Toast({ message: { id, text, tone, action }, isHeld, drop }: ToastProps) {
  const t = useTranslate()
  const Icon = ICONS[tone]
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => drop(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, isHeld, drop])
  return (
    <div className={css.toast} data-tone={tone}>
      <Icon className={css.icon} size={20} aria-hidden />
      <span className={css.text}>{text}</span>
      {action ? (
        <Button variant="text" size="m" onClick={action.onPress}>
          {action.label}
        </Button>
      ) : null}
      <IconButton label={t('common.close')} icon={<X size={20} aria-hidden />} onClick={() => drop(id)} />
    </div>
  )
}

/** Puts the region above everything that has opened since; only a popover can be above a modal dialog. */
function raise(region: HTMLElement | null): void {
  if (!region || !('showPopover' in region)) return
  if (region.matches(':popover-open')) region.hidePopover()
  region.showPopover()
}
