import { useQuery } from '@tanstack/react-query'
import { EmailRow } from '#web/features/auth/EmailRow.tsx'
import { PinWaits } from '#web/features/auth/PinWaits.tsx'
import { pushQuery } from '#web/features/push/queries.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useViewport } from '#web/lib/page/viewport.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LinkRow, Rows, SheetRow } from '#web/ui/sheet/SheetRow.tsx'
import { useSettingStates } from './use-setting-states.ts'

const PinSheet = lazyComponent(() => import('#web/features/auth/PinSheet.tsx'))
const PasskeysSheet = lazyComponent(() => import('#web/features/passkeys/PasskeysSheet.tsx'))
const FreezeSheet = lazyComponent(() => import('#web/features/auth/FreezeSheet.tsx'))
const LevelsSheet = lazyComponent(() => import('#web/features/limits/LevelsSheet.tsx'))
const SessionsSheet = lazyComponent(() => import('#web/features/profile/SessionsSheet.tsx'))
const TransferSettingsSheet = lazyComponent(() => import('#web/features/transfers/TransferSettingsSheet.tsx'))
const PushSheet = lazyComponent(() => import('#web/features/push/PushSheet.tsx'))
const NoticeSettingsSheet = lazyComponent(() => import('#web/features/notifications/NoticeSettingsSheet.tsx'))
const KeysSheet = lazyComponent(() => import('./KeysSheet.tsx'))
const MyDataSheet = lazyComponent(() => import('#web/features/auth/MyDataSheet.tsx'))

/**
 * The settings in three cards: security, money, notifications. The PIN is there only where it is
 * known to be set. On the settings screen alone: beside Home it would be loaded with it.
 */
export function SettingsCards() {
  const t = useTranslate()
  const profile = useProfile()
  const canSend = useFeatureFlag('p2p')
  const states = useSettingStates()
  const { data: push } = useQuery(pushQuery)
  return (
    <>
      <PinWaits />
      <Card title={t('settings.security')}>
        <Rows>
          {profile?.has_pin ? (
            <SheetRow
              id="pin"
              label={t('pin.row')}
              state={states.pin}
              sheet={(opened) => <PinSheet {...opened} phone={profile.phone} />}
            />
          ) : null}
          <SheetRow
            id="passkeys"
            label={t('passkeys.title')}
            state={states.passkeys}
            sheet={(opened) => <PasskeysSheet {...opened} />}
          />
          <EmailRow />
          <SheetRow
            id="devices"
            label={t('profile.sessions')}
            state={states.devices}
            sheet={(opened) => <SessionsSheet {...opened} />}
          />
          <SheetRow id="freeze" label={t('freeze.row')} state={states.freeze} sheet={(opened) => <FreezeSheet {...opened} />} />
        </Rows>
      </Card>
      <Card title={t('settings.money')}>
        <Rows>
          <SheetRow id="limits" label={t('levels.title')} state={states.limits} sheet={(opened) => <LevelsSheet {...opened} />} />
          <LinkRow label={t('recipients.title')} to={PATHS.Recipients} />
          {canSend ? <SheetRow label={t('transfers.row')} sheet={(opened) => <TransferSettingsSheet {...opened} />} /> : null}
        </Rows>
      </Card>
      <Card title={t('notif.title')}>
        <Rows>
          <SheetRow
            id="notices"
            label={t('notif.settings')}
            sheet={(opened) => <NoticeSettingsSheet {...opened} isPushOff={push?.kind === 'off'} />}
          />
          <SheetRow id="push" label={t('notices.row')} state={states.push} sheet={(opened) => <PushSheet {...opened} />} />
        </Rows>
      </Card>
    </>
  )
}

/** Further rows of the settings screen: the keyboard shortcuts on a wide screen, and the user's data. */
export function ApplicationRows() {
  const t = useTranslate()
  const isWide = useViewport() === 'desktop'
  return (
    <>
      {isWide ? <SheetRow label={t('keys.title')} sheet={(opened) => <KeysSheet {...opened} />} /> : null}
      <SheetRow id="data" label={t('data.title')} sheet={(opened) => <MyDataSheet {...opened} />} />
    </>
  )
}
