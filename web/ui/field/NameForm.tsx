import { type SyntheticEvent, useState } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from './Field.tsx'
import css from './NameForm.module.css'
import { TextInput } from './TextInput.tsx'

export interface NameFormProps {
  readonly label: string
  readonly hint?: string
  readonly name: string
  /** In UTF-16 code units; more cannot be typed. */
  readonly lengthMax: number
  readonly isSaving: boolean
  readonly error: string | undefined
  /** Called with the trimmed name; an empty name removes it. */
  readonly onSave: (name: string) => void
  readonly onCancel: () => void
}

/** Renames an entry at its place in a list. Enter saves, Esc cancels. */
export function NameForm({ label, hint, name, lengthMax, isSaving, error, onSave, onCancel }: NameFormProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState(name)
  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (!isSaving) onSave(typed.trim())
  }
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={submitted}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Keeps the sheet open.
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }}
    >
      <Field label={label} hint={hint} error={error}>
        <TextInput value={typed} onValueChange={setTyped} maxLength={lengthMax} autoComplete="off" autoFocus />
      </Field>
      <div className={css.buttons}>
        <Button type="submit" size="m" isLoading={isSaving}>
          {t('common.save')}
        </Button>
        <Button variant="text" size="m" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
