import { type ReactNode, type SyntheticEvent, useState } from 'react'
import type { EnterPin } from '#web/lib/api/confirmed-attempt.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useOwnsPasskey } from '#web/lib/passkeys/passkeys.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { CODE_LENGTH, CodeInput } from './CodeInput.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { ReasonLine } from './ReasonLine.tsx'

export interface ProofFormProps {
  /** What is about to be done, in full. */
  readonly review: ReactNode
  /** Says the deed, with its amount. */
  readonly submitText: string
  /** With the server's message about the last PIN or passkey. */
  readonly stage: EnterPin
  readonly onPin: (pin: string) => void
  /** Asks the browser for a passkey instead. */
  readonly onPasskey: () => void
  readonly onEdit: () => void
}

/** What is about to be done, and the PIN or the passkey that confirms just that. The fourth digit sends nothing. */
export function ProofForm({ review, submitText, stage, onPin, onPasskey, onEdit }: ProofFormProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const ownsPasskey = useOwnsPasskey()
  const [pin, setPin] = useState('')
  const { message, passkeyMessage, isSigning = false } = stage
  const isReady = pin.length === CODE_LENGTH && message === undefined && isOnline && !isSigning

  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (isReady) onPin(pin)
  }
  function edited(digits: string): void {
    setPin(digits)
    if (message !== undefined || passkeyMessage !== undefined) onEdit()
  }
  return (
    <form noValidate onSubmit={submitted}>
      <Stack gap="fields">
        {review}
        <CodeInput kind="pin" label={t('pin.label')} value={pin} onValueChange={edited} error={message} isAutofocused />
        <Stack gap="lines">
          <ReasonLine>{isOnline ? undefined : t('offline.action')}</ReasonLine>
          <Button type="submit" isWide disabled={!isReady}>
            {submitText}
          </Button>
        </Stack>
        {ownsPasskey ? (
          <PasskeyButton label={t('pin.passkey')} message={passkeyMessage} isSigning={isSigning} onPress={onPasskey} />
        ) : null}
      </Stack>
    </form>
  )
}
