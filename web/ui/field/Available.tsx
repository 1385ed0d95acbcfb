import type { HighestAmount } from '#web/lib/config/limits.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountText } from '#web/ui/amount/AmountText.tsx'
import css from './Available.module.css'

/** The highest amount, and below it the limit, if a limit and not the balance sets it. */
export function Available({ amount, per }: HighestAmount) {
  const t = useTranslate()
  return (
    <>
      <AmountText textKey="amount.available" of={amount} />
      {per === undefined ? null : <span className={css.limit}> {t(`amount.limit.${per}`)}</span>}
    </>
  )
}
