import { compare } from '#money/money'
import type { LimitMessages } from '#web/lib/config/limits.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import type { AmountFieldProps } from '#web/ui/amount/AmountField.tsx'
import { AmountFault, type AmountFaultProps, ShortBy } from './AmountFault.tsx'
import type { Readiness } from './use-reason.ts'

interface AmountErrorSources extends Omit<AmountFaultProps, 'refused'> {
  readonly readiness: Readiness<unknown>
  readonly limits: Partial<Pick<LimitMessages, 'hint'>> & Pick<LimitMessages, 'tooLittle' | 'tooMuch'>
  /** Why the server refused the amount of the last try. */
  readonly refused: AmountFaultProps['refused']
}

/**
 * The hint and the errors of an amount for its field: at once a limit, a refusal or a shortage; the others when the field is left. The hint
 * says when the highest amount is below the lowest, so that no amount can pass.
 */
export function useAmountErrors({
  readiness,
  limits: { hint, tooLittle, tooMuch },
  refused,
  wayUp,
  offer,
}: AmountErrorSources): Pick<AmountFieldProps, 'error' | 'errorWhenLeft' | 'hint' | 'isRefused'> {
  const t = useTranslate()
  const { fault, shortBy } = readiness.isReady ? {} : readiness
  const moneyText = useMoneyText()
  const over = tooMuch ?? refused
  const least = offer?.least
  const isNonePossible = least !== undefined && offer !== undefined && compare(offer.highest, least) < 0
  return {
    hint: isNonePossible ? t('amount.below_least', { amount: moneyText(least) }) : hint,
    // The page knows the rest of its own limits, but not of a limit in a server's refusal.
    error: over ? <AmountFault refused={over} wayUp={wayUp} offer={tooMuch && offer} /> : shortBy && <ShortBy of={shortBy} />,
    // Other faults belong to other fields.
    errorWhenLeft: fault?.startsWith('err.amount.') ? t(fault) : tooLittle,
    isRefused: refused !== undefined,
  }
}
