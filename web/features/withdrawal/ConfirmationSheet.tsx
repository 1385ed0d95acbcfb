import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MoneySheet } from '#web/ui/sheet/MoneySheet.tsx'
import type { OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import type { PayoutTexts } from './payout-texts.ts'
import type { WithdrawalFlow } from './use-withdrawal.ts'
import { WithdrawalReview } from './WithdrawalReview.tsx'

export interface ConfirmationSheetProps {
  readonly flow: WithdrawalFlow
  readonly words: PayoutTexts
  readonly operation: OperationSlot
}

/** Refusals that lock the PIN until the time in the message. */
const PIN_IS_LOCKED: readonly (string | undefined)[] = ['pin_blocked', 'pin_sign_in']

/** The sheet of a withdrawal: account and recipient, the PIN that confirms only this withdrawal, and the result. */
export function ConfirmationSheet({ flow, words, operation }: ConfirmationSheetProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  return (
    <MoneySheet
      flow={flow}
      title={words.confirm}
      review={(terms) => <WithdrawalReview terms={terms} />}
      brief={(terms) => <WithdrawalReview terms={terms} isBrief />}
      submitText={({ amount }) => t(words.submitAmount, { amount: moneyText(amount) })}
      failed={({ stage: { message, refusal }, brief, leave }) => ({
        text: (
          <>
            {brief}
            <p>{message ?? t('err.unknown')}</p>
          </>
        ),
        actions: (
          <Button isWide onClick={leave}>
            {t(PIN_IS_LOCKED.includes(refusal?.code) ? 'alert.ok' : 'pay.retry')}
          </Button>
        ),
      })}
      operation={operation}
    />
  )
}
