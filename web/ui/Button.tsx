import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from '#web/ui/state/Spinner.tsx'
import css from './Button.module.css'
import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './Link.tsx'

/** `primary` once per screen; `danger` for what cannot be taken back; `text` looks like a link but acts. */
type ButtonVariant = 'primary' | 'secondary' | 'text' | 'danger' | 'dangerText'

/** The look of a button, and of a link that looks like one. */
export interface ButtonLook {
  readonly variant?: ButtonVariant
  /** `l` is 52 high, `m` 44. */
  readonly size?: 'l' | 'm'
  /** Full width everywhere; otherwise `l` is full width on phones only. */
  readonly isWide?: boolean
  readonly icon?: ReactNode
  readonly children: ReactNode
}

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'children' | 'className'> {
  /** Waiting for the answer: the text stays, a ring turns, clicks and Enter do nothing. */
  readonly isLoading?: boolean
}

/** A button. `disabled` wants a ReasonLine above it: nobody should have to guess what is missing. */
export function Button({ variant, size, isWide, icon, isLoading = false, children, onClick, ...button }: ButtonProps) {
  function clicked(event: MouseEvent<HTMLButtonElement>): void {
    // Not `disabled`: that would drop the focus, and with it the announcement of what comes next.
    if (isLoading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...button}
      className={lookOf({ variant, size, isWide })}
      onClick={clicked}
      aria-busy={isLoading || undefined}
      aria-disabled={isLoading || undefined}
    >
      <ButtonFace icon={isLoading ? <Spinner /> : icon} isIconAdded={isLoading && !icon}>
        {children}
      </ButtonFace>
    </button>
  )
}

type Place =
  | (Omit<LinkProps, 'children' | 'className'> & { readonly href?: never })
  | (Omit<ComponentProps<'a'>, 'children' | 'className' | 'href'> & { readonly href: string; readonly to?: never })

export type ButtonLinkProps = ButtonLook & Place

/** A link that looks like a button: `to` another screen, or by `href` out of the wallet. */
export function ButtonLink({ variant, size, isWide, icon, children, ...link }: ButtonLinkProps) {
  const className = lookOf({ variant, size, isWide })
  const face = <ButtonFace icon={icon}>{children}</ButtonFace>
  if (link.href === undefined) {
    return (
      <Link {...link} className={className}>
        {face}
      </Link>
    )
  }
  return (
    <a {...link} className={className}>
      {face}
    </a>
  )
}

interface ButtonFaceProps {
  readonly icon?: ReactNode
  /** The icon was not there a moment ago and must not push the text. */
  readonly isIconAdded?: boolean
  readonly children: ReactNode
}

function ButtonFace({ icon, isIconAdded = false, children }: ButtonFaceProps) {
  return (
    <>
      {icon ? <span className={classNames(css.icon, isIconAdded && css.added)}>{icon}</span> : null}
      <span className={css.label}>{children}</span>
    </>
  )
}

interface LookOptions {
  readonly variant: ButtonVariant | undefined
  readonly size: 'l' | 'm' | undefined
  readonly isWide: boolean | undefined
}

function lookOf({ variant = 'primary', size = 'l', isWide = false }: LookOptions): string {
  return classNames(css.button, css[variant], size === 'm' && css.medium, isWide && css.wide)
}
