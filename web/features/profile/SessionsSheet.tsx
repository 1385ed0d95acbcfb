import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useRef } from 'react'
import { deviceName, isHandheld } from '#texts/device-name'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useIsOnline } from '#web/lib/api/online.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import css from './SessionsSheet.module.css'
import { type DeviceSession, type SessionsToEnd, sessionsQuery, useEndSessions } from './sessions.ts'

export interface SessionsSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Where the user is signed in, and the way to end what is not wanted there. Loaded when it is first opened. */
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

/** The device and when it was last active; its location is unknown and not shown. */
function SessionRow({ session, isEnding, isOnline, onEnd }: SessionRowProps) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const name = deviceName(session.device) ?? t('sessions.unknown')
  const Icon = isHandheld(session.device) ? Smartphone : Monitor
  return (
    <ListRow
      icon={<Icon aria-hidden />}
      isIconRound
      title={name}
      subtitle={session.is_current ? t('sessions.this') : t('sessions.seen', { time: dateTime(session.seen_at) })}
      end={
        session.is_current ? undefined : (
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
        )
      }
    />
  )
}
