import type { CurrencyLimits } from '#contract/limits'
import { parseAmount } from '#money/amount'
import type { Currency } from '#money/currency'
import { compare, type Money } from '#money/money'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useConfig } from './use-config.ts'

/** The limits of the user's level in a currency; those of a new user until the profile has loaded. */
export function useLimits(currency: Currency | undefined): CurrencyLimits | undefined {
  const ofNewUser = useConfig()?.limits
  const limits = useProfile()?.limits ?? ofNewUser
  return limits?.find((limit) => limit.currency_code === currency)
}

/** Messages about an amount and the limits of a level. */
export interface LimitMessages {
  /** The minimum, shown before anything is typed. */
  readonly hint: string | undefined
  readonly tooLittle: string | undefined
  readonly tooMuch: string | undefined
}

/** Checks an amount, a plain decimal, against the level's limits for one operation. The daily limit is the server's to check. */
export function useLimitMessages(
  kind: 'topup' | 'withdrawal' | 'p2p',
  currency: Currency | undefined,
  amount: string,
): LimitMessages {
  const t = useTranslate()
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
