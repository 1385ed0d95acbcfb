import { useState } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CODE_LENGTH, CodeInput } from '#web/ui/field/CodeInput.tsx'
import { formatPhone } from '#web/ui/phone/phone.ts'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { AuthForm } from './AuthForm.tsx'
import { ByCode } from './ByCode.tsx'
import { CodeAndNewPin } from './CodeAndNewPin.tsx'
import { NewPin } from './NewPin.tsx'
import css from './PinForm.module.css'
import { useChangePin, useResetPin, useSendPinCode } from './pin-change.ts'
import { useFieldError } from './use-field-error.ts'

export interface PinSheetProps {
  readonly isOpen: boolean
  readonly phone: string
  readonly onClose: () => void
}

/** Another PIN in the place of the present one, or of one that was forgotten, by a code from an SMS. Loaded when it is first opened. */
export default function PinSheet({ isOpen, phone, onClose }: PinSheetProps) {
  const t = useTranslate()
  const toast = useToast()
  const [isForgotten, setForgotten] = useState(false)
  const done = (): void => {
    toast(t('answer.pin_changed'), 'success')
    close()
  }
  function close(): void {
    setForgotten(false)
    onClose()
  }
  return (
    <Modal isOpen={isOpen} onClose={close} title={t(isForgotten ? 'pin.reset_title' : 'pin.change_title')}>
      {isForgotten ? (
        <ResetPin phone={phone} onDone={done} />
      ) : (
        <ChangePin onForgotten={() => setForgotten(true)} onDone={done} />
      )}
    </Modal>
  )
}

function ChangePin({ onForgotten, onDone }: { readonly onForgotten: () => void; readonly onDone: () => void }) {
  const t = useTranslate()
  const [present, setPresent] = useState('')
  const [wanted, setWanted] = useState('')
  const changing = useChangePin()
  const presentError = useFieldError(changing.error, 'pin_code')
  const wantedError = useFieldError(changing.error, 'new_pin_code')
  const otherError = changing.error && !presentError && !wantedError ? failureText(t, changing.error) : undefined
  return (
    <AuthForm
      missing={[
        ...(present.length < CODE_LENGTH ? ['reason.pin_present' as const] : []),
        ...(wanted.length < CODE_LENGTH ? ['reason.pin_new' as const] : []),
      ]}
      submit={t('pin.change_submit')}
      isLoading={changing.isPending}
      error={otherError}
      onSubmit={() => changing.mutate({ present, wanted }, { onSuccess: onDone })}
    >
      <p className={css.text}>{t('pin.change_text')}</p>
      <CodeInput
        kind="pin"
        label={t('pin.present')}
        value={present}
        onValueChange={(digits) => {
          setPresent(digits)
          changing.reset()
        }}
        error={presentError}
        isAutofocused
      />
      <NewPin
        label={t('pin.new')}
        value={wanted}
        onValueChange={(digits) => {
          setWanted(digits)
          changing.reset()
        }}
        error={wantedError}
      />
      <div className={css.forgotten}>
        <Button variant="text" size="m" onClick={onForgotten}>
          {t('pin.forgotten')}
        </Button>
      </div>
    </AuthForm>
  )
}

function ResetPin({ phone, onDone }: { readonly phone: string; readonly onDone: () => void }) {
  const t = useTranslate()
  const resetting = useResetPin(onDone)
  return (
    <ByCode text={t('pin.reset_text', { phone: formatPhone(phone) })} sending={useSendPinCode()}>
      {(resend, sendingError) => (
        <CodeAndNewPin {...{ resend, sendingError }} to={{ phone }} doing={resetting} submit={t('pin.change_submit')} />
      )}
    </ByCode>
  )
}
