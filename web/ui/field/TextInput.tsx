import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { useFieldControl } from './Field.tsx'
import css from './TextInput.module.css'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'className' | 'value' | 'onChange'> {
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** All characters have one width, for addresses and card numbers. */
  readonly isMonospaced?: boolean
  /** Content at the end of the input, such as an IconButton. */
  readonly end?: ReactNode
}

/** A one-line text input, 56 px high. Used inside a Field. */
export function TextInput({ value, onValueChange, isMonospaced = false, end, ...input }: TextInputProps) {
  const control = useFieldControl()
  return (
    <div className={css.frame}>
      <input
        type="text"
        {...control}
        {...input}
        className={classNames(css.input, isMonospaced && css.monospaced)}
        value={value}
        onChange={(event) => onValueChange(event.currentTarget.value)}
      />
      {end}
    </div>
  )
}
