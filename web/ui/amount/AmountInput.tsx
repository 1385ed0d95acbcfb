import type { MaskitoOptions } from '@maskito/core'
import { maskitoNumberOptionsGenerator } from '@maskito/kit'
import { useMaskito } from '@maskito/react'
import { type ComponentProps, type FormEvent, useMemo, useState } from 'react'
import { CURRENCIES, type Currency, entryScale } from '#money/currency'
import { classNames } from '#web/ui/class-names.ts'
import { useFieldControl } from '#web/ui/field/Field.tsx'
import css from './AmountInput.module.css'
import { groupAmount, plainAmount, readPastedAmount } from './amount-text.ts'
import { useFitText } from './fit-text.ts'

/** Digits before the dot that the wire's grammar admits (money/amount.ts). */
const WHOLE_DIGITS_MAX = 12

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
  /** Without a frame, for a card that is a frame itself. */
  readonly isBare?: boolean
}

/** An amount while it is being typed: groups by themselves; `,`, `б` and `ю` are a dot. Stands inside a Field or has an `aria-label`. */
export function AmountInput({ currency, value, onValueChange, size = 'm', isBare = false, ...input }: AmountInputProps) {
  const control = useFieldControl()
  const options = useMemo(() => maskOf(currency), [currency])
  const mask = useMaskito({ options })
  const [typed, setTyped] = useState('')
  // What was typed may say more than its value (a dot at the end); it is kept as long as the value is still its own.
  const shown = plainAmount(typed) === value ? typed : groupAmount(value)
  const symbol = CURRENCIES[currency].symbol
  const box = useFitText<HTMLDivElement>(shown, '[data-shown]')

  function changed(event: FormEvent<HTMLInputElement>): void {
    const text = event.currentTarget.value
    setTyped(text)
    if (plainAmount(text) !== value) onValueChange(plainAmount(text))
  }
  return (
    <div ref={box} className={classNames(isBare ? css.bare : css.frame, size === 'xl' && css.large)}>
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
      <span className={css.symbol} aria-hidden="true">
        {symbol === '¤' ? currency : symbol}
      </span>
    </div>
  )
}

function maskOf(currency: Currency): MaskitoOptions {
  const number = maskitoNumberOptionsGenerator({
    decimalSeparator: '.',
    thousandSeparator: '\u00a0',
    decimalPseudoSeparators: [',', 'б', 'ю', 'Б', 'Ю', '/', '?'],
    maximumFractionDigits: entryScale(currency),
    min: 0,
  })
  return {
    ...number,
    preprocessors: [readPasteIn(currency), ...(number.preprocessors ?? [])],
    postprocessors: [...(number.postprocessors ?? []), refuseTooLong],
  }
}

type Preprocessor = NonNullable<MaskitoOptions['preprocessors']>[number]
type Postprocessor = NonNullable<MaskitoOptions['postprocessors']>[number]

/** More than one character at once was pasted or filled in; single ones are typed and are the mask's own business. */
function readPasteIn(currency: Currency): Preprocessor {
  return ({ elementState, data }, action) => {
    if (action === 'insert' && data.length > 1) return { elementState, data: readPastedAmount(data, currency) }
    if (action === 'validation' && /[,'’]/.test(elementState.value)) {
      const shown = groupAmount(readPastedAmount(elementState.value, currency))
      return { elementState: { value: shown, selection: [shown.length, shown.length] }, data }
    }
    return { elementState, data }
  }
}

/** A digit too many is not taken; cutting the number would make another of it. */
const refuseTooLong: Postprocessor = (state, before) => {
  const whole = plainAmount(state.value).split('.')[0] ?? ''
  return whole.length > WHOLE_DIGITS_MAX ? before : state
}
