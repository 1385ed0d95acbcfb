import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useSameLanguage } from '#web/lib/texts/same-language.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { AmountText } from '#web/ui/amount/AmountText.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import type { PayoutForm } from './use-payout-form.ts'
import css from './WithdrawalEnd.module.css'
import type { PayoutWords } from './words.ts'

export interface WithdrawalEndProps {
  readonly form: PayoutForm
  readonly words: PayoutWords
}

/** The end of the form: fee and what stays, the message of the last try, the reason line and the button with the amount. */
export function WithdrawalEnd({ form: { readiness, reason, told }, words }: WithdrawalEndProps) {
  const t = useTexts()
  const moneyText = useMoneyText()
  const order = readiness.isReady ? readiness.order : undefined
  const failed = told?.stage.kind === 'failed' ? told.stage : undefined
  const message = useSameLanguage(failed && (failed.message ?? t('err.unknown')))
  return (
    <div className={css.end}>
      {order ? (
        <p className={css.facts}>
          <AmountText textKey="wd.fee" of={order.fee} isAlwaysShown />
          {' · '}
          <AmountText textKey="wd.left" of={order.left} />
        </p>
      ) : null}
      <FormError message={message} />
      <ReasonLine>{reason}</ReasonLine>
      <Button type="submit" disabled={reason !== undefined}>
        {order ? t(words.submitAmount, { amount: moneyText(order.amount) }) : t(words.submit)}
      </Button>
    </div>
  )
}
