import type { ComponentProps } from 'react'
import { withAsciiDigits } from './ascii-digits.ts'
import css from './CardInput.module.css'
import { CARD_DIGITS, readCardNumber } from './card-number.ts'
import { onlyDigits } from './digit-pattern.ts'
import { useFieldControl } from './Field.tsx'
import { PatternInput } from './PatternInput.tsx'

/** 4-4-4-4: at most 19 characters. */
const PATTERN = '#### #### #### ####'

export interface CardInputProps
  extends Omit<ComponentProps<'input'>, 'className' | 'value' | 'onChange' | 'type' | 'inputMode' | 'pattern' | 'ref'> {
  /** Up to 16 digits, or the unchanged input when it cannot be read as a number. */
  readonly digits: string
  readonly onDigitsChange: (digits: string) => void
}

/** The number of another person's card: in groups of four, typed or pasted with any spaces. Used inside a Field. */
export function CardInput({ digits, onDigitsChange, ...input }: CardInputProps) {
  const control = useFieldControl()
  const isRead = /^[0-9]*$/.test(digits)
  function taken(text: string): void {
    const isOneMore = digits.length === CARD_DIGITS && onlyDigits(withAsciiDigits(text)).length === CARD_DIGITS + 1
    // A typed letter is dropped, and so is a digit too many.
    const isLetter = onlyDigits(text) === digits && /^[^a-z/+]*[a-z][^a-z/+]*$/i.test(text)
    if (!(isRead && (isOneMore || isLetter))) onDigitsChange(readCardNumber(text))
  }
  return (
    <div className={css.frame}>
      <PatternInput
        autoComplete="off"
        {...control}
        {...input}
        className={css.input}
        pattern={PATTERN}
        digits={isRead ? digits : ''}
        unread={isRead ? undefined : digits}
        onText={taken}
      />
    </div>
  )
}
