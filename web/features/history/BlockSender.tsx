import { useState } from 'react'
import type { RequestOf } from '#contract/call'
import { blockSender, MESSAGE_LENGTH_MAX } from '#contract/p2p'
import { callApi } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useIsOnline } from '#web/lib/api/online.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { TextInput } from '#web/ui/field/TextInput.tsx'
import { Stack } from '#web/ui/Stack.tsx'

/** Takes no more money from whoever has sent a transfer, with a complaint to the operator if there is one; and does again. */
export function BlockSender({ operationId }: { readonly operationId: string }) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const [isAsked, setAsked] = useState(false)
  const [report, setReport] = useState('')
  const blocking = useSingleFlightMutation({
    mutationFn: (body: RequestOf<typeof blockSender>) => callApi(blockSender, { body }),
  })
  const isBlocked = blocking.data !== undefined && blocking.variables?.is_blocked === true
  function block(wanted: boolean): void {
    const text = report.trim()
    const complaint = wanted && text !== '' ? { report: text } : {}
    blocking.mutate({ transaction_id: operationId, is_blocked: wanted, ...complaint })
    setAsked(false)
  }
  return (
    <Stack gap="lines">
      <FormError message={blocking.error ? failureText(t, blocking.error) : undefined} />
      <p role="status">{blocking.data?.message}</p>
      {isAsked ? (
        <>
          <Field label={t('send.report')} isOptional hint={t('send.report_hint')}>
            <TextInput value={report} onValueChange={setReport} maxLength={MESSAGE_LENGTH_MAX} autoComplete="off" />
          </Field>
          <Button variant="danger" isWide disabled={!isOnline} onClick={() => block(true)}>
            {t('send.block')}
          </Button>
        </>
      ) : (
        <Button
          variant={isBlocked ? 'text' : 'dangerText'}
          size="m"
          isLoading={blocking.isPending}
          disabled={!isOnline}
          onClick={() => (isBlocked ? block(false) : setAsked(true))}
        >
          {t(isBlocked ? 'send.unblock' : 'send.block')}
        </Button>
      )}
    </Stack>
  )
}
