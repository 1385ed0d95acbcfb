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
  /** What is chosen here. */
  readonly label: string
  /** Nothing while they are on their way. */
  readonly options: readonly RadioCard<Value>[] | undefined
  readonly value: Value | undefined
  readonly onValueChange: (value: Value) => void
}

/** One choice of a few that have two lines each, all in sight: radio buttons drawn as cards. */
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
