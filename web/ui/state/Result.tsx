import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Clock from 'lucide-react/icons/clock'
import Search from 'lucide-react/icons/search'
import { type ReactNode, useEffect, useRef } from 'react'
import { haptic } from '#web/lib/page/platform.ts'
import css from './Result.module.css'
import { Spinner } from './Spinner.tsx'

/** The outcome of an operation: `pending` is certainly on its way, `unknown` may or may not have happened. */
export type ResultKind = 'waiting' | 'success' | 'failed' | 'pending' | 'unknown' | 'none'

export interface ResultProps {
  readonly kind: ResultKind
  /** Left out when a surrounding heading already says it. */
  readonly title?: string
  readonly text?: ReactNode
  /** Facts under the text. */
  readonly children?: ReactNode
  /** The buttons; the first is the main action. */
  readonly actions?: ReactNode
  /** Takes the focus when it appears, so that it is read out in a dialog whose content has just changed. */
  readonly isFocused?: boolean
}

/**
 * The outcome of an operation, or the wait for it: an icon, a text, the next steps. A change is announced once; an outcome also
 * vibrates.
 */
export function Result({ kind, title, text, children, actions, isFocused = false }: ResultProps) {
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused) words.current?.focus()
  }, [isFocused])
  useEffect(() => {
    if (kind === 'success') haptic('success')
    if (kind === 'failed') haptic('error')
  }, [kind])
  return (
    <div className={css.result} data-kind={kind}>
      <Sign kind={kind} />
      <div ref={words} className={css.words} role="status" tabIndex={-1}>
        {title === undefined ? null : <p className={css.title}>{title}</p>}
        {text ? <div className={css.text}>{text}</div> : null}
      </div>
      {children ? <div className={css.facts}>{children}</div> : null}
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </div>
  )
}

function Sign({ kind }: { readonly kind: ResultKind }) {
  if (kind === 'success') return <Tick />
  return (
    <span className={css.sign} aria-hidden="true">
      {kind === 'waiting' ? <Spinner size={40} /> : null}
      {kind === 'pending' || kind === 'unknown' ? <Clock size={32} /> : null}
      {kind === 'failed' ? <CircleAlert size={32} /> : null}
      {kind === 'none' ? <Search size={32} /> : null}
    </span>
  )
}

/**
 * The icon of a success: a tick that draws itself in 400 ms, at once under reduced motion. Decoration; the text beside it says the
 * same.
 */
function Tick() {
  return (
    <svg className={css.check} width="72" height="72" viewBox="0 0 72 72" fill="none" aria-hidden="true">
      <circle className={css.ground} cx="36" cy="36" r="36" />
      <path className={css.tick} d="M22 37.5 32 47l18-21" pathLength="1" />
    </svg>
  )
}
