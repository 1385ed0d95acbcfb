import Compass from 'lucide-react/icons/compass'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ReactNode } from 'react'
import { ScreenTitle } from './ScreenTitle.tsx'
import { MAIN_ID } from './SkipLink.tsx'
import css from './StatusPage.module.css'

const ICONS = { crash: TriangleAlert, lost: Compass, offline: WifiOff }

export interface StatusPageProps {
  readonly kind: keyof typeof ICONS
  readonly title: string
  readonly text: string
  /** One Button or ButtonLink. */
  readonly action: ReactNode
}

/** A whole page with one thing to say: not found, crashed, offline. */
export function StatusPage({ kind, title, text, action }: StatusPageProps) {
  const Icon = ICONS[kind]
  return (
    <main id={MAIN_ID} className={css.page} tabIndex={-1}>
      <span className={css.icon}>
        <Icon size={40} strokeWidth={1.5} aria-hidden />
      </span>
      <ScreenTitle>{title}</ScreenTitle>
      <p className={css.text}>{text}</p>
      {action}
    </main>
  )
}
