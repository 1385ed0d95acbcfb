import type { ReactNode } from 'react'
import css from './InlineAction.module.css'
import { Link } from './Link.tsx'

type InlineActionProps = { readonly children: ReactNode } & (
  | { readonly to: string; readonly onPress?: never; readonly opens?: never }
  | {
      readonly to?: never
      readonly onPress: () => void
      /** What comes of pressing it, where that is a sheet. */
      readonly opens?: 'dialog'
    }
)

/** What to do about a message, at its end and on its line: a link to another screen, or a button. As large to touch as any. */
export function InlineAction({ to, onPress, opens, children }: InlineActionProps) {
  if (to !== undefined) {
    return (
      <Link className={css.action ?? ''} to={to}>
        {children}
      </Link>
    )
  }
  return (
    <button type="button" className={css.action} aria-haspopup={opens} onClick={onPress}>
      {children}
    </button>
  )
}
