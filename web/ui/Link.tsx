import type { ComponentProps, MouseEvent } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: To
  /** Takes the place of this screen in the history. */
  readonly replace?: boolean
  /** What the next screen is told besides its address. */
  readonly state?: unknown
}

/** A link to a screen. The router's own would bring what it needs for prefetching by a framework, which there is none of here. */
export function Link({ to, replace = false, state, onClick, ...anchor }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state })
  function clicked(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    if (!event.defaultPrevented) follow(event)
  }
  return <a {...anchor} href={href} onClick={clicked} />
}
