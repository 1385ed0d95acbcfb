import { sendByRequestPath } from '#web/lib/address/pay-link.ts'
import { useIsOnline } from '#web/lib/api/online.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import css from './ReceivedRequest.module.css'
import type { MoneyRequest } from './requests.ts'
import { useEndRequest } from './use-end-request.ts'

/** A request that waits for the user: who asks, how much, what for, until when; to pay it or to decline. */
export function ReceivedRequest({ request }: { readonly request: MoneyRequest }) {
  const { person, amount, message, expires_at } = request
  const t = useTranslate()
  const formats = useFormats()
  return (
    <section className={css.request} aria-label={person ?? undefined}>
      <p className={css.head}>
        <span className={css.person}>{person}</span>
        {amount ? <Amount of={amount} isAlwaysShown /> : <span>{t('requests.any_amount')}</span>}
      </p>
      {message === undefined ? null : <p className={css.message}>{message}</p>}
      <p className={css.fact}>{t('requests.until_at', { until: formats.dateTime(expires_at) })}</p>
      <AnswerRequest requestId={request.id} />
    </section>
  )
}

/** Pay, which leads to the form that sends, and decline, which asks first. */
export function AnswerRequest({ requestId }: { readonly requestId: string }) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const { end, isPending, message } = useEndRequest(requestId, 'decline')
  return (
    <>
      <FormError message={message} />
      <div className={css.actions}>
        <ButtonLink size="m" to={sendByRequestPath(requestId)}>
          {t('requests.pay')}
        </ButtonLink>
        <Button variant="text" size="m" isLoading={isPending} disabled={!isOnline} onClick={() => void end()}>
          {t('requests.decline')}
        </Button>
      </div>
    </>
  )
}
