import { type ReactNode, type SyntheticEvent, useState } from 'react'
import type { Confirm, ProofAsked } from '#web/lib/api/attempt-stage.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useOwnsPasskey } from '#web/lib/passkeys/passkeys.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { CODE_LENGTH, CodeInput } from './CodeInput.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { ReasonLine } from './ReasonLine.tsx'

export interface ProofFormProps {
  /** The full terms. */
  readonly review: ReactNode
  /** The button's text: the action, with its amount. */
  readonly submitText: string
  /** Undefined while a press is enough. */
  readonly asked: ProofAsked | undefined
  /** Contains the server's message about the last PIN or passkey. */
  readonly stage: Omit<Confirm, 'kind'>
  /** The request has been confirmed and is under way. */
  readonly isSending?: boolean
  /** The reviewed terms have expired. */
  readonly hasRunOut?: boolean
  readonly onSubmit: (pin?: string) => void
  /** Asks the browser for a passkey instead. */
  readonly onPasskey: () => void
  readonly onEdit: () => void
}

/** The terms, and the PIN, the passkey or the press that confirms exactly them. The fourth digit sends nothing. */
export function ProofForm({ review, submitText, asked, stage, isSending = false, hasRunOut = false, ...on }: ProofFormProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const [pin, setPin] = useState('')
  const { message, passkeyMessage, isSigning = false } = stage
  const isGiven = !asked || (pin.length === CODE_LENGTH && message === undefined)
  const isReady = isGiven && isOnline && !isSigning && !hasRunOut

  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (isReady) on.onSubmit(asked && pin)
  }
  function edited(digits: string): void {
    setPin(digits)
    if (message !== undefined || passkeyMessage !== undefined) on.onEdit()
  }
  return (
    <form noValidate onSubmit={submitted}>
      <Stack gap="fields">
        {review}
        {asked?.reason === undefined ? null : <Notice title={asked.reason} isAnnounced />}
        {asked ? (
          <CodeInput kind="pin" label={t('pin.label')} value={pin} onValueChange={edited} error={message} isAutofocused />
        ) : null}
        <Stack gap="lines">
          <ReasonLine>{isSending ? t('pay.waiting') : isOnline ? undefined : t('offline.action')}</ReasonLine>
          <Button type="submit" isWide isLoading={isSending} disabled={!isReady && !isSending}>
            {submitText}
          </Button>
        </Stack>
        {asked && !hasRunOut ? <PasskeyInPlace message={passkeyMessage} isSigning={isSigning} onPress={on.onPasskey} /> : null}
      </Stack>
    </form>
  )
}

interface PasskeyInPlaceProps {
  readonly message: string | undefined
  readonly isSigning: boolean
  readonly onPress: () => void
}

/** A passkey in place of the PIN, for a person who has one: passkeys are looked up once a proof is required. */
function PasskeyInPlace(props: PasskeyInPlaceProps) {
  const t = useTranslate()
  return useOwnsPasskey() ? <PasskeyButton label={t('pin.passkey')} {...props} /> : null
}
