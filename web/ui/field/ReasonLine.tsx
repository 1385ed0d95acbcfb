import type { ReactNode } from 'react'
import css from './ReasonLine.module.css'

export interface ReasonLineProps {
  readonly children?: ReactNode
  /** Keeps no space while it is empty. */
  readonly isCompact?: boolean
}

/** Why the button below is disabled. Keeps its space when it is empty, so that the layout does not shift. */
export function ReasonLine({ children, isCompact = false }: ReasonLineProps) {
  return (
    <p className={css.reason} data-compact={isCompact || undefined} role="status">
      {children}
    </p>
  )
}
