import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import css from './Notice.module.css'

export interface NoticeProps {
  /** `warning`: switched off by the operator, not allowed yet. `danger`: something broke. `info`: good to know. */
  readonly tone?: 'info' | 'warning' | 'danger'
  readonly title: string
  /** The features that still work, or the next step. */
  readonly children?: ReactNode
  /** One button or link. */
  readonly action?: ReactNode
  /** Announced when it appears; left out for a notice that is there from the beginning. */
  readonly isAnnounced?: boolean
}

/** A coloured card with information. Not for errors of a form. */
export function Notice({ tone = 'info', title, children, action, isAnnounced = false }: NoticeProps) {
  const Icon = tone === 'info' ? Info : TriangleAlert
  return (
    <div className={classNames(css.notice, css[tone])} role={isAnnounced ? 'status' : undefined}>
      <Icon className={css.icon} aria-hidden />
      <div className={css.words}>
        <p className={css.title}>{title}</p>
        {children ? <div className={css.text}>{children}</div> : null}
        {action ? <div className={css.action}>{action}</div> : null}
      </div>
    </div>
  )
}
