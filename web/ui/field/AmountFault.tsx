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

/** What a server has against an amount, in its words or ours. */
export interface AmountRefusal {
  readonly text: string
  /** It is a limit of the level, and another may have it higher. */
  readonly isLevelLimit: boolean
}

export interface AmountFaultProps {
  readonly refused: AmountRefusal | undefined
  /** After a limit that was hit: the way to a higher one. */
  readonly wayUp: ReactNode
}

/** What is wrong with an amount, at its field: a limit is told with the way to a higher one after it. */
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

/** How much an account is short of, and the way to top it up by that: by the least that a top-up may be of, where it is more. */
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

/** What can be topped up to have so much more, `least` at least: a decimal of the same currency. */
export function topupOf({ currency, minor }: Money, least: string, decimals?: number): Money {
  const step = entryStep(currency, decimals)
  const whole = money(currency, divideUp(minor, step) * step)
  const parsed = parseAmount(least, currency)
  return parsed.ok && parsed.money.minor > whole.minor ? parsed.money : whole
}
