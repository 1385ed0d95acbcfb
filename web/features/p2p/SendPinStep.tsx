import type { EnterPin } from '#web/lib/api/confirmed-attempt.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ProofForm } from '#web/ui/field/ProofForm.tsx'
import { SendReview } from './SendReview.tsx'
import type { SendFlow, Sending } from './use-send.ts'

export interface SendPinStepProps {
  readonly flow: SendFlow
  readonly terms: Sending['terms']
  /** With the server's message about the last PIN. */
  readonly stage: EnterPin
}

/** What is about to be sent, from where and to whom, and the PIN that confirms just that. */
export function SendPinStep({ flow, terms, stage }: SendPinStepProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  return (
    <ProofForm
      stage={stage}
      review={<SendReview terms={terms} />}
      submitText={t('save.submit_amount', { amount: moneyText(terms.amount) })}
      onPin={flow.submitPin}
      onPasskey={flow.submitPasskey}
      onEdit={flow.forgetMessage}
    />
  )
}
