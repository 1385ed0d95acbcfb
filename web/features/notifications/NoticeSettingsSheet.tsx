import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import { NOTICE_CHANNELS, type NoticeChannel } from '#contract/notice-settings'
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
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './NoticeSettingsSheet.module.css'
import { type NoticeSettings, noticeSettingsQuery, useSwitchNotices } from './settings.ts'

export interface NoticeSettingsSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** What one is told of, and by what: a row a kind, a column a channel. Loaded when it is first opened. */
export default function NoticeSettingsSheet({ isOpen, onClose }: NoticeSettingsSheetProps) {
  const t = useTranslate()
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('notif.settings')}>
      <Settings />
    </Modal>
  )
}

function Settings() {
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
  // One that this wallet has not takes no place.
  const channels = NOTICE_CHANNELS.filter((channel) => data.some((each) => each.channels[channel] !== undefined))
  return (
    <Stack gap="fields">
      <p className={css.text}>{t('notif.settings_text')}</p>
      <table className={css.matrix} aria-label={t('notif.settings')}>
        <thead>
          <tr>
            <th scope="col" className={css.kind}>
              <VisuallyHidden>{t('notif.settings_kind')}</VisuallyHidden>
            </th>
            <th scope="col">{t('notif.channel.app')}</th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {t(`notif.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((each) => (
            <tr key={each.kind}>
              <th scope="row" className={css.kind}>
                {t(`notif.kind.${each.kind}`)}
              </th>
              <td>
                <Always />
              </td>
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
      <p className={css.text}>{t('notif.settings_fixed')}</p>
      <ReasonLine>{isOnline ? '' : t('offline.action')}</ReasonLine>
      <FormError message={switching.error ? failureText(t, switching.error) : undefined} />
    </Stack>
  )
}

interface CellProps {
  readonly setting: NoticeSettings[number]
  readonly channel: NoticeChannel
  readonly isDisabled: boolean
  readonly onSwitch: (isOn: boolean) => void
}

/** A channel of a kind: to switch, always on, or one that never tells of it. */
function Cell({ setting: { kind, is_fixed: isFixed, channels }, channel, isDisabled, onSwitch }: CellProps) {
  const t = useTranslate()
  const isOn = channels[channel]
  if (isOn === undefined) {
    return (
      <span className={css.mark}>
        <Minus size={16} aria-hidden />
        <VisuallyHidden>{t('notif.settings_never')}</VisuallyHidden>
      </span>
    )
  }
  if (isFixed) return <Always />
  return (
    <Checkbox isChecked={isOn} disabled={isDisabled} onCheckedChange={onSwitch}>
      <VisuallyHidden>
        {t(`notif.kind.${kind}`)}: {t(`notif.channel.${channel}`)}
      </VisuallyHidden>
    </Checkbox>
  )
}

function Always() {
  const t = useTranslate()
  return (
    <span className={css.mark}>
      <Check size={20} aria-hidden />
      <VisuallyHidden>{t('notif.settings_always')}</VisuallyHidden>
    </span>
  )
}
