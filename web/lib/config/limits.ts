import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import type { CurrencyLimits } from '#contract/limits'
import { amountText, currencyCode } from '#contract/shapes'
import { type Currency, isCurrency } from '#money/currency'
import { compare, enterable, type Money } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { atLevel } from '#texts/at-level'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { type Translate, useTranslate } from '#web/lib/texts/texts.tsx'
import { type Cap, roomsQuery, useCaps } from './rooms.ts'
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

/** An objection to an amount, of the server or of this page. */
export interface AmountRefusal {
  readonly text: string
  /** The amount exceeds a limit of the level, and another level may have a higher limit. */
  readonly isLevelLimit: boolean
}

/** Messages about an amount and the limits of a level. */
export interface LimitMessages {
  /** The lowest amount, and the text that tells it before anything is typed. */
  readonly least: Money | undefined
  readonly hint: string | undefined
  readonly tooLittle: string | undefined
  /** Which limit is passed, and what is left of it. */
  readonly tooMuch: AmountRefusal | undefined
  /** The known limit of which the least is left. */
  readonly lowest: Cap | undefined
}

/** The highest amount that can be entered, and the limit that allows no more; undefined where the balance allows no more. */
export interface HighestAmount {
  readonly amount: Money
  readonly per: Cap['per'] | undefined
}

/**
 * The highest amount that can be entered: `affordable`, which the balance allows, or the rest of the lowest limit where that is less.
 * `decimals` where the way takes fewer than the currency has.
 */
export function highestAmount(affordable: Money, lowest: Cap | undefined, decimals?: number): HighestAmount {
  const limit = lowest && compare(lowest.rest, affordable) < 0 ? lowest : undefined
  return { amount: enterable(limit?.rest ?? affordable, decimals), per: limit?.per }
}

type LimitedKind = 'topup' | 'withdrawal' | 'p2p' | 'payment'

const MOVEMENTS = { topup: 'topup', withdrawal: 'withdrawal', p2p: 'sending', payment: 'payment' } as const

/**
 * Checks an amount, a plain decimal, against the level's limits: of one operation, and of a day, a month, one person and the first day as far
 * as it is known what is left of them. Where the recipient may be new (`mayBeNew`), no more is offered than a new one may get; whether they
 * are is not known here. The server has the last word.
 */
export function useLimitMessages(
  kind: LimitedKind,
  currency: Currency | undefined,
  amount: string,
  mayBeNew = false,
): LimitMessages {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const limits = useLimits(currency)
  const tell = useCapText()
  const known = useCaps(MOVEMENTS[kind], currency)
  // A payment has the bounds of its quote.
  const [min, max] = kind === 'payment' ? [] : [limits?.[`${kind}_min`], limits?.[`${kind}_max`]]
  const [least, most, typed] = [min, max, amount].map((each) => amountOf(each, currency))
  const hint = least && t('err.amount.min', { amount: moneyText(least) })
  const caps: readonly Cap[] = [
    ...(most ? [{ per: 'operation', most, rest: most } as const] : []),
    ...known.filter(({ per }) => per !== 'operation'),
  ]
  const passed = typed && caps.find(({ per, rest }) => per !== 'new_recipient' && compare(typed, rest) > 0)
  return {
    least,
    hint,
    tooLittle: typed && least && compare(typed, least) < 0 ? hint : undefined,
    tooMuch: passed && { text: tell(passed), isLevelLimit: passed.per !== 'first_day' },
    // Of the limit of one person it is not known what is left.
    lowest: caps
      .filter(({ per }) => per !== 'person_day' && (per !== 'new_recipient' || mayBeNew))
      .reduce<Cap | undefined>((lowest, cap) => (lowest && compare(lowest.rest, cap.rest) <= 0 ? lowest : cap), undefined),
  }
}

const CAP_LIMITS = { operation: 'amount_max', day: 'limit_daily', month: 'limit_monthly', person_day: 'limit_person' } as const

/** Says of a limit that is passed how high it is, and how much is left of it unless amounts are hidden. */
function useCapText(): (passed: Cap) => string {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const levelName = useProfile()?.identification_level.name
  const isHidden = useSession((session) => session.isAmountsHidden)
  const reason = useQuery(roomsQuery).data?.first_day?.reason ?? 'device'
  return ({ per, most, rest }) => {
    const amount = moneyText(most)
    const words =
      per === 'first_day' || per === 'new_recipient'
        ? t(`limit.first_day.${reason}`, { amount })
        : limitText(t, CAP_LIMITS[per], { levelName, amount })
    // What is left for one person is not known, and the limit of one operation is never used up.
    const isRestTold = per !== 'operation' && per !== 'person_day' && !isHidden
    return isRestTold ? `${words}${t('limit.rest', { amount: moneyText(rest) })}` : words
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
