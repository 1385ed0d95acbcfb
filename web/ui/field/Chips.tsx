import { type ReactNode, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import css from './Chips.module.css'

interface ChipOption<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly icon?: ReactNode
  readonly isDisabled?: boolean
}

export interface ChipsProps<Value extends string> {
  /** The name of the group. */
  readonly label: string
  readonly isLabelHidden?: boolean
  /** Content beside the label, such as the way to more options. */
  readonly aside?: ReactNode
  readonly options: readonly ChipOption<Value>[]
  readonly value: Value | undefined
  readonly onValueChange: (value: Value) => void
  /** In a column from 768 px on, where there is room for one. */
  readonly isColumn?: boolean
}

/** A few options, all visible, of which one is chosen: radio buttons drawn as pills, so that arrow keys and names need no code. */
export function Chips<Value extends string>(props: ChipsProps<Value>) {
  const { label, isLabelHidden = false, aside, options, value, onValueChange, isColumn = false } = props
  const name = useId()
  return (
    <div className={css.group} role="radiogroup" aria-labelledby={`${name}label`}>
      <div className={classNames(css.head, isLabelHidden && css.hidden)}>
        <div id={`${name}label`} className={css.label}>
          {label}
        </div>
        {aside}
      </div>
      <div className={classNames(css.row, isColumn && css.column)}>
        {options.map((option) => (
          <label key={option.value} className={css.chip}>
            <input
              className={css.input}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onValueChange(option.value)}
            />
            {option.icon}
            {option.label}
          </label>
        ))}
      </div>
    </div>
  )
}

export interface ChipButtonsProps {
  /** The name of the value that the buttons fill in. */
  readonly label: string
  readonly options: readonly { readonly id: string; readonly label: string; readonly onChoose: () => void }[]
  readonly disabled?: boolean
}

/** Small buttons in a row that fill in a value at once, such as an amount. No button stays chosen. */
export function ChipButtons({ label, options, disabled = false }: ChipButtonsProps) {
  return (
    <fieldset className={css.group} disabled={disabled}>
      <legend className={css.hidden}>{label}</legend>
      <div className={css.row}>
        {options.map((option) => (
          <button key={option.id} type="button" className={css.chip} onClick={option.onChoose}>
            {option.label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
