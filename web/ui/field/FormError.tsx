import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type ReactNode, useEffect, useRef } from 'react'
import css from './FormError.module.css'

/** What the server said against the form, word for word; takes the focus when it comes. Nothing without a message. */
export function FormError({ message }: { readonly message: ReactNode }) {
  const block = useRef<HTMLDivElement>(null)
  // What is no text is another each time it is drawn: it takes the focus once.
  const came = typeof message === 'string' ? message : Boolean(message)
  useEffect(() => {
    if (came) block.current?.focus()
  }, [came])
  if (!message) return null
  return (
    <div ref={block} className={css.error} role="alert" tabIndex={-1}>
      <CircleAlert className={css.icon} size={20} aria-hidden />
      <span>{message}</span>
    </div>
  )
}
