import { useQuery } from '@tanstack/react-query'
import { currentBrand } from '#web/lib/brand.ts'
import { useTexts } from '#web/lib/texts.tsx'
import { AmountText } from '#web/ui/AmountText.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { accountsQuery } from './queries.ts'
import css from './TotalLine.module.css'
import { type FindRate, totalIn } from './total.ts'

export interface TotalLineProps {
  /** Nothing while the rates are not there. */
  readonly findRate: FindRate | undefined
  /** The rates could not be had: then no total is better than a wrong one. */
  readonly isRateFailed: boolean
}

/** "Total ≈" of all accounts in the brand's display currency. */
export function TotalLine({ findRate, isRateFailed }: TotalLineProps) {
  const t = useTexts()
  const { data: accounts, isError } = useQuery(accountsQuery)
  if (!accounts || !findRate) {
    return <div className={css.total}>{isError || isRateFailed ? null : <Skeleton width="160px" height="14px" />}</div>
  }
  const { amount, missing } = totalIn(currentBrand().displayCurrency, accounts, findRate)
  return (
    <div className={css.total}>
      <p>
        <AmountText textKey="panel.assets.total" of={amount} />
      </p>
      {missing.map((code) => (
        <p key={code} className={css.missing}>
          {t('panel.assets.empty', { code })}
        </p>
      ))}
    </div>
  )
}
