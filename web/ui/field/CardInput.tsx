import type { ComponentProps } from 'react'
import css from './CardInput.module.css'
import { onlyDigits } from './digit-pattern.ts'
import { useFieldControl } from './Field.tsx'
import { PatternInput } from './PatternInput.tsx'

const DIGITS = 16
/** 4-4-4-4: at most 19 characters. */
const PATTERN = '#### #### #### ####'

export interface CardInputProps
  extends Omit<ComponentProps<'input'>, 'className' | 'value' | 'onChange' | 'type' | 'inputMode' | 'pattern' | 'ref'> {
  /** Up to 16 digits. */
  readonly digits: string
  readonly onDigitsChange: (digits: string) => void
}

/** The number of somebody's card: digits only, in groups of four, typed or pasted with any spaces. Stands inside a Field. */
export function CardInput({ digits, onDigitsChange, ...input }: CardInputProps) {
  const control = useFieldControl()
  return (
    <div className={css.frame}>
      <PatternInput
        autoComplete="off"
        {...control}
        {...input}
        className={css.input}
        pattern={PATTERN}
        digits={digits}
        onText={(text) => onDigitsChange(onlyDigits(text).slice(0, DIGITS))}
      />
    </div>
  )
}
