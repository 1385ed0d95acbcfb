import * as v from 'valibot'
import type { CurrencyLimits } from '#contract/limits'
import { amountText, currencyCode } from '#contract/shapes'
import { type Currency, isCurrency } from '#money/currency'
import { compare, type Money } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { atLevel } from '#texts/at-level'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { type Translate, useTranslate } from '#web/lib/texts/texts.tsx'
import { useCaps } from './rooms.ts'
import { useConfig } from './use-config.ts'

/** The limits of the user's level in a currency; those of a new user until the profile has loaded. */
export function useLimits(currency: Currency | undefined): CurrencyLimits | undefined {
  const ofNewUser = useConfig()?.limits
  const limits = useProfile()?.limits ?? ofNewUser
  return limits?.find((limit) => limit.currency_code === currency)
}

/** How many decimals an amount may have on its way, where these are fewer than the currency has. */
export function useTakenDecimals(way: 'topup' | 'withdrawal' | 'payment', currency: Currency | undefined): number | undefined {
  const taken = useConfig()?.taken_decimals?.[way]
  return currency && taken?.[currency]
}

/** Messages about an amount and the limits of a level. */
export interface LimitMessages {
  /** The minimum, shown before anything is typed. */
  readonly hint: string | undefined
  readonly tooLittle: string | undefined
  /** Which limit of which level is passed, and what is left of it. */
  readonly tooMuch: string | undefined
}

type LimitedKind = 'topup' | 'withdrawal' | 'p2p'

const MOVEMENTS = { topup: 'topup', withdrawal: 'withdrawal', p2p: 'sending' } as const

/**
 * Checks an amount, a plain decimal, against the level's limits: of one operation, and of a day and a month as far as it is known what is
 * left of them. The server has the last word.
 */
export function useLimitMessages(kind: LimitedKind, currency: Currency | undefined, amount: string): LimitMessages {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const limits = useLimits(currency)
  const levelName = useProfile()?.identification_level.name
  const caps = useCaps(MOVEMENTS[kind], currency)
  const [least, most, typed] = [limits?.[`${kind}_min`], limits?.[`${kind}_max`], amount].map((each) => amountOf(each, currency))
  const hint = least && t('err.amount.min', { amount: moneyText(least) })
  const passed = caps.find(({ per, rest }) => (per === 'day' || per === 'month') && typed && compare(typed, rest) > 0)
  const at = (key: Parameters<typeof limitText>[1], of: Money) => limitText(t, key, { levelName, amount: moneyText(of) })
  return {
    hint,
    tooLittle: typed && least && compare(typed, least) < 0 ? hint : undefined,
    tooMuch:
      typed && most && compare(typed, most) > 0
        ? at('amount_max', most)
        : passed &&
          `${at(passed.per === 'day' ? 'limit_daily' : 'limit_monthly', passed.most)}${t('limit.rest', { amount: moneyText(passed.rest) })}`,
  }
}

/** The refusals by limits that another level may have higher. */
const LEVEL_LIMITS = ['amount_max', 'limit_daily', 'limit_monthly', 'limit_person'] as const
type LevelLimit = (typeof LEVEL_LIMITS)[number]
const namedAmount = v.object({ amount: amountText, currency_code: currencyCode })

/** What a refusal by a limit of the level says at its field, by the limit that it names; undefined for any other. */
export function useLimitRefusal(): (failure: unknown) => string | undefined {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const levelName = useProfile()?.identification_level.name
  return (failure) => {
    if (!(failure instanceof ApiRefusal)) return undefined
    const code = LEVEL_LIMITS.find((each) => each === failure.code)
    const named = v.safeParse(namedAmount, failure.cause)
    if (!(code && named.success && isCurrency(named.output.currency_code))) return undefined
    const limit = amountOf(named.output.amount, named.output.currency_code)
    return limit && limitText(t, code, { levelName, amount: moneyText(limit) })
  }
}

/** A limit of a level in words: «На базовом уровне до 600 000,00 ₽». */
function limitText(
  t: Translate,
  code: LevelLimit,
  { levelName, amount }: { readonly levelName: string | undefined; readonly amount: string },
): string {
  if (levelName) return t(`limit.${code}`, { at: atLevel(t, levelName), amount })
  return t('err.amount.max', { amount })
}

function amountOf(unchecked: string | undefined, currency: Currency | undefined): Money | undefined {
  if (unchecked === undefined || currency === undefined) return undefined
  const parsed = parseAmount(unchecked, currency)
  return parsed.ok ? parsed.money : undefined
}
