import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { openPanel } from '#web/lib/page/panels.ts'
import { useDisplayCurrency } from '#web/lib/session/display-currency.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountText } from '#web/ui/amount/AmountText.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { accountsQuery } from './queries.ts'
import css from './TotalLine.module.css'
import { type FindRate, hasTotalIn, totalIn } from './total.ts'

export interface TotalLineProps {
  /** Nothing while the rates are not there. */
  readonly findRate: FindRate | undefined
  /** The rates could not be had: that is said, as no total is better than a wrong one. */
  readonly isRateFailed: boolean
}

/** "Total ≈" of all accounts in the display currency; opens the panel to choose another. */
export function TotalLine({ findRate, isRateFailed }: TotalLineProps) {
  const t = useTranslate()
  const chosen = useDisplayCurrency()
  const { data: accounts, isError } = useQuery(accountsQuery)
  if (!accounts || !findRate) {
    if (accounts && isRateFailed) return <p className={css.total}>{t('panel.assets.unknown')}</p>
    return <div className={css.total}>{isError ? null : <Skeleton width="160px" height="14px" />}</div>
  }
  const currency = hasTotalIn(chosen, accounts, findRate) ? chosen : currentBrand().displayCurrency
  const { amount, missing } = totalIn(currency, accounts, findRate)
  return (
    <div className={css.total}>
      <button type="button" className={css.button} aria-haspopup="dialog" onClick={() => openPanel('assets')}>
        <span>
          <AmountText textKey="panel.assets.total" of={amount} />
        </span>
        <ChevronDown size={16} aria-hidden />
      </button>
      {missing.map((code) => (
        <p key={code} className={css.missing}>
          {t('panel.assets.empty', { code })}
        </p>
      ))}
    </div>
  )
}
