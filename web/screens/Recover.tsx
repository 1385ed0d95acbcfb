import { useState } from 'react'
import { ByCode } from '#web/features/auth/ByCode.tsx'
import { CodeAndPin } from '#web/features/auth/CodeAndPin.tsx'
import { useRecover, useSendRecoveryCode } from '#web/features/auth/email.ts'
import { StepFrame } from '#web/features/auth/StepFrame.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { TextInput } from '#web/ui/field/TextInput.tsx'
import { PhoneInput } from '#web/ui/phone/PhoneInput.tsx'
import { phoneDigits, startPhone } from '#web/ui/phone/phone.ts'
import { usePhoneFault } from '#web/ui/phone/use-phone-fault.ts'

/** Sign-in for whoever has lost their number: by a code that their confirmed e-mail is sent, and the PIN. */
export function Recover() {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const knownPhone = useSession((session) => session.phone)
  const [phone, setPhone] = useState(() => startPhone(currentBrand().phone, language, knownPhone))
  const { fault, leave } = usePhoneFault(phone)
  const [typed, setTyped] = useState('')
  const lost = { phone: phoneDigits(phone), email: typed.trim() }
  const sending = useSendRecoveryCode()
  const recovering = useRecover(lost)
  const entry = (
    <>
      <Field label={t('field.phone')} error={fault}>
        <PhoneInput value={phone} onValueChange={setPhone} brandPhone={currentBrand().phone} onBlur={leave} />
      </Field>
      <Field label={t('field.email')}>
        <TextInput type="email" autoComplete="email" value={typed} onValueChange={setTyped} />
      </Field>
    </>
  )
  return (
    <StepFrame title={t('recover.title')} backTo={PATHS.LogIn}>
      <ByCode
        text={t('recover.text')}
        fields={entry}
        missing={[
          ...(phone.national === '' ? ['reason.phone' as const] : []),
          ...(lost.email === '' ? ['reason.email' as const] : []),
        ]}
        sending={{ ...sending, mutate: (_nothing, options) => sending.mutate(lost, options) }}
      >
        {(resend, sendingError) => (
          <CodeAndPin
            {...{ resend, sendingError }}
            hasPin
            to={{ email: lost.email }}
            doing={recovering}
            submit={t('recover.submit')}
          />
        )}
      </ByCode>
    </StepFrame>
  )
}
