import { useState } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useUntilLanguageChange } from '#web/lib/texts/until-language-change.ts'
import { Button } from '#web/ui/Button.tsx'
import { CODE_LENGTH, CodeInput } from '#web/ui/field/CodeInput.tsx'
import { formatPhone } from '#web/ui/phone/phone.ts'
import { SupportText } from '#web/ui/SupportText.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { AuthForm } from './AuthForm.tsx'
import css from './CodeForm.module.css'
import { type CodeStep, codeStepOf } from './code-step.ts'
import { type CodePurpose, useConfirmCode, useSendCode } from './queries.ts'
import { Resend } from './Resend.tsx'

export interface CodeFormProps {
  readonly step: CodeStep
  readonly purpose: CodePurpose
  /** Another code was sent, or the server returned when the next can be requested. */
  readonly onResent: (step: CodeStep) => void
  /** Back to the number. */
  readonly onChangeNumber: () => void
}

/** The four digits of the SMS, with a resend, the way back to the number and the support. */
export function CodeForm({ step, purpose, onResent, onChangeNumber }: CodeFormProps) {
  const t = useTranslate()
  const toast = useToast()
  const [code, setCode] = useState('')
  const [pin, setPin] = useState<string>()
  const [pinReason, setPinReason] = useState<string>()
  const [sendings, setSendings] = useState(1)
  const confirm = useConfirmCode(purpose)
  const isPinAsked = pin !== undefined
  const resend = useResend({
    phone: step.phone,
    onResent: (seconds) => onResent(codeStepOf(step.phone, seconds)),
    onSent: beginAgain,
  })
  // With a PIN beside it nobody is told which of the two was wrong.
  const isCodeAtFault = !isPinAsked && isOf(confirm.error, 'code_wrong', 'code_expired')
  const codeError = useUntilLanguageChange(isCodeAtFault ? failureText(t, confirm.error) : undefined)

  function beginAgain(): void {
    // Only the newest code is valid. A new input takes the focus from the button that has disappeared.
    setCode('')
    setSendings((before) => before + 1)
    confirm.reset()
  }
  function type(digits: string): void {
    setCode(digits)
    confirm.reset()
    resend.forgetFailure()
  }
  function submit(digits: string): void {
    resend.forgetFailure()
    confirm.mutate({ phone: step.phone, code: digits, pin }, { onError: askForPin })
  }
  function askForPin(failure: Error): void {
    if (!isPinRequired(failure)) return
    setPin('')
    setPinReason(failureText(t, failure))
  }
  function autofilled(digits: string): void {
    if (digits.length < CODE_LENGTH || isPinAsked || confirm.isPending) return
    toast(t('code.autofilled'))
    submit(digits)
  }
  const failure = resend.failure ?? (isCodeAtFault || isPinRequired(confirm.error) ? undefined : confirm.error)
  const isOneOfBoth = isPinAsked && isOf(failure ?? null, 'code_wrong')
  const pinNotice = useUntilLanguageChange(pinReason)
  return (
    <AuthForm
      missing={[
        ...(code.length < CODE_LENGTH ? ['reason.code' as const] : []),
        ...(isPinAsked && pin.length < CODE_LENGTH ? ['reason.pin' as const] : []),
      ]}
      submit={t('code.confirm')}
      isLoading={confirm.isPending}
      error={failure ? (isOneOfBoth ? t('code.or_pin_wrong') : failureText(t, failure)) : undefined}
      onSubmit={() => submit(code)}
    >
      <SentTo phone={step.phone} onChangeNumber={onChangeNumber} />
      <CodeInput
        key={sendings}
        kind="sms"
        label={t('code.label')}
        value={code}
        onValueChange={type}
        onAutofill={autofilled}
        error={codeError}
        isAutofocused
      />
      <Resend resendAt={step.resendAt} isSending={resend.isSending} onResend={resend.send} />
      <p className={css.help} data-support>
        <SupportText text="code.help" />
      </p>
      {isPinAsked ? (
        <>
          {pinNotice === undefined ? null : <Notice title={pinNotice} isAnnounced />}
          <CodeInput kind="pin" label={t('code.pin')} value={pin} onValueChange={setPin} isAutofocused />
        </>
      ) : null}
    </AuthForm>
  )
}

/** The server wants the PIN besides the code: nothing that the person has done wrong. */
function isPinRequired(failure: Error | null): boolean {
  return isOf(failure, 'pin_required')
}

function isOf(failure: Error | null, ...codes: readonly string[]): boolean {
  return failure instanceof ApiRefusal && codes.includes(failure.code)
}

interface SentToProps {
  readonly phone: string
  readonly onChangeNumber: () => void
}

/** The number that the code went to, and the way back to it. */
function SentTo({ phone, onChangeNumber }: SentToProps) {
  const t = useTranslate()
  return (
    <div className={css.sent}>
      <p className={css.number}>{t('code.sent', { phone: formatPhone(phone) })}</p>
      <div className={css.change}>
        <Button variant="text" size="m" onClick={onChangeNumber}>
          {t('code.change')}
        </Button>
      </div>
    </div>
  )
}

interface ResendOptions {
  readonly phone: string
  readonly onResent: (resendInSeconds: number) => void
  readonly onSent: () => void
}

function useResend({ phone, onResent, onSent }: ResendOptions) {
  const t = useTranslate()
  const toast = useToast()
  const sendCode = useSendCode()
  function send(): void {
    if (sendCode.isPending) return
    sendCode.mutate(phone, {
      onSuccess: ({ resend_in }) => {
        onResent(resend_in)
        onSent()
        toast(t('code.resent'), 'success')
      },
      onError: (failure) => {
        if (failure instanceof ApiRefusal && failure.retryAfter !== undefined) onResent(failure.retryAfter)
      },
    })
  }
  return {
    send,
    isSending: sendCode.isPending,
    failure: sendCode.error,
    forgetFailure: () => sendCode.reset(),
  }
}
