import type { RequestOf } from '#contract/call'
import { takeBackTransfer } from '#contract/transfers'
import { callApi } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useKeyedMutation } from '#web/lib/api/keyed-mutation.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { showMovedMoney } from '#web/lib/page/moved-money.ts'
import { sessionStore } from '#web/lib/session/session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { Stack } from '#web/ui/Stack.tsx'

export interface TakeBackProps {
  readonly operationId: string
  /** Called when the money has come back. */
  readonly onDone: () => void
}

/** Takes back a transfer that its recipient has not received yet. */
export function TakeBack({ operationId, onDone }: TakeBackProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const taking = useKeyedMutation((body: RequestOf<typeof takeBackTransfer>, idempotencyKey) =>
    callApi(takeBackTransfer, { body, idempotencyKey }),
  )
  function take(): void {
    const { authToken } = sessionStore.getState()
    taking.mutate(
      { transaction_id: operationId },
      {
        onSuccess: () => {
          onDone()
          showMovedMoney({ operationId, title: 'answer.p2p_taken_back' }, authToken)
        },
      },
    )
  }
  return (
    <Stack gap="lines">
      <FormError message={taking.error ? failureText(t, taking.error, 'money') : undefined} />
      <Button variant="secondary" isWide isLoading={taking.isPending} disabled={!isOnline} onClick={take}>
        {t('send.take_back')}
      </Button>
    </Stack>
  )
}
