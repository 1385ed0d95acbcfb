import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { type ObstaclesReply, obstaclesReply } from '#contract/closing'
import { failureText } from '#web/lib/api/failure-text.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { signOut } from '#web/lib/session/session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CODE_LENGTH, CodeInput } from '#web/ui/field/CodeInput.tsx'
import { formatPhone } from '#web/ui/phone/phone.ts'
import { Stack } from '#web/ui/Stack.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { AuthForm } from './AuthForm.tsx'
import { useCloseWallet, useSendClosingCode } from './my-data.ts'
import css from './PinForm.module.css'
import { Resend } from './Resend.tsx'

interface CloseWalletProps {
  readonly phone: string
  readonly hasPin: boolean
}

/** Closes the wallet: what goes and what stays, what is in the way if anything is, then a code and the PIN. */
export function CloseWallet({ phone, hasPin }: CloseWalletProps) {
  const t = useTranslate()
  const [resendAt, setResendAt] = useState<number>()
  const sending = useSendClosingCode()
  const send = (): void => sending.mutate(undefined, { onSuccess: ({ resend_in }) => setResendAt(Date.now() + resend_in * 1000) })
  const failure = sending.error ? failureText(t, sending.error) : undefined
  if (resendAt !== undefined) {
    const resend = <Resend resendAt={resendAt} isSending={sending.isPending} onResend={send} />
    return <Confirm key={resendAt} phone={phone} hasPin={hasPin} resend={resend} sendingError={failure} />
  }
  const obstacles = obstaclesOf(sending.error)
  return (
    <AuthForm
      missing={[]}
      submit={t(obstacles ? 'common.retry' : 'closing.send')}
      isLoading={sending.isPending}
      error={obstacles ? undefined : failure}
      onSubmit={send}
    >
      {obstacles ? <Obstacles obstacles={obstacles} /> : <p className={css.text}>{t('closing.text')}</p>}
    </AuthForm>
  )
}

type InTheWay = ObstaclesReply['obstacles']

function obstaclesOf(failure: Error | null): InTheWay | undefined {
  const refused = failure instanceof ApiRefusal ? v.safeParse(obstaclesReply, failure.cause) : undefined
  return refused?.success ? refused.output.obstacles : undefined
}

function Obstacles({ obstacles }: { readonly obstacles: InTheWay }) {
  const t = useTranslate()
  return (
    <Notice tone="warning" title={t('closing.in_the_way')} isAnnounced>
      <Stack gap="lines">
        {obstacles.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      </Stack>
    </Notice>
  )
}

interface ConfirmProps extends CloseWalletProps {
  readonly resend: ReactNode
  readonly sendingError: string | undefined
}

function Confirm({ phone, hasPin, resend, sendingError }: ConfirmProps) {
  const t = useTranslate()
  const toast = useToast()
  const [code, setCode] = useState('')
  const [pin, setPin] = useState('')
  const closing = useCloseWallet()
  const obstacles = obstaclesOf(closing.error)
  const isPinAtFault = closing.error instanceof ApiRefusal && closing.error.field === 'pin_code'
  const failure = closing.error ? failureText(t, closing.error) : sendingError
  function done(): void {
    toast(t('answer.wallet_closed'), 'success')
    signOut('ended')
  }
  return (
    <AuthForm
      missing={[
        ...(code.length < CODE_LENGTH ? [t('reason.code')] : []),
        ...(hasPin && pin.length < CODE_LENGTH ? [t('reason.pin')] : []),
      ]}
      submit={t('closing.submit')}
      isDangerous
      isLoading={closing.isPending}
      error={obstacles || isPinAtFault ? undefined : failure}
      onSubmit={() => closing.mutate({ code, pin: hasPin ? pin : undefined }, { onSuccess: done })}
    >
      {obstacles ? <Obstacles obstacles={obstacles} /> : null}
      <p className={css.text}>{t('code.sent', { phone: formatPhone(phone) })}</p>
      <CodeInput
        kind="sms"
        label={t('code.label')}
        value={code}
        onValueChange={(digits) => {
          setCode(digits)
          closing.reset()
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
            closing.reset()
          }}
          error={isPinAtFault ? failure : undefined}
        />
      ) : null}
    </AuthForm>
  )
}
