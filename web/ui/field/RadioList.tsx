import { type KeyboardEvent, useId, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { RowContent, type RowContentProps } from '#web/ui/ListRow.tsx'
import css from './RadioList.module.css'

export interface RadioOption<Value extends string> extends Omit<RowContentProps, 'hasChevron'> {
  readonly value: Value
  readonly isDisabled?: boolean
}

export interface RadioListProps<Value extends string> {
  /** The name of the group. */
  readonly label: string
  readonly options: readonly RadioOption<Value>[]
  readonly value: Value | undefined
  /** Called when another row is chosen, by a press or by the arrows. */
  readonly onValueChange: (value: Value) => void
  /**
   * Called when a row is pressed, by pointer, Space or Enter, even if it was chosen before: the choice is made. The arrows do not call
   * it.
   */
  readonly onDone: () => void
}

/** Many options in rows, of which one is chosen: radio buttons whose whole row is clickable. */
export function RadioList<Value extends string>({ label, options, value, onValueChange, onDone }: RadioListProps<Value>) {
  const name = useId()
  const isWalking = useRef(false)
  function keyPressed(event: KeyboardEvent, option: Value): void {
    isWalking.current = event.key.startsWith('Arrow')
    if (event.key !== 'Enter') return
    // Otherwise the same Enter would press the element that gets the focus back.
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
            // The arrows also cause a click on the row that they reach.
            onClick={() => isWalking.current || onDone()}
          />
        </label>
      ))}
    </fieldset>
  )
}
