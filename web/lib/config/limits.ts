import type { CurrencyLimits } from '#contract/limits'
import { parseAmount } from '#money/amount'
import type { Currency } from '#money/currency'
import { compare, type Money } from '#money/money'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { useConfig } from './use-config.ts'

/** What the person's level allows in a currency; of a new user's level until it is known whose. */
export function useLimits(currency: Currency | undefined): CurrencyLimits | undefined {
  const ofNewUser = useConfig()?.limits
  const limits = useProfile()?.limits ?? ofNewUser
  return limits?.find((limit) => limit.currency_code === currency)
}

/** What the limits of a level say of an amount, in words. */
export interface LimitWords {
  /** The least, to be told beforehand. */
  readonly hint: string | undefined
  readonly tooLittle: string | undefined
  readonly tooMuch: string | undefined
}

/** Holds an amount, a plain decimal, against what the person's level allows at once. What a day and a month allow, the server knows. */
export function useLimitWords(kind: 'topup' | 'withdrawal', currency: Currency | undefined, amount: string): LimitWords {
  const t = useTexts()
  const moneyText = useMoneyText()
  const limits = useLimits(currency)
  const [least, most, typed] = [limits?.[`${kind}_min`], limits?.[`${kind}_max`], amount].map((each) => amountOf(each, currency))
  const hint = least && t('err.amount.min', { amount: moneyText(least) })
  return {
    hint,
    tooLittle: typed && least && compare(typed, least) < 0 ? hint : undefined,
    tooMuch: typed && most && compare(typed, most) > 0 ? t('err.amount.max', { amount: moneyText(most) }) : undefined,
  }
}

function amountOf(unchecked: string | undefined, currency: Currency | undefined): Money | undefined {
  if (unchecked === undefined || currency === undefined) return undefined
  const parsed = parseAmount(unchecked, currency)
  return parsed.ok ? parsed.money : undefined
}
