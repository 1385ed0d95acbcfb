import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'wouter'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'className'> {
  readonly to: string
  readonly className?: string | undefined
  /** Takes the place of this screen in the history. */
  readonly replace?: boolean
  /** What the next screen is told besides its address. */
  readonly state?: unknown
}

/** A link to a screen of the page. */
export function Link({ to, className = '', ...anchor }: LinkProps) {
  return <RouterLink {...anchor} className={className} href={to} />
}
