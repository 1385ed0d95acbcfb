import type { ReactNode } from 'react'
import type { Currency } from '#money/currency'
import { enterable } from '#money/money'
import type { TextKey } from '#texts/texts'
import type { LimitMessages } from '#web/lib/config/limits.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountField } from '#web/ui/amount/AmountField.tsx'
import { groupAmount } from '#web/ui/amount/amount-text.ts'
import { ChipButtons } from '#web/ui/field/Chips.tsx'
import { useAmountErrors } from '#web/ui/field/use-amount-errors.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { quickAmounts } from './quick-amounts.ts'

export interface TopUpAmountProps {
  readonly currency: Currency
  /** The decimals that the provider takes, where these are fewer than the currency has. */
  readonly decimals: number | undefined
  readonly amount: string
  /** The error of the amount; shown once the field has lost focus. */
  readonly fault: TextKey | undefined
  /** An amount above the maximum shows at once, one below the minimum like an error. */
  readonly limits: LimitMessages
  /** Why the server has refused the amount, until it is changed. */
  readonly refused: string | undefined
  /** The way to a higher limit, shown after a refusal by a limit. */
  readonly wayUp: ReactNode
  readonly onAmount: (amount: string) => void
}

/** The amount with the usual ones to tap. */
export function TopUpAmount({ currency, decimals, amount, fault, limits, refused, wayUp, onAmount }: TopUpAmountProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const errors = useAmountErrors({
    readiness: { isReady: false, fault },
    limits,
    refused: refused === undefined ? undefined : { text: refused, isLevelLimit: true },
    wayUp,
    offer: limits.lowest && {
      highest: enterable(limits.lowest.rest, decimals),
      least: limits.least,
      text: 'topup.pay_amount',
      onTake: onAmount,
    },
  })
  return (
    <Stack gap="fields">
      <AmountField {...errors} currency={currency} decimals={decimals} value={amount} onValueChange={onAmount} />
      <ChipButtons
        label={t('amount.quick')}
        options={quickAmounts(currency).map((quick) => ({
          id: quick,
          label: groupAmount(quick, language),
          onChoose: () => onAmount(quick),
        }))}
      />
    </Stack>
  )
}
