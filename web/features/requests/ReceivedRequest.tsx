import type { ReactNode } from 'react'
import { requestPath, sendByRequestPath } from '#web/lib/address/pay-link.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { MoneyLink } from '#web/ui/MoneyLink.tsx'
import { AnswerButtons, WaitingMoney } from '#web/ui/state/WaitingMoney.tsx'
import type { MoneyRequest } from './requests.ts'
import { useEndRequest } from './use-end-request.ts'

/** A request that waits for the user: its maker, amount, message and deadline, and the buttons that pay and decline. */
export function ReceivedRequest({ request }: { readonly request: MoneyRequest }) {
  const { person, amount, message, expires_at } = request
  const t = useTranslate()
  const formats = useFormats()
  return (
    <WaitingMoney
      person={person}
      amount={amount ? <Amount of={amount} /> : <span>{t('requests.any_amount')}</span>}
      message={message}
      until={t('requests.until_at', { until: formats.dateTime(expires_at) })}
    >
      <AnswerRequest requestId={request.id}>
        <ButtonLink variant="text" size="m" to={requestPath(request.id)}>
          {t('common.details')}
        </ButtonLink>
      </AnswerRequest>
    </WaitingMoney>
  )
}

interface AnswerRequestProps {
  readonly requestId: string
  /** Another action beside the two. */
  readonly children?: ReactNode
}

/** Two actions: paying leads to the form that sends, declining asks for confirmation first. */
export function AnswerRequest({ requestId, children }: AnswerRequestProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const { end, isPending, message } = useEndRequest(requestId, 'decline')
  return (
    <>
      <FormError message={message} />
      <AnswerButtons>
        <MoneyLink size="m" to={sendByRequestPath(requestId)}>
          {t('requests.pay')}
        </MoneyLink>
        <Button variant="text" size="m" isLoading={isPending} disabled={!isOnline} onClick={() => void end()}>
          {t('requests.decline')}
        </Button>
        {children}
      </AnswerButtons>
    </>
  )
}
