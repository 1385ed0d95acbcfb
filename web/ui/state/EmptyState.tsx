import type { ReactNode } from 'react'
import css from './Block.module.css'

export interface EmptyStateProps {
  /** A lucide icon. */
  readonly icon: ReactNode
  readonly children: ReactNode
  /** One Button or ButtonLink. */
  readonly action?: ReactNode
}

/** An empty list or screen: an icon, one line, one action. */
export function EmptyState({ icon, children, action }: EmptyStateProps) {
  return (
    <div className={css.block}>
      <span className={css.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={css.words}>{children}</p>
      {action}
    </div>
  )
}
