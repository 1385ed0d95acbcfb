import { Fragment, type ReactNode, useState } from 'react'
import type { TextKey } from '#texts/texts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AuthForm } from './AuthForm.tsx'
import css from './PinForm.module.css'
import { Resend } from './Resend.tsx'

/** What sends the code. */
interface Sending {
  readonly error: Error | null
  readonly isPending: boolean
  mutate(nothing: undefined, options: { onSuccess: (sent: { readonly resend_in: number }) => void }): void
}

export interface ByCodeProps {
  /** What the code is for, and where it is sent. */
  readonly text: string
  /** What is entered before it is sent, and what is missing of that. */
  readonly fields?: ReactNode
  readonly missing?: readonly TextKey[]
  /** Stands in place of the whole form: sending the code again would be refused again. */
  readonly inTheWay?: ReactNode
  readonly sending: Sending
  /** Draws the form that takes the code, anew for each that is sent: what sends another, and why that could not be sent. */
  readonly children: (resend: ReactNode, sendingError: string | undefined) => ReactNode
}

/** Something that is done by a code from an SMS or an e-mail: first has it sent, then shows the form that takes it. */
export function ByCode({ text, fields, missing = [], inTheWay, sending, children }: ByCodeProps) {
  const t = useTranslate()
  const [resendAt, setResendAt] = useState<number>()
  const send = (): void => sending.mutate(undefined, { onSuccess: ({ resend_in }) => setResendAt(Date.now() + resend_in * 1000) })
  const error = sending.error ? failureText(t, sending.error) : undefined
  if (resendAt !== undefined) {
    const resend = <Resend resendAt={resendAt} isSending={sending.isPending} onResend={send} />
    return <Fragment key={resendAt}>{children(resend, error)}</Fragment>
  }
  if (inTheWay) return inTheWay
  return (
    <AuthForm missing={missing} submit={t('code.get')} isLoading={sending.isPending} error={error} onSubmit={send}>
      <p className={css.text}>{text}</p>
      {fields}
    </AuthForm>
  )
}
