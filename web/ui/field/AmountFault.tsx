import { Fragment, type ReactNode } from 'react'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { compare, entryStep, type Money, money } from '#money/money'
import { parseAmount } from '#money/parse-amount'
import { divideUp } from '#money/round-up'
import type { TextKey } from '#texts/texts'
import { PATHS } from '#web/lib/address/paths.ts'
import { type AmountRefusal, useLimits, useTakenDecimals } from '#web/lib/config/limits.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { InlineAction } from '#web/ui/InlineAction.tsx'
import css from './AmountFault.module.css'

/** The highest amount, offered in place of an amount above a limit: its lower bound, the button's text and its effect. */
export interface HighestOffer {
  readonly highest: Money
  readonly least?: Money | undefined
  /** The button's text, with `{amount}`. */
  readonly text: TextKey
  /** Gets a plain decimal. */
  readonly onTake: (amount: string) => void
}

export interface AmountFaultProps {
  readonly refused: AmountRefusal | undefined
  /** The way to a higher limit, shown after the text of the limit. */
  readonly wayUp: ReactNode
  readonly offer?: HighestOffer | undefined
}

/** The error of an amount, at its field; a limit is followed by the offer of the highest amount and by the way to a higher limit. */
export function AmountFault({ refused, wayUp, offer }: AmountFaultProps) {
  if (!refused) return null
  const next = [
    offer && isOffered(offer.highest, offer.least) ? <OfferButton key="offer" {...offer} /> : undefined,
    refused.isLevelLimit && wayUp ? <Fragment key="up">{wayUp}</Fragment> : undefined,
  ].filter((each) => each !== undefined)
  // Two actions get a line of their own, so that their touch targets do not overlap.
  if (next.length > 1) {
    return (
      <span className={css.lines}>
        <span>{refused.text}</span>
        <span className={css.actions}>{next}</span>
      </span>
    )
  }
  return (
    <span>
      {refused.text}
      {next.length > 0 ? <>. {next}</> : null}
    </span>
  )
}

function OfferButton({ highest, text, onTake }: HighestOffer) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const isHidden = useSession((session) => session.isAmountsHidden)
  return (
    <InlineAction onPress={() => onTake(toDecimal(highest))}>
      {isHidden ? t('limit.take_rest') : t(text, { amount: moneyText(highest) })}
    </InlineAction>
  )
}

/** Whether an amount can be offered: zero, and less than the lowest amount, would be refused. */
export function isOffered(amount: Money, least: Money | undefined): boolean {
  return amount.minor > 0n && !(least && compare(amount, least) < 0)
}

/** Whether the user may top up, as far as it is known. */
function useCanTopUp(): boolean {
  const isOn = useFeatureFlag('topup')
  const isAllowed = useProfile()?.is_topup_allowed ?? false
  return isOn && isAllowed
}

/** Says how much an account lacks (no figure while amounts are hidden) and leads to a top-up by that much, or by the least possible. */
export function ShortBy({ of }: { readonly of: Money }) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const canTopUp = useCanTopUp()
  const least = useLimits(of.currency)?.topup_min
  const decimals = useTakenDecimals('topup', of.currency)
  const isHidden = useSession((session) => session.isAmountsHidden)
  const words = isHidden ? t('err.amount.funds_hidden') : t('err.amount.funds', { amount: moneyText(of) })
  if (!(canTopUp && least !== undefined)) return <span>{words}</span>
  const amount = topupOf(of, least, decimals)
  const search = new URLSearchParams({ currencyCode: amount.currency, amount: toDecimal(amount) })
  return (
    <span>
      {words}.{' '}
      <InlineAction to={`${PATHS.WalletTopUp}?${search}`}>
        {isHidden ? t('topup.pay') : t('topup.by', { amount: moneyText(amount) })}
      </InlineAction>
    </span>
  )
}

/** Leads to a top-up of an account that has no money; nothing where the user cannot top up. */
export function TopUpInstead({ currency }: { readonly currency: Currency }) {
  const t = useTranslate()
  const canTopUp = useCanTopUp()
  if (!canTopUp) return null
  return (
    <InlineAction to={`${PATHS.WalletTopUp}?${new URLSearchParams({ currencyCode: currency })}`}>{t('topup.pay')}</InlineAction>
  )
}

/** The amount of a top-up that adds so much, at least `least`: a decimal of the same currency. */
export function topupOf({ currency, minor }: Money, least: string, decimals?: number): Money {
  const step = entryStep(currency, decimals)
  const whole = money(currency, divideUp(minor, step) * step)
  const parsed = parseAmount(least, currency)
  return parsed.ok && parsed.money.minor > whole.minor ? parsed.money : whole
}
