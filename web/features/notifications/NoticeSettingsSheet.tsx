import { failureText } from '#web/lib/api/failure-text.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Checkbox } from '#web/ui/field/Checkbox.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './NoticeSettingsSheet.module.css'
import { type NoticeSettings, noticeSettingsQuery, useSwitchNotices } from './settings.ts'

export interface NoticeSettingsSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Push messages could come to this device, and are off. */
  readonly isPushOff: boolean
}

/** The channels whose messages can be switched off for a kind. */
const SWITCHED = ['push', 'email'] as const

/** What one is told of, and by what: a row a kind that can be switched, a column a channel. Loaded when it is first opened. */
export default function NoticeSettingsSheet({ isOpen, onClose, isPushOff }: NoticeSettingsSheetProps) {
  const t = useTranslate()
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('notif.settings')}>
      <Settings isPushOff={isPushOff} />
    </Modal>
  )
}

function Settings({ isPushOff }: Pick<NoticeSettingsSheetProps, 'isPushOff'>) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const { data, failure } = useRetryableQuery(noticeSettingsQuery)
  const switching = useSwitchNotices()
  if (failure) return <LoadError message={t('notif.settings_error')} failure={failure} />
  if (!data) {
    return (
      <div aria-busy="true">
        <SkeletonRows count={6} />
      </div>
    )
  }
  // A kind, or a channel, without anything to switch takes no place.
  const kinds = data.filter((each) => !each.is_fixed && SWITCHED.some((channel) => each.channels[channel] !== undefined))
  const channels = SWITCHED.filter((channel) => kinds.some((each) => each.channels[channel] !== undefined))
  return (
    <Stack gap="fields">
      <p className={css.text}>{t('notif.settings_text')}</p>
      {isPushOff ? (
        <p className={css.push}>
          {t('notif.push_off')}
          <TextLink to="/settings#push" isQuiet>
            {t('notif.push_on')}
          </TextLink>
        </p>
      ) : null}
      {kinds.length === 0 ? null : (
        <table className={css.matrix} aria-label={t('notif.settings')}>
          <thead>
            <tr>
              <th scope="col" className={css.kind}>
                <VisuallyHidden>{t('notif.settings_kind')}</VisuallyHidden>
              </th>
              {channels.map((channel) => (
                <th key={channel} scope="col">
                  {t(`notif.channel.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map((each) => (
              <tr key={each.kind}>
                <th scope="row" className={css.kind}>
                  {t(`notif.kind.${each.kind}`)}
                </th>
                {channels.map((channel) => (
                  <td key={channel}>
                    <Cell
                      setting={each}
                      channel={channel}
                      isDisabled={!isOnline}
                      onSwitch={(isOn) => switching.mutate({ kind: each.kind, channel, is_on: isOn })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={css.text}>{t('notif.settings_fixed')}</p>
      {channels.includes('email') ? <p className={css.text}>{t('notif.settings_email')}</p> : null}
      <ReasonLine>{isOnline ? '' : t('offline.action')}</ReasonLine>
      <FormError message={switching.error ? failureText(t, switching.error) : undefined} />
    </Stack>
  )
}

interface CellProps {
  readonly setting: NoticeSettings[number]
  readonly channel: (typeof SWITCHED)[number]
  readonly isDisabled: boolean
  readonly onSwitch: (isOn: boolean) => void
}

/** A channel of a kind: to switch, or one that never tells of it. */
function Cell({ setting: { kind, channels }, channel, isDisabled, onSwitch }: CellProps) {
  const t = useTranslate()
  const isOn = channels[channel]
  if (isOn === undefined) return <span className={css.none}>{t('notif.settings_never')}</span>
  return (
    <Checkbox isChecked={isOn} disabled={isDisabled} onCheckedChange={onSwitch}>
      <VisuallyHidden>
        {t(`notif.kind.${kind}`)}: {t(`notif.channel.${channel}`)}
      </VisuallyHidden>
    </Checkbox>
  )
}
