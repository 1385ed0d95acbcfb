import { useMaskito } from '@maskito/react'
import { type ComponentProps, type FormEvent, useMemo, useState } from 'react'
import { CURRENCIES, type Currency } from '#money/currency'
import { useSession } from '#web/lib/session/use-session.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useFieldControl } from '#web/ui/field/Field.tsx'
import css from './AmountInput.module.css'
import { amountMask } from './amount-mask.ts'
import { groupAmount, plainAmount } from './amount-text.ts'
import { useFitText } from './fit-text.ts'

export interface AmountInputProps
  extends Omit<ComponentProps<'input'>, 'className' | 'value' | 'onChange' | 'onInput' | 'size' | 'type' | 'inputMode'> {
  /** Gives the symbol and the number of decimals. */
  readonly currency: Currency
  /** A plain decimal, `1234.50`, or '' for nothing. */
  readonly value: string
  /** Gets the plain decimal; it may still be shorter than an amount, `12.5`. */
  readonly onValueChange: (value: string) => void
  /** `xl`: 40 px figures that shrink when there is no room for all of them. */
  readonly size?: 'm' | 'xl'
  /** The amount beside it, where both are in a `data-amounts="alike"`: it is measured anew when that changes. */
  readonly beside?: string
  /** Without a frame, for a card that is a frame itself. */
  readonly isBare?: boolean
}

/**
 * An amount while it is being typed, written as the money around it: `1 234,50 ₽` in Russian, `$1,234.50` in English. Groups come by
 * themselves, and comma and point are both the decimal mark. Stands inside a Field or has an `aria-label`.
 */
export function AmountInput({
  currency,
  value,
  onValueChange,
  size = 'm',
  beside = '',
  isBare = false,
  ...input
}: AmountInputProps) {
  const control = useFieldControl()
  const language = useSession((session) => session.language)
  const options = useMemo(() => amountMask(currency, language), [currency, language])
  const mask = useMaskito({ options })
  const [typed, setTyped] = useState('')
  // What was typed may say more than its value (a mark at the end); it is kept as long as the value is still its own.
  const shown = plainAmount(typed, language) === value ? typed : groupAmount(value, language)
  const { symbol } = CURRENCIES[currency]
  // A code stands behind the number in every language (money/format.ts).
  const isSymbolFirst = language === 'en' && symbol !== '¤'
  const box = useFitText<HTMLDivElement>(`${shown} ${beside}`, '[data-shown]')

  function changed(event: FormEvent<HTMLInputElement>): void {
    const text = event.currentTarget.value
    setTyped(text)
    const plain = plainAmount(text, language)
    if (plain !== value) onValueChange(plain)
  }
  const unit = (
    <span className={css.symbol} aria-hidden="true">
      {symbol === '¤' ? currency : symbol}
    </span>
  )
  return (
    <div ref={box} className={classNames(isBare ? css.bare : css.frame, size === 'xl' && css.large, isSymbolFirst && css.first)}>
      {isSymbolFirst ? unit : null}
      <span className={css.sizer} data-shown={shown || '0'}>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0"
          {...control}
          {...input}
          ref={mask}
          className={css.input}
          value={shown}
          onInput={changed}
        />
      </span>
      {isSymbolFirst ? null : unit}
    </div>
  )
}
