import { useState } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { TextInput } from '#web/ui/field/TextInput.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { ByCode } from './ByCode.tsx'
import { CodeAndPin } from './CodeAndPin.tsx'
import { useConfirmEmail, useSendEmailCode } from './email.ts'
import { useFieldError } from './use-field-error.ts'

export interface EmailSheetProps {
  readonly isOpen: boolean
  readonly present: string
  readonly isConfirmed: boolean
  readonly hasPin: boolean
  readonly onClose: () => void
}

/** Confirms the e-mail by a code that it is sent, or puts another in its place. Loaded when it is first opened. */
export default function EmailSheet({ isOpen, present, isConfirmed, hasPin, onClose }: EmailSheetProps) {
  const t = useTranslate()
  const [isChange, setChange] = useState(isConfirmed)
  // It closes as what it was opened for.
  if (!isOpen && isChange !== isConfirmed) setChange(isConfirmed)
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t(isChange ? 'email.change_title' : 'email.title')}>
      <ConfirmEmail present={isChange ? '' : present} hasPin={hasPin} onDone={onClose} />
    </Modal>
  )
}

interface ConfirmEmailProps {
  readonly present: string
  readonly hasPin: boolean
  readonly onDone: () => void
}

function ConfirmEmail({ present, hasPin, onDone }: ConfirmEmailProps) {
  const t = useTranslate()
  const toast = useToast()
  const [typed, setTyped] = useState(present)
  const email = typed.trim()
  const sending = useSendEmailCode()
  const emailError = useFieldError(sending.error, 'email')
  const confirming = useConfirmEmail(email, () => {
    toast(t('answer.email_confirmed'), 'success')
    onDone()
  })
  const entry = (
    <Field label={t('field.email')} error={emailError}>
      <TextInput
        type="email"
        autoComplete="email"
        value={typed}
        onValueChange={(text) => {
          setTyped(text)
          sending.reset()
        }}
      />
    </Field>
  )
  return (
    <ByCode
      text={t('email.text')}
      fields={entry}
      missing={email === '' ? ['reason.email'] : []}
      sending={{
        error: emailError === undefined ? sending.error : null,
        isPending: sending.isPending,
        mutate: (_nothing, options) => sending.mutate(email, options),
      }}
    >
      {(resend, sendingError) => (
        <CodeAndPin {...{ hasPin, resend, sendingError }} to={{ email }} doing={confirming} submit={t('email.confirm')} />
      )}
    </ByCode>
  )
}
