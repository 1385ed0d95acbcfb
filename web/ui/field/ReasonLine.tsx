import type { ReactNode } from 'react'
import css from './ReasonLine.module.css'

/** Why the button below is disabled. Keeps its place when there is nothing to say, so that nothing jumps. */
export function ReasonLine({ children }: { readonly children?: ReactNode }) {
  return (
    <p className={css.reason} role="status">
      {children}
    </p>
  )
}
