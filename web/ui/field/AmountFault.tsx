import type { ReactNode } from 'react'
import { toDecimal } from '#money/amount'
import { entryStep, type Money, money } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { divideUp } from '#money/round-up'
import { PATHS } from '#web/lib/address/paths.ts'
import { useLimits, useTakenDecimals } from '#web/lib/config/limits.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { InlineAction } from '#web/ui/InlineAction.tsx'

/** The server's objection to an amount, in its words or ours. */
export interface AmountRefusal {
  readonly text: string
  /** The amount exceeds a limit of the level, and another level may have a higher limit. */
  readonly isLevelLimit: boolean
}

export interface AmountFaultProps {
  readonly refused: AmountRefusal | undefined
  /** The way to a higher limit, shown after the text of the limit. */
  readonly wayUp: ReactNode
}

/** The error of an amount, at its field; a limit is followed by the way to a higher limit. */
export function AmountFault({ refused, wayUp }: AmountFaultProps) {
  if (!refused) return null
  if (!refused.isLevelLimit) return <span>{refused.text}</span>
  return (
    <span>
      {refused.text}
      {wayUp ? <>. {wayUp}</> : null}
    </span>
  )
}

/** How much an account is short of, and the way to top it up by the missing amount, or by the minimum of a top-up if that is more. */
export function ShortBy({ of }: { readonly of: Money }) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const isOn = useFeatureFlag('topup')
  const isAllowed = useProfile()?.is_topup_allowed ?? false
  const least = useLimits(of.currency)?.topup_min
  const decimals = useTakenDecimals('topup', of.currency)
  const words = t('err.amount.funds', { amount: moneyText(of) })
  if (!(isOn && isAllowed && least !== undefined)) return <span>{words}</span>
  const amount = topupOf(of, least, decimals)
  const search = new URLSearchParams({ currencyCode: amount.currency, amount: toDecimal(amount) })
  return (
    <span>
      {words}. <InlineAction to={`${PATHS.WalletTopUp}?${search}`}>{t('topup.by', { amount: moneyText(amount) })}</InlineAction>
    </span>
  )
}

/** The amount of a top-up that adds so much, at least `least`: a decimal of the same currency. */
export function topupOf({ currency, minor }: Money, least: string, decimals?: number): Money {
  const step = entryStep(currency, decimals)
  const whole = money(currency, divideUp(minor, step) * step)
  const parsed = parseAmount(least, currency)
  return parsed.ok && parsed.money.minor > whole.minor ? parsed.money : whole
}
