import { useInfiniteQuery } from '@tanstack/react-query'
import HandCoins from 'lucide-react/icons/hand-coins'
import { useState } from 'react'
import { PATHS } from '#web/lib/address/paths.ts'
import { requestPath } from '#web/lib/address/pay-link.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useQueryFailure } from '#web/lib/api/retryable-query.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { MoneyLink } from '#web/ui/MoneyLink.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { requestsQuery } from './queries.ts'
import { ReceivedRequest } from './ReceivedRequest.tsx'
import { isToPay, type MoneyRequest, stateKey } from './requests.ts'

type Direction = MoneyRequest['direction']

/** The user's requests in two lists, received and made, and below them the way to make one. */
export function RequestList() {
  const t = useTranslate()
  const [direction, setDirection] = useState<Direction>('received')
  const tabs = [
    { value: 'received', label: t('requests.tab_received') },
    { value: 'made', label: t('requests.tab_made') },
  ] as const
  return (
    <>
      <Tabs label={t('requests.tab_label')} tabs={tabs} value={direction} onValueChange={setDirection}>
        <Pages direction={direction} />
      </Tabs>
      <MoneyLink variant="secondary" isWide to={PATHS.Ask}>
        {t('requests.action')}
      </MoneyLink>
    </>
  )
}

function Pages({ direction }: { readonly direction: Direction }) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const query = useInfiniteQuery(requestsQuery(direction))
  const failure = useQueryFailure(query)
  const { data } = query
  if (!data) {
    return (
      <Card isBusy={!failure}>
        {failure ? <LoadError message={t('requests.error')} failure={failure} /> : <SkeletonRows count={3} />}
      </Card>
    )
  }
  const requests = data.pages.flatMap((page) => page.requests)
  return (
    <Stack>
      <Card>
        {requests.length > 0 ? <Requests requests={requests} direction={direction} /> : <Nothing direction={direction} />}
      </Card>
      {query.hasNextPage ? (
        <Stack gap="lines">
          <FormError message={query.isFetchNextPageError ? failureText(t, query.error) : undefined} />
          <Button
            variant="secondary"
            isWide
            isLoading={query.isFetchingNextPage}
            disabled={!isOnline}
            onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          >
            {t('tx.more')}
          </Button>
        </Stack>
      ) : null}
    </Stack>
  )
}

function Nothing({ direction }: { readonly direction: Direction }) {
  const t = useTranslate()
  return (
    <EmptyState icon={<HandCoins />}>{t(direction === 'made' ? 'requests.empty_made' : 'requests.empty_received')}</EmptyState>
  )
}

/** Requests that wait for the user come first, with their buttons; the others are rows. */
function Requests({ requests, direction }: { readonly requests: readonly MoneyRequest[]; readonly direction: Direction }) {
  const t = useTranslate()
  const toPay = requests.filter(isToPay)
  const others = requests.filter((request) => !isToPay(request))
  return (
    <Stack gap="fields">
      {toPay.map((request) => (
        <ReceivedRequest key={request.id} request={request} />
      ))}
      {others.length > 0 ? (
        <List label={t(direction === 'made' ? 'requests.tab_made' : 'requests.tab_received')}>
          {others.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </List>
      ) : null}
    </Stack>
  )
}

function RequestRow({ request }: { readonly request: MoneyRequest }) {
  const { id, person, amount, message, is_collect: isCollect, collected, created_at } = request
  const t = useTranslate()
  const formats = useFormats()
  const day = formats.day(created_at)
  const payer = person ?? t('requests.anyone')
  // A made request is titled by its message, a received request by its maker: a stranger's message must not become a title.
  const [title, subtitle] =
    request.direction === 'made' && message !== undefined ? [message, `${payer} · ${day}`] : [payer, message ?? day]
  return (
    <ListRow
      icon={<HandCoins aria-hidden />}
      isIconRound
      title={title}
      subtitle={subtitle}
      value={isCollect ? <Amount of={collected} /> : amount ? <Amount of={amount} /> : t('requests.any_amount')}
      note={isCollect && request.state === 'open' ? t('requests.collected') : t(stateKey(request))}
      to={requestPath(id)}
    />
  )
}
