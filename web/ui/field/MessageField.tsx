import { MESSAGE_LENGTH_MAX } from '#contract/transfers'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { TextInput } from './TextInput.tsx'

export interface MessageFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'error' | 'isRefused' | 'isMessageReserved'> {
  readonly value: string
  readonly onValueChange: (value: string) => void
}

/** An optional message to another person, with the used part of its length. */
export function MessageField({ value, onValueChange, ...field }: MessageFieldProps) {
  const t = useTranslate()
  return (
    <Field {...field} isOptional aside={t('send.message_count', { n: value.length, max: MESSAGE_LENGTH_MAX })}>
      <TextInput value={value} onValueChange={onValueChange} maxLength={MESSAGE_LENGTH_MAX} autoComplete="off" />
    </Field>
  )
}
