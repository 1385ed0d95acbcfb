import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type ReactNode, useEffect, useRef } from 'react'
import css from './FormError.module.css'

/** The server's message about the form, word for word; takes the focus when it appears. Renders nothing without a message. */
export function FormError({ message }: { readonly message: ReactNode }) {
  const block = useRef<HTMLDivElement>(null)
  // A message that is not a string is a new node on each render, and takes the focus only once.
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
