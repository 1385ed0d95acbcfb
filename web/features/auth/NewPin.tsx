import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CodeInput, type CodeInputProps } from '#web/ui/field/CodeInput.tsx'
import { isWeakPin } from './weak-pin.ts'

type NewPinProps = Pick<CodeInputProps, 'label' | 'value' | 'onValueChange' | 'error' | 'isAutofocused'>

/** A PIN that is to be, with a word when it is easy to guess. */
export function NewPin(props: NewPinProps) {
  const t = useTranslate()
  return <CodeInput {...props} kind="newPin" hint={isWeakPin(props.value) ? t('pin.weak') : undefined} />
}
