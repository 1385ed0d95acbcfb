import type { ReactNode } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CodeInput } from '#web/ui/field/CodeInput.tsx'
import { formatPhone } from '#web/ui/phone/phone.ts'
import css from './PinForm.module.css'

/** Where a code was sent. */
export type SentTo = { readonly phone: string } | { readonly email: string }

/** By what it was sent. */
export const kindOf = (to: SentTo): 'sms' | 'email' => ('phone' in to ? 'sms' : 'email')

export interface SentCodeProps {
  readonly to: SentTo
  readonly code: string
  readonly onCode: (digits: string) => void
  /** What sends another. */
  readonly resend: ReactNode
}

/** Where a code was sent, the field that takes it, and what sends another. */
export function SentCode({ to, code, onCode, resend }: SentCodeProps) {
  const t = useTranslate()
  const kind = kindOf(to)
  return (
    <>
      <p className={css.text}>
        {'phone' in to ? t('code.sent', { phone: formatPhone(to.phone) }) : t('email.sent', { email: to.email })}
      </p>
      <CodeInput
        kind={kind}
        label={t(kind === 'sms' ? 'code.label' : 'email.code_label')}
        value={code}
        onValueChange={onCode}
        isAutofocused
      />
      {resend}
    </>
  )
}
