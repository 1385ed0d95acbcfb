import { useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '#contract/call'
import { setTransferSettings } from '#contract/p2p'
import { callApi } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useIsOnline } from '#web/lib/api/online.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Checkbox } from '#web/ui/field/Checkbox.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { transferSettingsQuery } from './queries.ts'

export interface TransferSettingsSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Whether one is found by one's number, and takes transfers at all. */
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
  // What is being saved is shown at once, and what was before when it could not be.
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
    </Stack>
  )
}
