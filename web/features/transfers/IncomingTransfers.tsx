import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestOf, ResponseOf } from '#contract/call'
import { declineTransfer, type incomingTransfers, receiveTransfer } from '#contract/transfers'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { callApi } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useKeyedMutation } from '#web/lib/api/keyed-mutation.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { showMovedMoney } from '#web/lib/page/moved-money.ts'
import { sessionStore } from '#web/lib/session/session.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { readCode } from '#web/ui/field/short-code.ts'
import { TextInput } from '#web/ui/field/TextInput.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { AnswerButtons, WaitingMoney } from '#web/ui/state/WaitingMoney.tsx'
import css from './IncomingTransfers.module.css'
import { CODE_DIGITS, isWholeCode } from './send-form.ts'
import { incomingQuery } from './waiting-queries.ts'

type Incoming = ResponseOf<typeof incomingTransfers>['results'][number]

/** The transfers that wait for the user, each to be received or declined; nothing when there are none. */
export default function IncomingTransfers() {
  const t = useTranslate()
  const { data } = useQuery({ ...incomingQuery, refetchOnMount: 'always' })
  if (!data?.length) return null
  return (
    <Card title={t('waiting.label')}>
      <Stack gap="fields">
        {data.map((incoming) => (
          <IncomingTransfer key={incoming.transaction_id} incoming={incoming} />
        ))}
      </Stack>
    </Card>
  )
}

/** A waiting transfer: sender, amount, deadline, and the protection code where it is needed. */
export function IncomingTransfer({ incoming }: { readonly incoming: Incoming }) {
  const {
    transaction_id,
    person,
    amount,
    currency_code: currency,
    note,
    needs_code: needsCode,
    attempts_left,
    expires_at,
  } = incoming
  const t = useTranslate()
  const formats = useFormats()
  const isOnline = useIsOnline()
  const [code, setCode] = useState('')
  const { receiving, declining, isBusy } = useAnswers(person)
  const isShort = needsCode && !isWholeCode(code)
  const failure = receiving.error ?? declining.error
  const message = failure ? failureText(t, failure, 'money') : undefined
  return (
    <WaitingMoney
      person={person}
      amount={isCurrency(currency) ? <Amount of={parseDecimal(amount, currency)} /> : null}
      message={note}
      until={t('incoming.until', { until: formats.dateTime(expires_at) })}
    >
      {needsCode ? (
        <div className={css.code}>
          <Field label={t('incoming.code')} hint={t('incoming.attempts', { n: attempts_left })}>
            <TextInput
              value={code}
              onValueChange={(typed) => setCode(readCode(typed, CODE_DIGITS, 'message') ?? typed)}
              inputMode="numeric"
              autoComplete="off"
            />
          </Field>
        </div>
      ) : null}
      <FormError message={message} />
      <AnswerButtons>
        <Button
          size="m"
          isLoading={receiving.isPending}
          disabled={!isOnline || isShort || declining.isPending}
          onClick={() => receiving.mutate({ transaction_id, ...(needsCode && { protection_code: code }) })}
        >
          {t('incoming.receive')}
        </Button>
        <Button
          variant="text"
          size="m"
          isLoading={declining.isPending}
          disabled={!isOnline || isBusy}
          onClick={() => declining.mutate({ transaction_id })}
        >
          {t('incoming.decline')}
        </Button>
      </AnswerButtons>
    </WaitingMoney>
  )
}

function useAnswers(person: string) {
  const toast = useToast()
  const receiving = useKeyedMutation(async (body: RequestOf<typeof receiveTransfer>, idempotencyKey) => {
    const { authToken } = sessionStore.getState()
    const { transaction_id: operationId } = await callApi(receiveTransfer, { body, idempotencyKey })
    showMovedMoney({ operationId, title: 'answer.p2p_received', person }, authToken)
  })
  const declining = useKeyedMutation(async (body: RequestOf<typeof declineTransfer>, idempotencyKey) => {
    const { message } = await callApi(declineTransfer, { body, idempotencyKey })
    toast(message, 'success')
  })
  return { receiving, declining, isBusy: receiving.isPending || declining.isPending }
}
