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
  /** What is chosen here. */
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly options: readonly ChipOption<Value>[]
  readonly value: Value | undefined
  readonly onValueChange: (value: Value) => void
  /** Under one another from 768 px on, where there is a column for them. */
  readonly isColumn?: boolean
}

/** One choice of a few, all in sight: radio buttons drawn as pills, so arrow keys and names work by themselves. */
export function Chips<Value extends string>(props: ChipsProps<Value>) {
  const { label, isLabelHidden = false, options, value, onValueChange, isColumn = false } = props
  const name = useId()
  return (
    <div className={css.group} role="radiogroup" aria-labelledby={`${name}label`}>
      <div id={`${name}label`} className={classNames(css.label, isLabelHidden && css.hidden)}>
        {label}
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
  /** What the buttons fill in. */
  readonly label: string
  readonly options: readonly { readonly id: string; readonly label: string; readonly onChoose: () => void }[]
  readonly disabled?: boolean
}

/** Small buttons in a row that fill something in at once, such as amounts. Nothing stays chosen. */
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
