import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { PASSKEY_NAME_MAX } from '#contract/passkeys'
import { deviceName } from '#texts/device-name'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { passkeyFailureText } from '#web/lib/passkeys/failure-text.ts'
import { hasPasskeys, type Passkey, passkeysQuery } from '#web/lib/passkeys/passkeys.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { NameForm } from '#web/ui/field/NameForm.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { ConfirmByPin } from './ConfirmByPin.tsx'
import css from './PasskeysSheet.module.css'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './queries.ts'

export interface PasskeysSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

type Step = { readonly kind: 'list' } | { readonly kind: 'add' } | { readonly kind: 'remove'; readonly passkey: Passkey }

const TITLES = { list: 'passkeys.title', add: 'passkeys.add', remove: 'passkeys.remove_title' } as const

/** The user's passkeys, and the way to add, name and remove them. Loaded when it is first opened. */
export default function PasskeysSheet({ isOpen, onClose }: PasskeysSheetProps) {
  const t = useTranslate()
  const [step, setStep] = useState<Step>({ kind: 'list' })
  const showList = (): void => setStep({ kind: 'list' })
  function close(): void {
    showList()
    onClose()
  }
  return (
    <Modal isOpen={isOpen} onClose={close} title={t(TITLES[step.kind])}>
      {step.kind === 'list' ? (
        <Passkeys onAdd={() => setStep({ kind: 'add' })} onRemove={(passkey) => setStep({ kind: 'remove', passkey })} />
      ) : null}
      {step.kind === 'add' ? <AddPasskey onEnd={showList} /> : null}
      {step.kind === 'remove' ? <RemovePasskey passkey={step.passkey} onEnd={showList} /> : null}
    </Modal>
  )
}

interface PasskeysProps {
  readonly onAdd: () => void
  readonly onRemove: (passkey: Passkey) => void
}

function Passkeys({ onAdd, onRemove }: PasskeysProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const { data, failure } = useRetryableQuery({ ...passkeysQuery, refetchOnMount: 'always' })
  if (failure) return <LoadError message={t('passkeys.error')} failure={failure} />
  return (
    <Stack gap="fields">
      <p className={css.text}>{t('passkeys.text')}</p>
      {data ? (
        <List label={t('passkeys.title')}>
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => onRemove(passkey)} />
          ))}
        </List>
      ) : (
        <div aria-busy="true">
          <SkeletonRows count={1} />
        </div>
      )}
      {hasPasskeys() ? (
        <Stack gap="lines">
          <ReasonLine>{isOnline ? undefined : t('offline.action')}</ReasonLine>
          <Button isWide disabled={!isOnline} onClick={onAdd}>
            {t('passkeys.add')}
          </Button>
        </Stack>
      ) : null}
    </Stack>
  )
}

/** A passkey: when it was made and used; named by its owner in its place. */
function PasskeyRow({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const t = useTranslate()
  const { day, dateTime } = useFormats()
  const [isNaming, setNaming] = useState(false)
  const { passkey_name: name, created_at, used_at, is_synced } = passkey
  if (isNaming) return <PasskeyNameForm passkey={passkey} onEnd={() => setNaming(false)} />
  const facts = [t('passkeys.created', { date: day(created_at) }), ...(is_synced ? [t('passkeys.synced')] : [])]
  return (
    <ListRow
      icon={<KeyRound aria-hidden />}
      isIconRound
      title={name}
      subtitle={
        <>
          {used_at === null ? t('passkeys.unused') : t('passkeys.used', { time: dateTime(used_at) })}
          <span className={css.facts}>{facts.join(' · ')}</span>
          <span className={css.removing}>
            <Button variant="dangerText" size="m" aria-label={t('passkeys.remove_of', { passkey: name })} onClick={onRemove}>
              {t('passkeys.remove')}
            </Button>
          </span>
        </>
      }
      end={
        <IconButton
          label={t('passkeys.rename', { passkey: name })}
          icon={<Pencil aria-hidden />}
          onClick={() => setNaming(true)}
        />
      }
    />
  )
}

function PasskeyNameForm({ passkey, onEnd }: { readonly passkey: Passkey; readonly onEnd: () => void }) {
  const t = useTranslate()
  const renaming = useRenamePasskey()
  const { passkey_name: before } = passkey
  return (
    <li>
      <NameForm
        label={t('field.passkey_name')}
        hint={t('passkeys.name_hint')}
        name={before}
        lengthMax={PASSKEY_NAME_MAX}
        isSaving={renaming.isPending}
        error={renaming.error ? failureText(t, renaming.error) : undefined}
        onSave={(name) => (name === '' || name === before ? onEnd() : renaming.mutate({ passkey, name }, { onSuccess: onEnd }))}
        onCancel={onEnd}
      />
    </li>
  )
}

function AddPasskey({ onEnd }: { readonly onEnd: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const adding = useAddPasskey()
  const profile = useProfile()
  const name = deviceName(navigator.userAgent) ?? t('sessions.unknown')
  function added(): void {
    toast(t('passkeys.added'), 'success')
    onEnd()
  }
  return (
    <ConfirmByPin
      text={t(profile?.has_pin ? 'passkeys.pin_add' : 'passkeys.text')}
      submit={t('passkeys.add')}
      hasPin={profile?.has_pin ?? true}
      isLoading={adding.isPending}
      error={adding.error ?? undefined}
      messageOf={(error) => passkeyFailureText(t, error)}
      onEdit={adding.reset}
      onConfirm={(pin) => adding.mutate({ pin, name }, { onSuccess: added })}
    />
  )
}

function RemovePasskey({ passkey, onEnd }: { readonly passkey: Passkey; readonly onEnd: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const removing = useRemovePasskey()
  const profile = useProfile()
  function removed(): void {
    toast(t('passkeys.removed'), 'success')
    onEnd()
  }
  return (
    <ConfirmByPin
      text={t('passkeys.remove_text', { passkey: passkey.passkey_name })}
      submit={t('passkeys.remove')}
      hasPin={profile?.has_pin ?? true}
      isLoading={removing.isPending}
      error={removing.error ?? undefined}
      messageOf={(error) => failureText(t, error)}
      onEdit={removing.reset}
      onConfirm={(pin) => removing.mutate({ passkey, pin }, { onSuccess: removed })}
    />
  )
}
