import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { RequestOf, ResponseOf } from '#contract/call'
import { setTransferSettings, type transferSettings, unblockSender } from '#contract/transfers'
import { callApi } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/field/Checkbox.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { transferSettingsQuery } from './queries.ts'
import css from './TransferSettingsSheet.module.css'

export interface TransferSettingsSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The sheet of settings: whether the user is found by their number and takes transfers, and whom they have blocked, with the way to end a block. */
export default function TransferSettingsSheet({ isOpen, onClose }: TransferSettingsSheetProps) {
  const t = useTranslate()
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('transfers.row')}>
      <Settings />
    </Modal>
  )
}

function Settings() {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const queryClient = useQueryClient()
  const { data, failure } = useRetryableQuery(transferSettingsQuery)
  const saving = useSingleFlightMutation({
    mutationFn: (body: RequestOf<typeof setTransferSettings>) => callApi(setTransferSettings, { body }),
    onSuccess: () => queryClient.invalidateQueries(transferSettingsQuery),
  })
  if (failure) return <LoadError message={t('transfers.error')} failure={failure} />
  if (!data) {
    return (
      <div aria-busy="true">
        <SkeletonRows count={2} />
      </div>
    )
  }
  // A setting is shown at once while it is saved, and returns to its previous value when saving fails.
  const wanted = saving.isPending ? saving.variables : {}
  const isDisabled = !isOnline || saving.isPending
  return (
    <Stack gap="fields">
      <Checkbox
        isChecked={wanted.found_by_phone ?? data.found_by_phone}
        disabled={isDisabled}
        onCheckedChange={(isChecked) => saving.mutate({ found_by_phone: isChecked })}
      >
        {t('transfers.found')}
      </Checkbox>
      <Checkbox
        isChecked={wanted.takes_transfers ?? data.takes_transfers}
        disabled={isDisabled}
        onCheckedChange={(isChecked) => saving.mutate({ takes_transfers: isChecked })}
      >
        {t('transfers.takes')}
      </Checkbox>
      <FormError message={saving.error ? failureText(t, saving.error) : undefined} />
      <BlockedPeople blocked={data.blocked} />
    </Stack>
  )
}

/** The people whom the user has blocked, each with the way to end the block; nothing when there are none. */
function BlockedPeople({ blocked }: Pick<ResponseOf<typeof transferSettings>, 'blocked'>) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const { day } = useFormats()
  const titleId = useId()
  const queryClient = useQueryClient()
  const unblocking = useSingleFlightMutation({
    mutationFn: (body: RequestOf<typeof unblockSender>) => callApi(unblockSender, { body }),
    onSuccess: () => queryClient.invalidateQueries(transferSettingsQuery),
  })
  return (
    <>
      {blocked.length > 0 ? (
        <section aria-labelledby={titleId}>
          <h3 id={titleId} className={css.title}>
            {t('transfers.blocked')}
          </h3>
          <List label={t('transfers.blocked')}>
            {blocked.map(({ block_id: blockId, person, blocked_at: blockedAt }) => (
              <ListRow
                key={blockId}
                title={person}
                subtitle={day(blockedAt)}
                end={
                  <Button
                    variant="text"
                    size="m"
                    aria-label={t('transfers.unblock_of', { person })}
                    disabled={!isOnline}
                    isLoading={unblocking.isPending && unblocking.variables.block_id === blockId}
                    onClick={() => unblocking.mutate({ block_id: blockId })}
                  >
                    {t('transfers.unblock')}
                  </Button>
                }
              />
            ))}
          </List>
        </section>
      ) : null}
      <FormError message={unblocking.error ? failureText(t, unblocking.error) : undefined} />
      <p role="status">{unblocking.data?.message}</p>
    </>
  )
}
