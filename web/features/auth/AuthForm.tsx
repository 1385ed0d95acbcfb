import type { ReactNode, SyntheticEvent } from 'react'
import type { TextKey } from '#texts/texts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { missingText } from '#web/lib/texts/missing.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useUntilLanguageChange } from '#web/lib/texts/until-language-change.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import css from './AuthForm.module.css'

export interface AuthFormProps {
  /** The fields. */
  readonly children: ReactNode
  /** What is missing, which disables the button; empty when nothing is. */
  readonly missing: readonly TextKey[]
  /** A field says what is missing: the line above the button does not repeat it. */
  readonly isMissingSaid?: boolean
  readonly submit: string
  /** What it does cannot be taken back. */
  readonly isDangerous?: boolean
  readonly isLoading: boolean
  /** The server's message, or why there was no response. */
  readonly error: string | undefined
  readonly onSubmit: () => void
}

/** The form of a sign-in step: fields, the server's message, what is missing, the button. Enter submits. */
export function AuthForm({
  children,
  missing,
  isMissingSaid = false,
  submit,
  isDangerous = false,
  isLoading,
  error,
  onSubmit,
}: AuthFormProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const message = useUntilLanguageChange(error)
  const reason = isOnline ? missingText(t, isMissingSaid ? [] : missing, 'reason.missing_own') : t('offline.action')
  const isReady = isOnline && missing.length === 0
  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (!isLoading && isReady) onSubmit()
  }
  return (
    <form className={css.form} noValidate onSubmit={submitted}>
      {children}
      <div className={css.end}>
        <FormError message={message} />
        <ReasonLine isCompact={isMissingSaid}>{reason}</ReasonLine>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} isWide isLoading={isLoading} disabled={!isReady}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
