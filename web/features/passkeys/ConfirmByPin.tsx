import { type SyntheticEvent, useState } from 'react'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { logOut } from '#web/lib/session/log-out.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CODE_LENGTH, CodeInput } from '#web/ui/field/CodeInput.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import css from './PasskeysSheet.module.css'

export interface ConfirmByPinProps {
  readonly text: string
  readonly submit: string
  /** Whether there is one to be asked for. */
  readonly hasPin: boolean
  readonly isLoading: boolean
  readonly error: Error | undefined
  readonly messageOf: (error: Error) => string
  /** Forgets the error while another PIN is typed. */
  readonly onEdit: () => void
  readonly onConfirm: (pin: string | undefined) => void
}

/** What is about to be done, and the PIN that confirms it where there is one; a fresh sign-in first where the server wants it. */
export function ConfirmByPin(props: ConfirmByPinProps) {
  const { text, submit, hasPin, isLoading, error, messageOf, onEdit, onConfirm } = props
  const t = useTranslate()
  const isOnline = useIsOnline()
  const [pin, setPin] = useState('')
  const isOfPin = error instanceof ApiRefusal && error.field === 'pin'
  const message = error && messageOf(error)
  const mustSignIn = error instanceof ApiRefusal && ['sign_in_required', 'pin_sign_in'].includes(error.code)
  const isReady = isOnline && (!hasPin || pin.length === CODE_LENGTH)

  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (isReady && !isLoading) onConfirm(hasPin ? pin : undefined)
  }
  function edited(digits: string): void {
    setPin(digits)
    onEdit()
  }
  return (
    <form noValidate onSubmit={submitted}>
      <Stack gap="fields">
        <p className={css.text}>{text}</p>
        {hasPin ? (
          <CodeInput
            kind="pin"
            label={t('pin.label')}
            value={pin}
            onValueChange={edited}
            error={isOfPin ? message : undefined}
            isAutofocused
          />
        ) : null}
        <Stack gap="lines">
          <FormError message={isOfPin ? undefined : message} />
          <ReasonLine>{isOnline ? undefined : t('offline.action')}</ReasonLine>
          {mustSignIn ? (
            <SignInAgain />
          ) : (
            <Button type="submit" isWide isLoading={isLoading} disabled={!isReady}>
              {submit}
            </Button>
          )}
        </Stack>
      </Stack>
    </form>
  )
}

/** Ends the session, which leads to the sign-in. */
function SignInAgain() {
  const t = useTranslate()
  const [isLeaving, setLeaving] = useState(false)
  function leave(): void {
    setLeaving(true)
    void logOut()
  }
  return (
    <Button isWide isLoading={isLeaving} onClick={leave}>
      {t('session.again')}
    </Button>
  )
}
