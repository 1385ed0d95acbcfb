import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { SheetRow } from '#web/ui/sheet/SheetRow.tsx'

const EmailSheet = lazyComponent(() => import('./EmailSheet.tsx'))

/** Opens what confirms the e-mail, or puts another in its place; nothing where e-mail is off. */
export function EmailRow() {
  const t = useTranslate()
  const isOn = useFeatureFlag('email_recovery')
  const profile = useProfile()
  if (!(isOn && profile)) return null
  const { email, has_pin, email_confirmed = false } = profile
  return (
    <SheetRow
      id="email"
      label={t('email.row')}
      state={email_confirmed ? { words: t('settings.state.confirmed') } : { words: t('settings.state.confirm'), isToDo: true }}
      sheet={(opened) => <EmailSheet {...opened} present={email} hasPin={has_pin} isConfirmed={email_confirmed} />}
    />
  )
}
