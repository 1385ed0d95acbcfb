import { type SyntheticEvent, useState } from 'react'
import { useIsOnline } from '#web/lib/api/online.ts'
import { useOwnsPasskey } from '#web/lib/passkeys/passkeys.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CODE_LENGTH, CodeInput } from '#web/ui/field/CodeInput.tsx'
import { PasskeyButton } from '#web/ui/field/PasskeyButton.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { SendReview } from './SendReview.tsx'
import type { EnterPin } from './stages.ts'
import type { SendFlow, Sending } from './use-send.ts'

export interface SendPinStepProps {
  readonly flow: SendFlow
  readonly terms: Sending['terms']
  /** With the server's message about the last PIN. */
  readonly stage: EnterPin
}

/** What is about to be sent, from where and to whom, and the PIN that confirms just that. The fourth digit sends nothing. */
export function SendPinStep({ flow, terms, stage }: SendPinStepProps) {
  const t = useTranslate()
  const { message, passkeyMessage, isSigning = false } = stage
  const moneyText = useMoneyText()
  const isOnline = useIsOnline()
  const ownsPasskey = useOwnsPasskey()
  const [pin, setPin] = useState('')
  const isReady = pin.length === CODE_LENGTH && message === undefined && isOnline && !isSigning
  const missing = pin.length < CODE_LENGTH ? t('reason.missing', { fields: t('reason.pin') }) : undefined

  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (isReady) flow.submitPin(pin)
  }
  function edited(digits: string): void {
    setPin(digits)
    if (message !== undefined || passkeyMessage !== undefined) flow.forgetMessage()
  }
  return (
    <form noValidate onSubmit={submitted}>
      <Stack gap="fields">
        <SendReview terms={terms} />
        <CodeInput kind="pin" label={t('pin.label')} value={pin} onValueChange={edited} error={message} isAutofocused />
        <Stack gap="lines">
          <ReasonLine>{isOnline ? missing : t('offline.action')}</ReasonLine>
          <Button type="submit" isWide disabled={!isReady}>
            {t('save.submit_amount', { amount: moneyText(terms.amount) })}
          </Button>
        </Stack>
        {ownsPasskey ? (
          <PasskeyButton label={t('pin.passkey')} message={passkeyMessage} isSigning={isSigning} onPress={flow.submitPasskey} />
        ) : null}
      </Stack>
    </form>
  )
}
