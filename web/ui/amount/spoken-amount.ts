import { toDecimal } from '#money/amount'
import { formatNumber } from '#money/format'
import type { Money } from '#money/money'
import type { Language } from '#texts/languages'
import type { Translate } from '#web/lib/texts/texts.tsx'

/** An amount for the ear: `12 500 рублей`, `12,500.50 roubles`; `signed` says plus or minus, otherwise only what is below zero says it. */
export function spokenAmount(t: Translate, amount: Money, language: Language, style: 'plain' | 'signed' = 'plain'): string {
  const unsigned: Money = { ...amount, minor: amount.minor < 0n ? -amount.minor : amount.minor }
  const [whole = '0', fraction = ''] = toDecimal(unsigned).split('.')
  const isWhole = /^0*$/.test(fraction)
  const number = formatNumber(unsigned, language)
  const words = t(`a11y.money.${amount.currency}`, {
    count: isWhole ? Number(whole.slice(-PLURAL_DIGITS)) : FRACTION,
    amount: isWhole && fraction ? number.slice(0, -fraction.length - 1) : number,
  })
  if (amount.minor < 0n) return t('a11y.minus', { amount: words })
  return style === 'signed' && amount.minor > 0n ? t('a11y.plus', { amount: words }) : words
}

/** The form of a noun hangs on the last digits of the number before it; more of them might not fit a number. */
const PLURAL_DIGITS = 6
/** What any fraction counts as. */
const FRACTION = 0.5
