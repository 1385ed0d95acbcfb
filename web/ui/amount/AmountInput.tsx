import { useMaskito } from '@maskito/react'
import { type ComponentProps, type FormEvent, type RefObject, useEffect, useMemo, useState } from 'react'
import { CURRENCIES, type Currency } from '#money/currency'
import { LANGUAGE_FACTS } from '#texts/languages'
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
  /** How many decimals can be typed, where it is a price rather than money; those of the currency when left out. */
  readonly decimals?: number
  /** `xl`: 40 px figures that shrink when there is no room for all of them. */
  readonly size?: 'm' | 'xl'
  /** The amount beside it, where both are in a `data-amounts="alike"`: it is measured anew when that changes. */
  readonly beside?: string
  /** Its sign is `¤` for a currency without a symbol: where the specification wants one, and its code stands beside the field. */
  readonly isSymbolKept?: boolean
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
  decimals,
  isSymbolKept = false,
  isBare = false,
  ...input
}: AmountInputProps) {
  const control = useFieldControl()
  const language = useSession((session) => session.language)
  const options = useMemo(() => amountMask(currency, language, decimals), [currency, language, decimals])
  const mask = useMaskito({ options })
  const [typed, setTyped] = useState('')
  // What was typed may say more than its value (a mark at the end); it is kept as long as the value is still its own.
  const shown = plainAmount(typed, language) === value ? typed : groupAmount(value, language)
  const { symbol } = CURRENCIES[currency]
  // A code stands behind the number in every language (money/format.ts).
  const isSymbolFirst = LANGUAGE_FACTS[language].isSymbolFirst && (symbol !== '¤' || isSymbolKept)
  const box = useFitText<HTMLDivElement>(`${shown} ${beside}`, '[data-shown]')

  function changed(event: FormEvent<HTMLInputElement>): void {
    const text = event.currentTarget.value
    setTyped(text)
    const plain = plainAmount(text, language)
    if (plain !== value) onValueChange(plain)
  }
  useReachedByFrame(box)
  const unit = (
    <span className={css.symbol} aria-hidden="true">
      {symbol === '¤' && !isSymbolKept ? currency : symbol}
    </span>
  )
  return (
    <div
      ref={box}
      data-reached-by-frame
      className={classNames(isBare ? css.bare : css.frame, size === 'xl' && css.large, isSymbolFirst && css.first)}
    >
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

/** Figures make the width of the input, which may be one of them: a press anywhere in its frame reaches it. */
function useReachedByFrame(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = box.current
    function pressed(event: MouseEvent): void {
      if (event.target instanceof HTMLInputElement) return
      // Not the frame: it would take the focus off again.
      event.preventDefault()
      frame?.querySelector('input')?.focus()
    }
    frame?.addEventListener('mousedown', pressed)
    return () => frame?.removeEventListener('mousedown', pressed)
  }, [box])
}
