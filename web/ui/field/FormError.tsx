import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useEffect, useRef } from 'react'
import css from './FormError.module.css'

/** What the server said against the form, word for word; takes the focus when it comes. Nothing without a message. */
export function FormError({ message }: { readonly message: string | undefined }) {
  const block = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message !== undefined) block.current?.focus()
  }, [message])
  if (message === undefined) return null
  return (
    <div ref={block} className={css.error} role="alert" tabIndex={-1}>
      <CircleAlert className={css.icon} size={20} aria-hidden />
      <span>{message}</span>
    </div>
  )
}
