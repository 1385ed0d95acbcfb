import { useState } from 'react'
import { RECIPIENT_NAME_MAX } from '#contract/recipients'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { NameForm } from '#web/ui/field/NameForm.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { useAlert } from '#web/ui/sheet/Alert.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { type Recipient, useRemoveRecipient, useSaveRecipient } from './queries.ts'
import { calledOf, sendPath } from './recipient.ts'

export interface RecipientSheetProps {
  readonly recipient: Recipient
  readonly canSend: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A recipient: when it was last sent to, and the way to send again, to name it, to make a favourite of it, and to remove it. */
export function RecipientSheet({ recipient, canSend, isOpen, onClose }: RecipientSheetProps) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const [isNaming, setNaming] = useState(false)
  function close(): void {
    setNaming(false)
    onClose()
  }
  return (
    <Modal isOpen={isOpen} onClose={close} title={calledOf(recipient)}>
      <Stack gap="fields">
        <DescriptionList
          rows={[
            ...(recipient.own_name === null ? [] : [{ label: t(`recipients.kind.${recipient.kind}`), value: recipient.shown }]),
            { label: t('recipients.used'), value: dateTime(recipient.last_used_at) },
          ]}
        />
        {isNaming ? (
          <Naming recipient={recipient} onEnd={() => setNaming(false)} />
        ) : (
          <Actions recipient={recipient} canSend={canSend} onName={() => setNaming(true)} onRemoved={close} />
        )}
      </Stack>
    </Modal>
  )
}

interface ActionsProps extends Pick<RecipientSheetProps, 'recipient' | 'canSend'> {
  readonly onName: () => void
  readonly onRemoved: () => void
}

function Actions({ recipient, canSend, onName, onRemoved }: ActionsProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const { saving, removing, remove } = useActions(recipient, onRemoved)
  const error = saving.error ?? removing.error
  const { is_favourite: isFavourite, own_name } = recipient
  return (
    <Stack gap="fields">
      <FormError message={error ? failureText(t, error) : undefined} />
      <ReasonLine>{isOnline ? undefined : t('offline.action')}</ReasonLine>
      {canSend ? (
        <ButtonLink isWide to={sendPath(recipient)}>
          {t('send.action')}
        </ButtonLink>
      ) : null}
      <Button
        variant="secondary"
        isWide
        disabled={!isOnline}
        isLoading={saving.isPending}
        onClick={() => saving.mutate({ recipient, isFavourite: !isFavourite })}
      >
        {t(isFavourite ? 'recipients.favourite_remove' : 'recipients.favourite_add')}
      </Button>
      <Button variant="secondary" isWide disabled={!isOnline} onClick={onName}>
        {t(own_name === null ? 'recipients.name' : 'recipients.rename')}
      </Button>
      <Button variant="dangerText" isWide disabled={!isOnline} isLoading={removing.isPending} onClick={() => void remove()}>
        {t('recipients.remove')}
      </Button>
    </Stack>
  )
}

function useActions(recipient: Recipient, onRemoved: () => void) {
  const t = useTranslate()
  const alert = useAlert()
  const toast = useToast()
  const saving = useSaveRecipient()
  const removing = useRemoveRecipient()
  async function remove(): Promise<void> {
    const answer = await alert({
      message: t('recipients.remove_ask'),
      details: t('recipients.remove_details'),
      primary: t('recipients.remove_yes'),
      secondary: t('common.cancel'),
      isDangerous: true,
    })
    if (answer !== 'primary') return
    removing.mutate(recipient, {
      onSuccess: ({ message }) => {
        onRemoved()
        toast(message, 'success')
      },
    })
  }
  return { saving, removing, remove }
}

/** The user's own name for a recipient: an empty one takes it away. */
function Naming({ recipient, onEnd }: { readonly recipient: Recipient; readonly onEnd: () => void }) {
  const t = useTranslate()
  const saving = useSaveRecipient()
  const { own_name, shown } = recipient
  return (
    <NameForm
      label={t('field.own_name')}
      hint={t('recipients.name_hint', { shown })}
      name={own_name ?? ''}
      lengthMax={RECIPIENT_NAME_MAX}
      isSaving={saving.isPending}
      error={saving.error ? failureText(t, saving.error) : undefined}
      onSave={(name) => saving.mutate({ recipient, ownName: name === '' ? null : name }, { onSuccess: onEnd })}
      onCancel={onEnd}
    />
  )
}
