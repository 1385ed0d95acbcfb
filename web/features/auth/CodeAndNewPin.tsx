import { type ReactNode, useState } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CODE_LENGTH, codeLength } from '#web/ui/field/CodeInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import { NewPin } from './NewPin.tsx'
import { kindOf, SentCode, type SentTo } from './SentCode.tsx'
import { useFieldError } from './use-field-error.ts'

/** A code that somebody was sent, and the PIN that they want. */
export interface CodeAndNewPinEntered {
  readonly code: string
  readonly wanted: string
}

interface Doing {
  readonly error: Error | null
  readonly isPending: boolean
  mutate(entered: CodeAndNewPinEntered): void
  reset(): void
}

export interface CodeAndNewPinProps {
  readonly to: SentTo
  /** What is done by them. */
  readonly doing: Doing
  readonly submit: string
  /** What sends another code, and why that could not be sent. */
  readonly resend: ReactNode
  readonly sendingError: string | undefined
}

/** The form that takes a code from an SMS or an e-mail, and a new PIN. */
export function CodeAndNewPin({ to, doing, submit, resend, sendingError }: CodeAndNewPinProps) {
  const t = useTranslate()
  const kind = kindOf(to)
  const [code, setCode] = useState('')
  const [wanted, setWanted] = useState('')
  const wantedError = useFieldError(doing.error, 'new_pin_code')
  const otherError = doing.error && !wantedError ? failureText(t, doing.error) : undefined
  const anew = (set: (digits: string) => void) => (digits: string) => {
    set(digits)
    doing.reset()
  }
  return (
    <AuthForm
      missing={[
        ...(code.length < codeLength(kind) ? [kind === 'sms' ? ('reason.code' as const) : ('reason.email_code' as const)] : []),
        ...(wanted.length < CODE_LENGTH ? ['reason.pin_new' as const] : []),
      ]}
      submit={submit}
      isLoading={doing.isPending}
      error={otherError ?? (doing.error ? undefined : sendingError)}
      onSubmit={() => doing.mutate({ code, wanted })}
    >
      <SentCode {...{ to, code, resend }} onCode={anew(setCode)} />
      <NewPin label={t('pin.new')} value={wanted} onValueChange={anew(setWanted)} error={wantedError} />
    </AuthForm>
  )
}
