import { type KeyboardEvent, useId, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { RowContent, type RowContentProps } from '#web/ui/ListRow.tsx'
import css from './RadioList.module.css'

export interface RadioOption<Value extends string> extends Omit<RowContentProps, 'hasChevron'> {
  readonly value: Value
  readonly isDisabled?: boolean
}

export interface RadioListProps<Value extends string> {
  /** What is chosen here. */
  readonly label: string
  readonly options: readonly RadioOption<Value>[]
  readonly value: Value | undefined
  /** Another row is the chosen one: pressed, or walked to by the arrows. */
  readonly onValueChange: (value: Value) => void
  /** A row was pressed, by hand, Space or Enter, even the one chosen before: the choosing is over. Walking by the arrows does not end it. */
  readonly onDone: () => void
}

/** One choice of many in rows under one another: radio buttons with all of the row around them. */
export function RadioList<Value extends string>({ label, options, value, onValueChange, onDone }: RadioListProps<Value>) {
  const name = useId()
  const isWalking = useRef(false)
  function keyPressed(event: KeyboardEvent, option: Value): void {
    isWalking.current = event.key.startsWith('Arrow')
    if (event.key !== 'Enter') return
    // Else the same Enter presses whatever gets the focus back.
    event.preventDefault()
    if (option !== value) onValueChange(option)
    onDone()
  }
  function stopWalking(): void {
    isWalking.current = false
  }
  return (
    <fieldset className={css.group} aria-label={label} onKeyUp={stopWalking} onPointerDown={stopWalking}>
      {options.map(({ value: option, isDisabled = false, ...face }) => (
        <label
          key={option}
          className={classNames(css.row, isDisabled ? css.disabled : css.pressable, option === value && css.chosen)}
        >
          <RowContent {...face} />
          <input
            className={css.input}
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            disabled={isDisabled}
            onKeyDown={(event) => keyPressed(event, option)}
            onChange={() => onValueChange(option)}
            // The arrows click as well, on what they come to.
            onClick={() => isWalking.current || onDone()}
          />
        </label>
      ))}
    </fieldset>
  )
}
