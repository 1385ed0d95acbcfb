import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type ReactNode, useId } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountInput } from '#web/ui/amount/AmountInput.tsx'
import { AmountText } from '#web/ui/amount/AmountText.tsx'
import { CurrencyDisc } from '#web/ui/amount/CurrencyDisc.tsx'
import { useUnreadAmount } from '#web/ui/amount/use-unread-amount.ts'
import type { ExchangeAccount, Side } from './exchange-form.ts'
import css from './SideCard.module.css'

export interface SideCardProps {
  readonly side: Side
  readonly account: ExchangeAccount
  /** A plain decimal, or empty. */
  readonly amount: string
  /** The amount of the other side, which shares its size with this amount. */
  readonly otherAmount: string
  readonly onAmount: (amount: string) => void
  readonly onChooseAccount: () => void
  /** Enters the whole balance; only on the giving side, and where there is one. */
  readonly onMax?: () => void
  /** The fault of the amount. */
  readonly fault?: ReactNode
}

/** One side of an exchange: balance, account, amount. */
export function SideCard({ side, account: { balance }, amount, otherAmount, ...card }: SideCardProps) {
  const { onAmount, onChooseAccount, onMax } = card
  const unread = useUnreadAmount(balance.currency, amount)
  const fault = unread ?? card.fault
  const t = useTranslate()
  const faultId = useId()
  const label = t(side === 'from' ? 'ex.from' : 'ex.to')
  return (
    <fieldset className={css.card} aria-label={label}>
      <div className={css.line}>
        <span className={css.label} aria-hidden="true">
          {label}
        </span>
        <span className={css.balance}>
          <span>
            <AmountText textKey="ex.balance" of={balance} variant="balance" />
          </span>
          {onMax ? (
            <button type="button" className={css.max} onClick={onMax}>
              {t('amount.max')}
            </button>
          ) : null}
        </span>
      </div>
      <div className={css.line}>
        <button
          type="button"
          className={css.currency}
          aria-haspopup="dialog"
          aria-label={t('ex.choose', { code: balance.currency })}
          onClick={onChooseAccount}
        >
          <CurrencyDisc currency={balance.currency} size="s" />
          {balance.currency}
          <ChevronDown size={16} aria-hidden />
        </button>
        <span className={css.amount}>
          <AmountInput
            isBare
            isSymbolKept
            size="xl"
            beside={otherAmount}
            aria-label={label}
            currency={balance.currency}
            value={amount}
            onValueChange={onAmount}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? faultId : undefined}
          />
        </span>
      </div>
      {fault ? (
        <div id={faultId} className={css.fault}>
          <CircleAlert className={css.icon} size={16} aria-hidden />
          {fault}
        </div>
      ) : null}
    </fieldset>
  )
}
