import { useState } from 'react'
import type { Currency } from '#money/currency'
import type { TextKey } from '#texts/texts'
import type { LimitMessages } from '#web/lib/config/limits.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountInput } from '#web/ui/amount/AmountInput.tsx'
import { groupAmount } from '#web/ui/amount/amount-text.ts'
import { ChipButtons } from '#web/ui/field/Chips.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { quickAmounts } from './topup-form.ts'

export interface TopUpAmountProps {
  readonly currency: Currency
  readonly amount: string
  /** The error of the amount; shown once the field has lost focus. */
  readonly fault: TextKey | undefined
  /** An amount above the maximum shows at once, one below the minimum like an error. */
  readonly limits: LimitMessages
  readonly onAmount: (amount: string) => void
}

/** The amount with the usual ones to tap. */
export function TopUpAmount({ currency, amount, fault, limits, onAmount }: TopUpAmountProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const [isLeft, setLeft] = useState(false)
  const whenLeft = fault ? t(fault) : limits.tooLittle
  return (
    <Stack gap="fields">
      <Field label={t('amount.label')} hint={limits.hint} error={limits.tooMuch ?? (isLeft ? whenLeft : undefined)}>
        <AmountInput
          size="xl"
          currency={currency}
          value={amount}
          onValueChange={onAmount}
          onFocus={() => setLeft(false)}
          onBlur={() => setLeft(true)}
        />
      </Field>
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
