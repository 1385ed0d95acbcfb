import type { CurrencyLimits } from '#contract/limits'
import { parseAmount } from '#money/amount'
import type { Currency } from '#money/currency'
import { compare, type Money } from '#money/money'
import { useConfig } from './config.ts'
import { useMoneyText } from './money-text.ts'
import { useProfile } from './profile.ts'
import { useTexts } from './texts.tsx'

/** What the person's level allows in a currency; of a new user's level until it is known whose. */
export function useLimits(currency: Currency | undefined): CurrencyLimits | undefined {
  const ofNewUser = useConfig()?.limits
  const limits = useProfile()?.limits ?? ofNewUser
  return limits?.find((limit) => limit.currency_code === currency)
}

/** What to say under an amount before it is sent: the least, or when it is above it the most. The server has the last word. */
export function useLimitHint(kind: 'topup' | 'withdrawal', currency: Currency, amount: string): string | undefined {
  const t = useTexts()
  const moneyText = useMoneyText()
  const limits = useLimits(currency)
  const least = limits && amountOf(limits[`${kind}_min`], currency)
  const most = limits && amountOf(limits[`${kind}_max`], currency)
  const typed = amountOf(amount, currency)
  if (typed && most && compare(typed, most) > 0) return t('err.amount.max', { amount: moneyText(most) })
  return least && t('err.amount.min', { amount: moneyText(least) })
}

function amountOf(unchecked: string, currency: Currency): Money | undefined {
  const parsed = parseAmount(unchecked, currency)
  return parsed.ok ? parsed.money : undefined
}
