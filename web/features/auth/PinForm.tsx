import { useState } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CODE_LENGTH } from '#web/ui/field/CodeInput.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { AuthForm } from './AuthForm.tsx'
import { NewPin } from './NewPin.tsx'
import css from './PinForm.module.css'
import { useSetPin } from './queries.ts'

/** Step 3 of registration: a PIN of four digits, with a button to show it instead of a second input. */
export function PinForm() {
  const t = useTranslate()
  const toast = useToast()
  const [pin, setPin] = useState('')
  const setting = useSetPin((result) => {
    if (result === 'set') toast(t('pin.saved'), 'success')
    else toast(t('refusal.pin_already_set'))
  })
  return (
    <AuthForm
      missing={pin.length < CODE_LENGTH ? ['reason.pin'] : []}
      submit={t('pin.setup.submit')}
      isLoading={setting.isPending}
      error={setting.error ? failureText(t, setting.error) : undefined}
      onSubmit={() => setting.mutate(pin)}
    >
      <p className={classNames(css.text, css.lead)}>{t('pin.setup.text')}</p>
      <NewPin label={t('pin.setup.label')} value={pin} onValueChange={setPin} isAutofocused />
    </AuthForm>
  )
}
