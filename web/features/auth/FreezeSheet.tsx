import { type ReactNode, useState } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CODE_LENGTH, CodeInput } from '#web/ui/field/CodeInput.tsx'
import { formatPhone } from '#web/ui/phone/phone.ts'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { AuthForm } from './AuthForm.tsx'
import { BySmsCode } from './BySmsCode.tsx'
import { useFreeze, useSendUnfreezeCode, useUnfreeze } from './freeze.ts'
import css from './PinForm.module.css'
import { useFieldError } from './use-field-error.ts'

interface FreezeSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Freezes the wallet at once; ends that by a code from an SMS and the PIN. Loaded when it is first opened. */
export default function FreezeSheet({ isOpen, onClose }: FreezeSheetProps) {
  const t = useTranslate()
  const profile = useProfile()
  const now = profile?.frozen ?? null
  const [frozen, setFrozen] = useState(now)
  // It closes as what it was opened for.
  if (isOpen && frozen !== now) setFrozen(now)
  if (!profile) return null
  const { phone, has_pin: hasPin } = profile
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t(frozen ? 'freeze.frozen_title' : 'freeze.title')}>
      {frozen === null ? <Freeze onDone={onClose} /> : null}
      {frozen === 'owner' ? <Unfreeze phone={phone} hasPin={hasPin} onDone={onClose} /> : null}
      {frozen === 'operator' ? <p className={css.text}>{t('freeze.by_operator')}</p> : null}
    </Modal>
  )
}

function Freeze({ onDone }: { readonly onDone: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const freezing = useFreeze(() => {
    toast(t('answer.frozen'), 'success')
    onDone()
  })
  return (
    <AuthForm
      missing={[]}
      submit={t('freeze.submit')}
      isLoading={freezing.isPending}
      error={freezing.error ? failureText(t, freezing.error) : undefined}
      onSubmit={() => freezing.mutate(undefined)}
    >
      <p className={css.text}>{t('freeze.text')}</p>
    </AuthForm>
  )
}

interface UnfreezeProps {
  readonly phone: string
  readonly hasPin: boolean
  readonly onDone: () => void
}

function Unfreeze({ phone, hasPin, onDone }: UnfreezeProps) {
  const t = useTranslate()
  return (
    <BySmsCode text={t('freeze.frozen_text', { phone: formatPhone(phone) })} sending={useSendUnfreezeCode()}>
      {(resend, sendingError) => <EnterCode {...{ phone, hasPin, onDone, resend, sendingError }} />}
    </BySmsCode>
  )
}

interface EnterCodeProps extends UnfreezeProps {
  readonly resend: ReactNode
  readonly sendingError: string | undefined
}

function EnterCode({ phone, hasPin, resend, sendingError, onDone }: EnterCodeProps) {
  const t = useTranslate()
  const toast = useToast()
  const [code, setCode] = useState('')
  const [pin, setPin] = useState('')
  const ending = useUnfreeze(() => {
    toast(t('answer.unfrozen'), 'success')
    onDone()
  })
  const pinError = useFieldError(ending.error, 'pin_code')
  const otherError = ending.error && !pinError ? failureText(t, ending.error) : undefined
  return (
    <AuthForm
      missing={[
        ...(code.length < CODE_LENGTH ? [t('reason.code')] : []),
        ...(hasPin && pin.length < CODE_LENGTH ? [t('reason.pin')] : []),
      ]}
      submit={t('freeze.unfreeze')}
      isLoading={ending.isPending}
      error={otherError ?? (ending.error ? undefined : sendingError)}
      onSubmit={() => ending.mutate({ code, pin: hasPin ? pin : undefined })}
    >
      <p className={css.text}>{t('code.sent', { phone: formatPhone(phone) })}</p>
      <CodeInput
        kind="sms"
        label={t('code.label')}
        value={code}
        onValueChange={(digits) => {
          setCode(digits)
          ending.reset()
        }}
        isAutofocused
      />
      {resend}
      {hasPin ? (
        <CodeInput
          kind="pin"
          label={t('pin.label')}
          value={pin}
          onValueChange={(digits) => {
            setPin(digits)
            ending.reset()
          }}
          error={pinError}
        />
      ) : null}
    </AuthForm>
  )
}
