import type { EnterPin } from '#web/lib/api/confirmed-attempt.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ProofForm } from '#web/ui/field/ProofForm.tsx'
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

/** What is about to be paid, from where and to whom, and the PIN that confirms just that. */
export function PinStep({ terms, words, ...proof }: PinStepProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  return (
    <ProofForm
      {...proof}
      review={<WithdrawalReview terms={terms} />}
      submitText={t(words.submitAmount, { amount: moneyText(terms.amount) })}
    />
  )
}
