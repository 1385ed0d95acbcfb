import type { ReactNode } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Field, type FieldProps } from '#web/ui/field/Field.tsx'
import { useLeaving } from '#web/ui/field/use-leaving.ts'
import { AmountInput, type AmountInputProps } from './AmountInput.tsx'
import { useUnreadAmount } from './use-unread-amount.ts'

export interface AmountFieldProps
  extends Pick<AmountInputProps, 'currency' | 'decimals' | 'value' | 'onValueChange'>,
    Pick<FieldProps, 'isOptional' | 'aside' | 'hint' | 'isRefused'> {
  /** "Amount" when left out. */
  readonly label?: string
  /** Said at once: more than may be, or what the server has refused. */
  readonly error: ReactNode
  /** Said when the field is left, unless there is something to say at once: too little, or no amount yet. */
  readonly errorWhenLeft: ReactNode
}

/** The amount of a form in large figures, and what is wrong with it: too much, or no number, at once, all else when the field is left. */
export function AmountField({ label, error, errorWhenLeft, isOptional, isRefused, aside, hint, ...input }: AmountFieldProps) {
  const t = useTranslate()
  const { isLeft, leaving } = useLeaving()
  const unread = useUnreadAmount(input.currency, input.value, input.decimals)
  return (
    <Field
      label={label ?? t('amount.label')}
      {...(isOptional && { isOptional })}
      {...(isRefused && { isRefused })}
      aside={aside}
      hint={hint}
      error={error || unread || (isLeft && errorWhenLeft)}
    >
      <AmountInput size="xl" {...input} {...leaving} />
    </Field>
  )
}
