import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ReactNode } from 'react'
import { useBackHandler } from '#web/lib/address/back-handler.ts'
import { canGoBack, navigate, navigateBack } from '#web/lib/address/router.tsx'
import { hasNativeBack } from '#web/lib/page/platform.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import css from './ScreenHeader.module.css'
import { ScreenTitle } from './ScreenTitle.tsx'

export interface ScreenHeaderProps {
  readonly title: string
  /** Where "back" leads when the screen was opened by its address. Without it and `onBack` there is no arrow. */
  readonly backTo?: string
  /** Replaces "back": an earlier step of the same screen. */
  readonly onBack?: () => void
  /** At the end of the line. */
  readonly action?: ReactNode
}

/** The title of a screen with the way back: an arrow, or the messenger's own button, never both. */
export function ScreenHeader({ title, backTo, onBack, action }: ScreenHeaderProps) {
  const t = useTranslate()
  function goBack(): void {
    if (onBack) onBack()
    else if (canGoBack()) navigateBack()
    else if (backTo !== undefined) navigate(backTo, { replace: true })
  }
  const isWayBack = backTo !== undefined || onBack !== undefined
  useBackHandler(goBack, isWayBack)
  return (
    <div className={css.header}>
      {isWayBack && !hasNativeBack() ? (
        <div className={css.back}>
          <IconButton label={t('common.back')} icon={<ChevronLeft aria-hidden />} onClick={goBack} />
        </div>
      ) : null}
      <div className={css.title}>
        <ScreenTitle>{title}</ScreenTitle>
      </div>
      {action}
    </div>
  )
}
