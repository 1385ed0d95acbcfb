import type { Highest } from '#web/lib/config/limits.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountText } from '#web/ui/amount/AmountText.tsx'
import css from './Available.module.css'

/** The highest amount beside its field, over the limit that allows no more, if it is a limit. */
export function Available({ amount, per }: Highest) {
  const t = useTranslate()
  return (
    <>
      <AmountText textKey="amount.available" of={amount} />
      {per === undefined ? null : <span className={css.limit}> {t(`amount.limit.${per}`)}</span>}
    </>
  )
}
