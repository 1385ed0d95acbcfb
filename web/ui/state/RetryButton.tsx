import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'

export interface RetryButtonProps {
  readonly isRetrying: boolean
  readonly onRetry: () => void
  readonly variant?: ButtonProps['variant']
  readonly icon?: ReactNode
}

/**
 * Retries a failed load. When the data replace the focused button, the focus goes to the surrounding block instead of being lost (WCAG
 * 2.4.3).
 */
export function RetryButton({ isRetrying, onRetry, variant = 'secondary', icon }: RetryButtonProps) {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const here = button.current
    return () => {
      const around = here?.closest<HTMLElement>('dialog, [popover], section, aside, main')
      if (!around || here !== document.activeElement) return
      around.tabIndex = -1
      around.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Button ref={button} variant={variant} size="m" icon={icon} isLoading={isRetrying} onClick={onRetry}>
      {t('common.retry')}
    </Button>
  )
}
