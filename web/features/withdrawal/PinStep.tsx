import { type SyntheticEvent, useState } from 'react'
import type { EnterPin } from '#web/lib/api/confirmed-attempt.ts'
import { useIsOnline } from '#web/lib/api/online.ts'
import { useOwnsPasskey } from '#web/lib/passkeys/passkeys.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CODE_LENGTH, CodeInput } from '#web/ui/field/CodeInput.tsx'
import { PasskeyButton } from '#web/ui/field/PasskeyButton.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import type { PayoutTexts } from './payout-texts.ts'
import { WithdrawalReview } from './WithdrawalReview.tsx'
import type { WithdrawalTerms } from './withdrawal-form.ts'

export interface PinStepProps {
  readonly terms: WithdrawalTerms
  readonly words: PayoutTexts
  /** With the server's message about the last PIN. */
  readonly stage: EnterPin
  readonly onPin: (pin: string) => void
  /** Asks the browser for a passkey instead. */
  readonly onPasskey: () => void
  readonly onEdit: () => void
}

/** What is about to be paid, from where and to whom, and the PIN that confirms just that. The fourth digit sends nothing. */
export function PinStep({ terms, words, stage, onPin, onPasskey, onEdit }: PinStepProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
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
        <WithdrawalReview terms={terms} />
        <CodeInput kind="pin" label={t('pin.label')} value={pin} onValueChange={edited} error={message} isAutofocused />
        <Stack gap="lines">
          <ReasonLine>{reasonOf()}</ReasonLine>
          <Button type="submit" isWide disabled={!isReady}>
            {t(words.submitAmount, { amount: moneyText(terms.amount) })}
          </Button>
        </Stack>
        {ownsPasskey ? (
          <PasskeyButton label={t('pin.passkey')} message={passkeyMessage} isSigning={isSigning} onPress={onPasskey} />
        ) : null}
      </Stack>
    </form>
  )

  function reasonOf(): string | undefined {
    if (!isOnline) return t('offline.action')
    return pin.length < CODE_LENGTH ? t('reason.missing', { fields: t('reason.pin') }) : undefined
  }
}
