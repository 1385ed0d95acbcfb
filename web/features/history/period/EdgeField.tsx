import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { KeyboardEvent } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { TextInput } from '#web/ui/field/TextInput.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import css from './EdgeField.module.css'
import type { Edge } from './typed-date.ts'

export interface EdgeFieldProps {
  readonly edge: Edge
  readonly text: string
  readonly isFaulty: boolean
  readonly onType: (text: string) => void
  readonly onLeave: () => void
  /** Moves the time by a number of hours, back when it is negative. */
  readonly onStep: (steps: number) => void
}

/** An end of a range, typed as `DD/MM/YYYY HH:mm`. Two buttons, or the arrows up and down, move its time by an hour. */
export function EdgeField({ edge, text, isFaulty, onType, onLeave, onStep }: EdgeFieldProps) {
  const t = useTranslate()
  const label = t(`hist.${edge}`)
  function keyPressed(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? 1 : -1)
  }
  return (
    <Field label={label} hint={t('hist.hint')} error={isFaulty ? t('hist.err_date') : undefined}>
      <TextInput
        name={edge}
        value={text}
        onValueChange={onType}
        onBlur={onLeave}
        onKeyDown={keyPressed}
        autoComplete="off"
        enterKeyHint="done"
        maxLength={24}
        end={
          <>
            <IconButton
              label={t('hist.hour_back', { edge: label })}
              icon={<Minus size={20} aria-hidden />}
              onClick={() => onStep(-1)}
            />
            <span className={css.unit} aria-hidden="true">
              {t('hist.hour')}
            </span>
            <IconButton
              label={t('hist.hour_on', { edge: label })}
              icon={<Plus size={20} aria-hidden />}
              onClick={() => onStep(1)}
            />
          </>
        }
      />
    </Field>
  )
}
