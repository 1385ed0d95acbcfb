import type { ComponentProps, ReactNode } from 'react'
import css from './IconButton.module.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'className' | 'aria-label'> {
  /** What it does; read aloud and shown as a tooltip. */
  readonly label: string
  readonly icon: ReactNode
  /** A dot in the corner: there is something new. The label says what. */
  readonly hasDot?: boolean
}

/** A button of 44 by 44 with an icon and no text. */
export function IconButton({ label, icon, hasDot = false, ...button }: IconButtonProps) {
  return (
    <button type="button" title={label} {...button} className={css.button} aria-label={label}>
      {icon}
      {hasDot ? <span className={css.dot} /> : null}
    </button>
  )
}
