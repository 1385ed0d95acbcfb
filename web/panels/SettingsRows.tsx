import { EmailRow } from '#web/features/auth/EmailRow.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { LinkRow, SheetRow } from '#web/ui/sheet/SheetRow.tsx'

const PinSheet = lazyComponent(() => import('#web/features/auth/PinSheet.tsx'))
const PasskeysSheet = lazyComponent(() => import('#web/features/passkeys/PasskeysSheet.tsx'))
const FreezeSheet = lazyComponent(() => import('#web/features/auth/FreezeSheet.tsx'))
const SessionsSheet = lazyComponent(() => import('#web/features/profile/SessionsSheet.tsx'))
const TransferSettingsSheet = lazyComponent(() => import('#web/features/p2p/TransferSettingsSheet.tsx'))
const PushSheet = lazyComponent(() => import('#web/features/push/PushSheet.tsx'))
const MyDataSheet = lazyComponent(() => import('#web/features/auth/MyDataSheet.tsx'))

/**
 * What protects the wallet, where one is signed in, and all that is kept of one; the PIN only where it is known to be set. On the settings
 * screen alone: beside Home it would be loaded with it.
 */
export function SettingsRows() {
  const t = useTranslate()
  const profile = useProfile()
  const canSend = useFeatureFlag('p2p')
  return (
    <>
      <EmailRow />
      {profile?.has_pin ? (
        <SheetRow label={t('pin.row')} sheet={(opened) => <PinSheet {...opened} phone={profile.phone} />} />
      ) : null}
      <SheetRow label={t('passkeys.title')} sheet={(opened) => <PasskeysSheet {...opened} />} />
      <SheetRow label={t('freeze.row')} sheet={(opened) => <FreezeSheet {...opened} />} />
      <SheetRow label={t('profile.sessions')} sheet={(opened) => <SessionsSheet {...opened} />} />
      <LinkRow label={t('recipients.title')} to={PATHS.Recipients} />
      <SheetRow label={t('notices.row')} sheet={(opened) => <PushSheet {...opened} />} />
      {canSend ? <SheetRow label={t('transfers.row')} sheet={(opened) => <TransferSettingsSheet {...opened} />} /> : null}
      <SheetRow label={t('data.title')} sheet={(opened) => <MyDataSheet {...opened} />} />
    </>
  )
}
