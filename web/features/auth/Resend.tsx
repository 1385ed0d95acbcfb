import { useState } from 'react'
import { useSecondsUntil } from '#web/lib/page/seconds-until.ts'
import { formatCountdown } from '#web/lib/texts/seldom-formats.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './Resend.module.css'

export interface ResendProps {
  /** Milliseconds since 1970. */
  readonly resendAt: number
  readonly isSending: boolean
  readonly onResend: () => void
}

/** The time left until a resend, then its button; screen readers hear only the end of the time. */
export function Resend({ resendAt, isSending, onResend }: ResendProps) {
  const t = useTranslate()
  const seconds = useSecondsUntil(resendAt)
  const [wasWaiting, setWasWaiting] = useState(seconds > 0)
  if (seconds > 0 && !wasWaiting) setWasWaiting(true)
  return (
    <div className={css.resend}>
      {seconds > 0 ? (
        <p className={css.wait}>{t('code.resend_in', { time: formatCountdown(seconds) })}</p>
      ) : (
        <Button variant="text" size="m" isLoading={isSending} onClick={onResend}>
          {t('code.resend')}
        </Button>
      )}
      <VisuallyHidden>
        <span role="status">{seconds === 0 && wasWaiting ? t('code.can_resend') : null}</span>
      </VisuallyHidden>
    </div>
  )
}
