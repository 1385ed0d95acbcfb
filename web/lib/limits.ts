import { parseAmount } from '#money/amount'
import type { Currency } from '#money/currency'
import { compare, type Money } from '#money/money'
import { useConfig } from './config.ts'
import { useMoneyText } from './money-text.ts'
import { useTexts } from './texts.tsx'

/**
 * What to say under an amount before it is sent: the least, or when it is above it the most. Of a new user, so it is a hint only: the
 * server knows the limits of this one.
 */
export function useLimitHint(kind: 'topup' | 'withdrawal', currency: Currency, amount: string): string | undefined {
  const t = useTexts()
  const moneyText = useMoneyText()
  const limits = useConfig()?.limits.find((limit) => limit.currency_code === currency)
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
