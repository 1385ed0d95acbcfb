import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CODE_LENGTH, CodeInput, codeLength } from '#web/ui/field/CodeInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import { kindOf, SentCode, type SentTo } from './SentCode.tsx'
import { useFieldError } from './use-field-error.ts'

/** What confirms something of somebody's own: the code that they were sent, and the PIN where there is one. */
export interface CodeAndPinEntered {
  readonly code: string
  readonly pin: string | undefined
}

interface Doing {
  readonly error: Error | null
  readonly isPending: boolean
  mutate(entered: CodeAndPinEntered): void
  reset(): void
}

export interface CodeAndPinProps {
  readonly to: SentTo
  readonly hasPin: boolean
  /** What is done by them. */
  readonly doing: Doing
  readonly submit: string
  /** What it does cannot be taken back. */
  readonly isDangerous?: boolean
  /** Stands in place of the last error. */
  readonly inTheWay?: ReactNode
  /** What sends another code, and why that could not be sent. */
  readonly resend: ReactNode
  readonly sendingError: string | undefined
}

/** The form that takes a code from an SMS or an e-mail, and the PIN of whoever has one. */
export function CodeAndPin(props: CodeAndPinProps) {
  const { to, hasPin, doing, submit, isDangerous = false, inTheWay, resend, sendingError } = props
  const t = useTranslate()
  const kind = kindOf(to)
  const [code, setCode] = useState('')
  const [pin, setPin] = useState('')
  const pinError = useFieldError(doing.error, 'pin_code')
  const otherError = doing.error && !pinError ? failureText(t, doing.error) : undefined
  // A form for another code says nothing of the one before.
  const beginAnew = useEffectEvent(() => {
    if (doing.error) doing.reset()
  })
  useEffect(() => beginAnew(), [])
  // What is typed takes the last failure away.
  const anew = (set: (digits: string) => void) => (digits: string) => {
    set(digits)
    doing.reset()
  }
  const error = otherError ?? (doing.error ? undefined : sendingError)
  return (
    <AuthForm
      missing={[
        ...(code.length < codeLength(kind) ? [kind === 'sms' ? ('reason.code' as const) : ('reason.email_code' as const)] : []),
        ...(hasPin && pin.length < CODE_LENGTH ? ['reason.pin' as const] : []),
      ]}
      submit={submit}
      isDangerous={isDangerous}
      isLoading={doing.isPending}
      error={inTheWay ? undefined : error}
      onSubmit={() => doing.mutate({ code, pin: hasPin ? pin : undefined })}
    >
      {inTheWay}
      <SentCode {...{ to, code, resend }} onCode={anew(setCode)} />
      {hasPin ? <CodeInput kind="pin" label={t('pin.label')} value={pin} onValueChange={anew(setPin)} error={pinError} /> : null}
    </AuthForm>
  )
}
