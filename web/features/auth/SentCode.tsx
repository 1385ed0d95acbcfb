import type { ReactNode } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CodeInput } from '#web/ui/field/CodeInput.tsx'
import { formatPhone } from '#web/ui/phone/phone.ts'
import css from './PinForm.module.css'

export interface SentCodeProps {
  /** Where it was sent. */
  readonly phone: string
  readonly code: string
  readonly onCode: (digits: string) => void
  /** What sends another. */
  readonly resend: ReactNode
}

/** Where a code was sent, the field that takes it, and what sends another. */
export function SentCode({ phone, code, onCode, resend }: SentCodeProps) {
  const t = useTranslate()
  return (
    <>
      <p className={css.text}>{t('code.sent', { phone: formatPhone(phone) })}</p>
      <CodeInput kind="sms" label={t('code.label')} value={code} onValueChange={onCode} isAutofocused />
      {resend}
    </>
  )
}
