import { type ReactNode, useId } from 'react'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './RadioCards.module.css'

interface RadioCard<Value extends string> {
  readonly value: Value
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly subtitle: ReactNode
}

export interface RadioCardsProps<Value extends string> {
  /** The name of the group. */
  readonly label: string
  /** Undefined while the options are loading. */
  readonly options: readonly RadioCard<Value>[] | undefined
  readonly value: Value | undefined
  readonly onValueChange: (value: Value) => void
}

/** A few options with two lines each, all visible, of which one is chosen: radio buttons drawn as cards. */
export function RadioCards<Value extends string>({ label, options, value, onValueChange }: RadioCardsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={css.group} aria-busy={!options || undefined}>
      <legend className={css.label}>{label}</legend>
      <div className={css.cards}>
        {options ? (
          options.map((option) => (
            <label key={option.value} className={css.card}>
              <input
                className={css.input}
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                onChange={() => onValueChange(option.value)}
              />
              {option.icon}
              <span className={css.title}>{option.title}</span>
              <span className={css.subtitle}>{option.subtitle}</span>
              <span className={css.mark} aria-hidden="true" />
            </label>
          ))
        ) : (
          <>
            <Skeleton shape="block" height="64px" />
            <Skeleton shape="block" height="64px" />
          </>
        )}
      </div>
    </fieldset>
  )
}
