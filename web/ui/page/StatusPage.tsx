import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ScreenTitle } from './ScreenTitle.tsx'
import { MAIN_ID } from './SkipLink.tsx'
import css from './StatusPage.module.css'

export interface StatusPageProps {
  readonly Icon: LucideIcon
  readonly title: string
  readonly text: string
  /** One Button or ButtonLink. */
  readonly action: ReactNode
}

/** A whole page with one thing to say: not found, crashed, offline. */
export function StatusPage({ Icon, title, text, action }: StatusPageProps) {
  return (
    <main id={MAIN_ID} className={css.page} tabIndex={-1}>
      <StatusContent {...{ Icon, title, text, action }} />
    </main>
  )
}

/** The same within a page that has its own frame. */
export function StatusContent({ Icon, title, text, action }: StatusPageProps) {
  return (
    <div className={css.content}>
      <span className={css.icon}>
        <Icon size={40} strokeWidth={1.5} aria-hidden />
      </span>
      <ScreenTitle>{title}</ScreenTitle>
      <p className={css.text}>{text}</p>
      {action}
    </div>
  )
}
