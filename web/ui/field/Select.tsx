import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { useFieldControl } from './Field.tsx'
import css from './Select.module.css'

export interface SelectProps extends Omit<ComponentProps<'select'>, 'className' | 'value' | 'onChange' | 'children'> {
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly options: readonly { readonly value: string; readonly label: string; readonly isDisabled?: boolean }[]
}

/** The native select element, styled as a field. Used inside a Field. */
export function Select({ value, onValueChange, options, ...select }: SelectProps) {
  const control = useFieldControl()
  return (
    <div className={css.frame}>
      <select
        {...control}
        {...select}
        className={css.select}
        value={value}
        onChange={(event) => onValueChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className={css.chevron} size={20} aria-hidden />
    </div>
  )
}
