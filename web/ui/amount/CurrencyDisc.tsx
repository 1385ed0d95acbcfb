import { CURRENCIES, type Currency } from '#money/currency'
import css from './CurrencyDisc.module.css'

/** A currency as a round sign in its card's colours; decoration beside its code. Where the symbol is ¤ the code stands in its place. */
export function CurrencyDisc({ currency, size = 'm' }: { readonly currency: Currency; readonly size?: 's' | 'm' }) {
  const symbol = CURRENCIES[currency].symbol
  const isCode = symbol === '¤'
  return (
    <span className={css.disc} data-currency={currency} data-size={size} data-code={isCode || undefined} aria-hidden="true">
      {isCode ? currency : symbol}
    </span>
  )
}
