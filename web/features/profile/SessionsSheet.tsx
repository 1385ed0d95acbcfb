import Monitor from 'lucide-react/icons/monitor'
import Pencil from 'lucide-react/icons/pencil'
import Smartphone from 'lucide-react/icons/smartphone'
import { useRef, useState } from 'react'
import { DEVICE_NAME_MAX } from '#contract/sessions'
import { deviceName, isHandheld } from '#texts/device-name'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { NameForm } from '#web/ui/field/NameForm.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import css from './SessionsSheet.module.css'
import {
  type DeviceSession,
  type SessionsToEnd,
  sessionsQuery,
  shownNetwork,
  useEndSessions,
  useRenameDevice,
} from './sessions.ts'

export interface SessionsSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The devices that the user is signed in on, and the way to name them and to end what is not wanted there. Loaded when it is first opened. */
export default function SessionsSheet({ isOpen, onClose }: SessionsSheetProps) {
  const t = useTranslate()
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('profile.sessions')}>
      <Sessions />
    </Modal>
  )
}

function Sessions() {
  const t = useTranslate()
  const { data, failure } = useRetryableQuery({ ...sessionsQuery, refetchOnMount: 'always' })
  if (data) return <SessionList sessions={data} />
  if (!failure) {
    return (
      <div aria-busy="true">
        <SkeletonRows count={3} />
      </div>
    )
  }
  return <LoadError message={t('sessions.error')} failure={failure} />
}

function SessionList({ sessions }: { readonly sessions: readonly DeviceSession[] }) {
  const t = useTranslate()
  const toast = useToast()
  const isOnline = useIsOnline()
  const ending = useEndSessions()
  const list = useRef<HTMLDivElement>(null)
  const isAlone = sessions.every(({ is_current }) => is_current)

  function end(which: SessionsToEnd): void {
    if (ending.isPending) return
    ending.mutate(which, {
      onSuccess: () => {
        toast(t(which === 'others' ? 'sessions.ended_others' : 'sessions.ended'), 'success')
        // The pressed button disappears with its row.
        list.current?.focus()
      },
    })
  }
  return (
    <div ref={list} className={css.sessions} tabIndex={-1}>
      <List label={t('profile.sessions')}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={ending.isPending && ending.variables === session}
            isOnline={isOnline}
            onEnd={() => end(session)}
          />
        ))}
      </List>
      <div className={css.end}>
        <FormError message={ending.error ? failureText(t, ending.error) : undefined} />
        {isAlone ? (
          <p className={css.alone}>{t('sessions.only')}</p>
        ) : (
          <>
            <p className={css.alone}>{t('sessions.hint')}</p>
            <ReasonLine>{isOnline ? undefined : t('offline.action')}</ReasonLine>
            <Button
              variant="secondary"
              isWide
              disabled={!isOnline}
              isLoading={ending.isPending && ending.variables === 'others'}
              onClick={() => end('others')}
            >
              {t('sessions.end_all')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

interface SessionRowProps {
  readonly session: DeviceSession
  readonly isEnding: boolean
  readonly isOnline: boolean
  readonly onEnd: () => void
}

/** The device, when and from where it was last active, since when it is known; named by its owner in its place. */
function SessionRow({ session, isEnding, isOnline, onEnd }: SessionRowProps) {
  const t = useTranslate()
  const [isNaming, setNaming] = useState(false)
  const { dateTime } = useFormats()
  const made = deviceName(session.device) ?? t('sessions.unknown')
  const name = session.device_name ?? made
  const Icon = isHandheld(session.device) ? Smartphone : Monitor
  if (isNaming) return <DeviceNameForm session={session} made={made} onEnd={() => setNaming(false)} />
  return (
    <ListRow
      icon={<Icon aria-hidden />}
      isIconRound
      title={name}
      subtitle={
        <>
          {session.is_current ? t('sessions.this') : t('sessions.seen', { time: dateTime(session.seen_at) })}
          <span className={css.facts}>
            <Facts session={session} made={made} />
          </span>
          {session.is_current ? null : (
            <span className={css.ending}>
              <Button
                variant="dangerText"
                size="m"
                aria-label={t('sessions.end_of', { device: name })}
                disabled={!isOnline}
                isLoading={isEnding}
                onClick={onEnd}
              >
                {t('sessions.end')}
              </Button>
            </span>
          )}
        </>
      }
      end={
        session.known_since === null ? undefined : (
          <IconButton
            label={t('sessions.rename', { device: name })}
            icon={<Pencil aria-hidden />}
            onClick={() => setNaming(true)}
          />
        )
      }
    />
  )
}

function Facts({ session, made }: { readonly session: DeviceSession; readonly made: string }) {
  const t = useTranslate()
  const { day } = useFormats()
  const { device_name, known_since, last_address } = session
  const facts = [
    device_name === null ? undefined : made,
    known_since === null ? undefined : t('sessions.since', { date: day(known_since) }),
    last_address === null ? undefined : t('sessions.from', { address: shownNetwork(last_address) }),
  ]
  return <span>{facts.filter((fact) => fact !== undefined).join(' · ')}</span>
}

interface DeviceNameFormProps {
  readonly session: DeviceSession
  /** What the device is called without a name. */
  readonly made: string
  readonly onEnd: () => void
}

function DeviceNameForm({ session, made, onEnd }: DeviceNameFormProps) {
  const t = useTranslate()
  const renaming = useRenameDevice()
  return (
    <li>
      <NameForm
        label={t('field.device_name')}
        hint={t('sessions.name_hint', { device: made })}
        name={session.device_name ?? ''}
        lengthMax={DEVICE_NAME_MAX}
        isSaving={renaming.isPending}
        error={renaming.error ? failureText(t, renaming.error) : undefined}
        onSave={(name) => renaming.mutate({ session, name }, { onSuccess: onEnd })}
        onCancel={onEnd}
      />
    </li>
  )
}
