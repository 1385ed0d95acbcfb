import { legTextsOf, textFor } from '#contract/operation-legs'
import { parseDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { formatMoney } from '#money/format'
import { money } from '#money/money'
import { legParameters } from './leg-parameters.ts'

type Language = Parameters<typeof formatMoney>[1]

/** A leg of an operation, in minor units, as the person is told of it; `state` is the operation's. */
export interface ToldLeg {
  readonly kind: string
  readonly state: string
  readonly currency: Currency
  readonly amount_minor: bigint
  readonly fee_minor: bigint
  readonly details: Readonly<Record<string, string>>
}

/** A text's key, and what it is filled with in the reader's language. */
export interface LegNotice {
  readonly key: string
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * What a person is told of a leg; undefined where its kind has nothing to tell in this state. A transfer between own accounts is told of once,
 * by the leg that goes out; `other` is the other one then.
 */
export function legNotice(
  leg: ToldLeg,
  other: Pick<ToldLeg, 'amount_minor' | 'currency'> | undefined,
  language: Language,
): LegNotice | undefined {
  const isOut = leg.amount_minor <= 0n
  const { notices, direction } = legTextsOf(leg.kind, isOut)
  const text = notices[leg.state]
  if (!text || (direction === 'own' && !isOut)) return undefined
  const said = (minor: bigint, currency: Currency): string => formatMoney(money(currency, minor < 0n ? -minor : minor), language)
  const amount = said(isOut ? leg.amount_minor + leg.fee_minor : leg.amount_minor, leg.currency)
  const both = direction === 'own' && other && { from: amount, to: said(other.amount_minor, other.currency) }
  const details = Object.entries(legParameters(leg.details, language)).map(([name, value]) =>
    name.endsWith('_amount') ? [name, formatMoney(parseDecimal(value, leg.currency), language)] : [name, value],
  )
  return { key: textFor(text, leg.details), parameters: { ...Object.fromEntries(details), amount, ...both } }
}
