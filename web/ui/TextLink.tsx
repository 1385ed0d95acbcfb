import type { ReactNode } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { classNames } from './class-names.ts'
import { Link } from './Link.tsx'
import css from './TextLink.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type TextLinkProps = {
  readonly children: ReactNode
  /** Without underline and smaller: a link that stands by itself, beside a title or in a footer. In running text leave it out. */
  readonly isQuiet?: boolean
} & (
  | { readonly to: string; readonly href?: never; readonly isNewTab?: never }
  | { readonly href: string; readonly to?: never; readonly isNewTab?: boolean }
)

/** A link in running text: `to` another screen, or by `href` to a document, a mail or a phone. A new tab is told in its name. */
export function TextLink({ to, href, isNewTab = false, isQuiet = false, children }: TextLinkProps) {
  const t = useTranslate()
  const look = classNames(css.link, isQuiet && css.quiet)
  if (to !== undefined) {
    return (
      <Link className={look} to={to}>
        {children}
      </Link>
    )
  }
  return (
    <a className={look} href={href} {...(isNewTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
      {children}
      {isNewTab ? <VisuallyHidden> ({t('common.new_tab')})</VisuallyHidden> : null}
    </a>
  )
}
