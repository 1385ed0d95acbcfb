import { useState } from 'react'
import type { RequestOf } from '#contract/call'
import { blockSender, MESSAGE_LENGTH_MAX } from '#contract/transfers'
import { callApi } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { TextInput } from '#web/ui/field/TextInput.tsx'
import { Stack } from '#web/ui/Stack.tsx'

export interface BlockSenderProps {
  /** The transfer or the request that came from the sender. */
  readonly by: { readonly transaction_id: string } | { readonly request_id: string }
  /** Called when the block has begun or ended. */
  readonly onChange?: (isBlocked: boolean) => void
}

/**
 * Blocks a sender, so that their transfers and requests are refused, with an optional complaint to the operator; also ends the block.
 */
export function BlockSender({ by, onChange }: BlockSenderProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const [isAsked, setAsked] = useState(false)
  const [report, setReport] = useState('')
  // The last state from the server: a failed call changes nothing.
  const [isBlocked, setBlocked] = useState(false)
  const blocking = useSingleFlightMutation({
    mutationFn: (body: RequestOf<typeof blockSender>) => callApi(blockSender, { body }),
    onSuccess(_answer, { is_blocked: isNow }) {
      setBlocked(isNow)
      onChange?.(isNow)
    },
  })
  function block(wanted: boolean): void {
    const text = report.trim()
    const complaint = wanted && text !== '' ? { report: text } : {}
    blocking.mutate({ ...by, is_blocked: wanted, ...complaint })
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
