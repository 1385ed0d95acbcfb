import { type ReactNode, useState } from 'react'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useShownName } from '#web/lib/session/use-shown-name.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ShareableCode } from '#web/ui/code/ShareableCode.tsx'
import { DescriptionList, type DescriptionRow } from '#web/ui/DescriptionList.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { requestQuery } from './queries.ts'
import { AnswerRequest } from './ReceivedRequest.tsx'
import { isToPay, type MoneyRequest, type RequestAndPayers, stateKey } from './requests.ts'
import { useEndRequest } from './use-end-request.ts'

export interface RequestDetailsProps {
  readonly id: string
  /** Draws the way to block the maker of a received request. */
  readonly blockMaker: (requestId: string, onChange: (isBlocked: boolean) => void) => ReactNode
}

/**
 * A request: its terms, its state, its payers. Its maker sees its link and code, and the way to withdraw it; its payer sees the way to block the
 * maker.
 */
export function RequestDetails({ id, blockMaker }: RequestDetailsProps) {
  const t = useTranslate()
  const { data, failure } = useRetryableQuery(requestQuery(id))
  // The request as it was when its maker was blocked: the server no longer returns it, but the user may want to unblock the maker.
  const [blocking, setBlocking] = useState<{ readonly found: RequestAndPayers; readonly isBlocked: boolean }>()
  const found = data ?? blocking?.found
  if (failure)
    return (
      <Card>
        <LoadError message={t('requests.one_error')} failure={failure} />
      </Card>
    )
  if (data === undefined) return <Skeleton shape="card" height="320px" />
  if (found === undefined)
    return (
      <Card>
        <p>{t('requests.one_missing')}</p>
      </Card>
    )
  const { request, paid } = found
  const isOpen = request.state === 'open'
  return (
    <>
      {request.link !== null && isOpen ? <HandOn request={request} link={request.link} /> : null}
      <Card>
        <Stack gap="fields">
          <Facts request={request} />
          {isToPay(request) && !blocking?.isBlocked ? <AnswerRequest requestId={request.id} /> : null}
        </Stack>
      </Card>
      {request.direction === 'made' && (request.is_collect || paid.length > 0) ? <Payers {...found} /> : null}
      {request.direction === 'made' && isOpen ? <Withdraw id={request.id} /> : null}
      {request.direction === 'received' ? blockMaker(request.id, (isBlocked) => setBlocking({ found, isBlocked })) : null}
    </>
  )
}

function Facts({ request }: { readonly request: MoneyRequest }) {
  const { direction, person, amount, message, is_collect: isCollect, expires_at } = request
  const t = useTranslate()
  const formats = useFormats()
  const rows: readonly DescriptionRow[] = [
    { label: t('requests.state'), value: <span role="status">{t(stateKey(request))}</span> },
    { label: t(direction === 'made' ? 'requests.asked_of' : 'requests.from'), value: person ?? t('requests.anyone') },
    {
      label: t(isCollect ? 'requests.each' : 'amount.label'),
      value: amount ? <Amount of={amount} isAlwaysShown={direction === 'received'} /> : t('requests.any_amount'),
    },
    // The title of the screen has the message of a request that the user has made.
    ...(message === undefined || direction === 'made' ? [] : [{ label: t('requests.message'), value: message }]),
    ...(request.state === 'open' ? [{ label: t('requests.until'), value: formats.dateTime(expires_at) }] : []),
  ]
  return <DescriptionList rows={rows} />
}

/** The sum so far, and the payers. */
function Payers({ request, paid }: RequestAndPayers) {
  const t = useTranslate()
  const formats = useFormats()
  return (
    <Card title={t('requests.paid_by')}>
      <DescriptionList
        rows={[
          {
            label: t('requests.collected'),
            value: (
              <span role="status">
                <Amount of={request.collected} />
              </span>
            ),
          },
        ]}
      />
      {paid.length === 0 ? (
        <p>{t('requests.nobody_paid')}</p>
      ) : (
        <List label={t('requests.paid_by')}>
          {paid.map(({ id, person, amount, paidAt }) => (
            <ListRow
              key={id}
              title={person}
              subtitle={formats.dateTime(paidAt)}
              value={<Amount of={amount} variant="signed" />}
            />
          ))}
        </List>
      )}
    </Card>
  )
}

function HandOn({
  request: { amount, message, is_collect: isCollect },
  link,
}: {
  readonly request: MoneyRequest
  readonly link: string
}) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const person = useShownName()
  return (
    <Card title={t('requests.share_title')}>
      <Stack gap="fields">
        <ShareableCode
          link={link}
          alt={t('requests.code_alt')}
          hint={t('requests.share_hint')}
          heading={t(isCollect ? 'requests.page_collect' : 'requests.page_request', { person })}
          lines={[amount ? moneyText(amount) : t('requests.any_amount'), ...(message === undefined ? [] : [message])]}
          fileName="qr.png"
        />
      </Stack>
    </Card>
  )
}

function Withdraw({ id }: { readonly id: string }) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const { end, isPending, message } = useEndRequest(id, 'withdraw')
  return (
    <Stack gap="lines">
      <FormError message={message} />
      <Button variant="dangerText" isWide isLoading={isPending} disabled={!isOnline} onClick={() => void end()}>
        {t('requests.withdraw')}
      </Button>
    </Stack>
  )
}
