import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'wouter'
import { boxTexts } from '#web/lib/jsx/boxed-texts.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'className'> {
  readonly to: string
  readonly className?: string | undefined
  /** Takes the place of this screen in the history. */
  readonly replace?: boolean
  /** What the next screen is told besides its address. */
  readonly state?: unknown
}

/** A link to a screen of the page. */
export function Link({ to, className = '', children, ...anchor }: LinkProps) {
  return (
    <RouterLink {...anchor} className={className} href={to}>
      {/* The router makes its element without our JSX. */}
      {boxTexts(children)}
    </RouterLink>
  )
}
