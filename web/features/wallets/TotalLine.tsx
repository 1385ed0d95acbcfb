import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { formatMoney } from '#money/format'
import { openPanel } from '#web/lib/page/panels.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountText } from '#web/ui/amount/AmountText.tsx'
import { useFitText } from '#web/ui/amount/fit-text.ts'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import type { Account } from './accounts.ts'
import { accountsQuery } from './queries.ts'
import css from './TotalLine.module.css'
import { type FindRate, totalIn } from './total.ts'
import { useTotalCurrency } from './use-total-currency.ts'

export interface TotalLineProps {
  /** Nothing while the rates are not there. */
  readonly findRate: FindRate | undefined
  /** The rates failed to load: there is no total, and the foot says why. */
  readonly isFailed: boolean
  /** What stands under the total. */
  readonly children?: ReactNode
}

/** "Total ≈" of all accounts in the display currency, the first number of Home; opens the panel to choose another. Zero is exact. */
export function TotalLine({ findRate, isFailed, children }: TotalLineProps) {
  const { data: accounts, isError } = useQuery(accountsQuery)
  return (
    <div className={css.total}>
      {accounts && findRate ? (
        <Total accounts={accounts} findRate={findRate} />
      ) : isError || (accounts && isFailed) ? null : (
        <Skeleton width="240px" height="32px" />
      )}
      {children}
    </div>
  )
}

function Total({ accounts, findRate }: { readonly accounts: readonly Account[]; readonly findRate: FindRate }) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const isHidden = useSession((session) => session.isAmountsHidden)
  const { amount, missing } = totalIn(useTotalCurrency(accounts, findRate), accounts, findRate)
  const isZero = accounts.every(({ balance }) => balance.minor === 0n)
  const words = useFitText<HTMLSpanElement>(isHidden ? 'hidden' : formatMoney(amount, language))
  return (
    <>
      <button type="button" className={css.button} aria-haspopup="dialog" onClick={() => openPanel('assets')}>
        <span ref={words} className={css.words}>
          <AmountText textKey={isZero && !isHidden ? 'panel.assets.zero' : 'panel.assets.total'} of={amount} />
        </span>
        <ChevronDown size={20} aria-hidden />
      </button>
      {missing.map((code) => (
        <p key={code} className={css.missing}>
          {t('panel.assets.empty', { code })}
        </p>
      ))}
    </>
  )
}
