import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountText } from '#web/ui/amount/AmountText.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import type { PayoutTexts } from './payout-texts.ts'
import type { PayoutForm } from './use-payout-form.ts'
import css from './WithdrawalFormFooter.module.css'

export interface WithdrawalFormFooterProps {
  readonly form: PayoutForm
  readonly words: PayoutTexts
}

/** The end of the form: fee and remaining balance, the message of the last try, the reason line and the button with the amount. */
export function WithdrawalFormFooter({ form: { readiness, reason, errors }, words }: WithdrawalFormFooterProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const terms = readiness.isReady ? readiness.terms : undefined
  return (
    <div className={css.end}>
      {terms ? (
        <p className={css.facts}>
          {terms.fee.minor > 0n ? <AmountText textKey="wd.fee" of={terms.fee} isAlwaysShown /> : t('receipt.free')}
          {' · '}
          <AmountText textKey="wd.left" of={terms.left} />
        </p>
      ) : null}
      <FormError message={errors.form} />
      <ReasonLine>{reason}</ReasonLine>
      <Button type="submit" disabled={reason !== undefined}>
        {terms ? t(words.submitAmount, { amount: moneyText(terms.amount) }) : t(words.submit)}
      </Button>
    </div>
  )
}
