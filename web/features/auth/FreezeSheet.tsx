import { useState } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CODE_LENGTH, CodeInput } from '#web/ui/field/CodeInput.tsx'
import { formatPhone } from '#web/ui/phone/phone.ts'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { AuthForm } from './AuthForm.tsx'
import { useFreeze, useSendUnfreezeCode, useUnfreeze } from './freeze.ts'
import css from './PinForm.module.css'
import { Resend } from './Resend.tsx'

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
  const toast = useToast()
  const [resendAt, setResendAt] = useState<number>()
  const [code, setCode] = useState('')
  const [pin, setPin] = useState('')
  const sending = useSendUnfreezeCode()
  const ending = useUnfreeze(() => {
    toast(t('answer.unfrozen'), 'success')
    onDone()
  })
  const send = (): void => {
    setCode('')
    sending.mutate(undefined, { onSuccess: ({ resend_in }) => setResendAt(Date.now() + resend_in * 1000) })
  }
  const sendingError = sending.error ? failureText(t, sending.error) : undefined
  if (resendAt === undefined) {
    return (
      <AuthForm missing={[]} submit={t('pin.reset_send')} isLoading={sending.isPending} error={sendingError} onSubmit={send}>
        <p className={css.text}>{t('freeze.frozen_text', { phone: formatPhone(phone) })}</p>
      </AuthForm>
    )
  }
  const isPinAtFault = ending.error instanceof ApiRefusal && ending.error.field === 'pin_code'
  const error = ending.error ? failureText(t, ending.error) : undefined
  return (
    <AuthForm
      missing={[
        ...(code.length < CODE_LENGTH ? [t('reason.code')] : []),
        ...(hasPin && pin.length < CODE_LENGTH ? [t('reason.pin')] : []),
      ]}
      submit={t('freeze.unfreeze')}
      isLoading={ending.isPending}
      error={isPinAtFault ? undefined : (error ?? sendingError)}
      onSubmit={() => ending.mutate({ code, pin: hasPin ? pin : undefined })}
    >
      <p className={css.text}>{t('code.sent', { phone: formatPhone(phone) })}</p>
      <CodeInput
        key={resendAt}
        kind="sms"
        label={t('code.label')}
        value={code}
        onValueChange={(digits) => {
          setCode(digits)
          ending.reset()
        }}
        isAutofocused
      />
      <Resend resendAt={resendAt} isSending={sending.isPending} onResend={send} />
      {hasPin ? (
        <CodeInput
          kind="pin"
          label={t('pin.label')}
          value={pin}
          onValueChange={(digits) => {
            setPin(digits)
            ending.reset()
          }}
          error={isPinAtFault ? error : undefined}
        />
      ) : null}
    </AuthForm>
  )
}
