import { failureText } from '#web/lib/api/failure-text.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { PhoneInput } from '#web/ui/phone/PhoneInput.tsx'
import { type Phone, phoneDigits } from '#web/ui/phone/phone.ts'
import { usePhoneFault } from '#web/ui/phone/use-phone-fault.ts'
import { AuthForm } from './AuthForm.tsx'
import { type CodeStep, codeStepOf } from './code-step.ts'
import { useSendCode } from './queries.ts'

export interface PhoneFormProps {
  readonly phone: Phone
  readonly onPhone: (phone: Phone) => void
  /** Whether a code was sent to a number already, and the server would not send another yet. */
  readonly isAwaited: (digits: string) => boolean
  readonly onAwaited: () => void
  /** A code was sent. */
  readonly onSent: (step: CodeStep) => void
}

/** The number to sign in with. It is not revealed whether that number has a wallet. */
export function PhoneForm({ phone, onPhone, isAwaited, onAwaited, onSent }: PhoneFormProps) {
  const t = useTranslate()
  const { fault, leave } = usePhoneFault(phone)
  const sendCode = useSendCode()
  const isEmpty = phone.national === ''
  function submit(): void {
    const digits = phoneDigits(phone)
    if (isAwaited(digits)) onAwaited()
    else sendCode.mutate(digits, { onSuccess: ({ resend_in }) => onSent(codeStepOf(digits, resend_in)) })
  }
  return (
    <AuthForm
      missing={isEmpty ? ['reason.phone'] : []}
      isMissingSaid
      submit={t('login.submit')}
      isLoading={sendCode.isPending}
      error={sendCode.error ? failureText(t, sendCode.error) : undefined}
      onSubmit={submit}
    >
      <Field label={t('field.phone')} hint={t(isEmpty ? 'hint.phone_first' : 'hint.phone')} error={fault}>
        <PhoneInput value={phone} onValueChange={onPhone} brandPhone={currentBrand().phone} onBlur={leave} />
      </Field>
    </AuthForm>
  )
}
