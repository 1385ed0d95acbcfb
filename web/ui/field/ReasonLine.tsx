import type { ReactNode } from 'react'
import css from './ReasonLine.module.css'

/** Why the button below is disabled. Keeps its space when it is empty, so that the layout does not shift. */
export function ReasonLine({ children }: { readonly children?: ReactNode }) {
  return (
    <p className={css.reason} role="status">
      {children}
    </p>
  )
}
