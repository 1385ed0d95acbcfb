import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type ReactNode, useId } from 'react'
import css from './Checkbox.module.css'

export interface CheckboxProps {
  readonly isChecked: boolean
  readonly onCheckedChange: (isChecked: boolean) => void
  /** The label; a click anywhere in it ticks the box, so it has no links. */
  readonly children: ReactNode
  /** A link beside the label, which does not tick. */
  readonly aside?: ReactNode
  readonly error?: string | undefined
  readonly disabled?: boolean
  readonly name?: string
}

/** A checkbox with its label beside it. */
export function Checkbox({ isChecked, onCheckedChange, children, aside, error, disabled = false, name }: CheckboxProps) {
  const id = useId()
  return (
    <div className={css.checkbox}>
      <div className={css.line}>
        <label className={css.row}>
          <span className={css.box}>
            <input
              className={css.input}
              type="checkbox"
              name={name}
              checked={isChecked}
              disabled={disabled}
              aria-invalid={error === undefined ? undefined : true}
              aria-describedby={error === undefined ? undefined : id}
              onChange={(event) => onCheckedChange(event.currentTarget.checked)}
            />
            <Check className={css.tick} size={16} strokeWidth={3} aria-hidden />
          </span>
          <span className={css.words}>{children}</span>
        </label>
        {aside}
      </div>
      {error === undefined ? null : (
        <div id={id} className={css.error}>
          <CircleAlert size={16} aria-hidden />
          {error}
        </div>
      )}
    </div>
  )
}
