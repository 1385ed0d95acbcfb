import { useQuery } from '@tanstack/react-query'
import BadgeCheck from 'lucide-react/icons/badge-check'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { progressOf } from '#web/features/identity/step.ts'
import { ReceivedRequest } from '#web/features/requests/ReceivedRequest.tsx'
import { isToPay, readRequest } from '#web/features/requests/requests.ts'
import { WaitingOrder } from '#web/features/topup/WaitingOrder.tsx'
import { IncomingTransfer } from '#web/features/transfers/IncomingTransfers.tsx'
import { incomingQuery, latestRequestsQuery } from '#web/features/transfers/waiting-queries.ts'
import { IDENTIFICATION_PATH, PATHS } from '#web/lib/address/paths.ts'
import { unpaidOrdersQuery } from '#web/lib/api/unpaid-orders.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { WAITING_KEY } from '#web/lib/session/home-keys.ts'
import { writeStored } from '#web/lib/session/storage.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { LazyModal } from '#web/ui/sheet/LazyModal.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'

const IncomingTransfers = lazyComponent(() => import('#web/features/transfers/IncomingTransfers.tsx'))

const NOTHING = [] as const

/** How many transfers, and how many requests, are answered on Home itself; a button leads to the others, so that the accounts stay in view. */
const ANSWERED_HERE = 1

/**
 * What waits for the user's answer, each gone once it is answered: transfers to receive, requests to pay, the latest unpaid top-up, and a
 * check of the identity that was begun and left. Nothing while nothing waits. `keptHeight`: the height of its place until that is known, in pixels.
 */
export default function Waiting({ keptHeight }: { readonly keptHeight: number | undefined }) {
  const t = useTranslate()
  const takesTransfers = useFeatureFlag('p2p')
  const profile = useProfile()
  const incoming = useQuery({ ...incomingQuery, enabled: takesTransfers })
  const requests = useQuery({ ...latestRequestsQuery, enabled: takesTransfers })
  const orders = useQuery(unpaidOrdersQuery)
  const transfers = incoming.data ?? NOTHING
  const [order] = orders.data ?? NOTHING
  const toPay = (requests.data ?? NOTHING).flatMap((unread) => {
    const request = readRequest(unread)
    return request && isToPay(request) ? [request] : []
  })
  const isCheckLeft = progressOf(profile?.active_identification?.status) === 'pending'
  const isKnown = profile !== undefined && !(incoming.isLoading || requests.isLoading || orders.isLoading)
  const isAny = transfers.length + toPay.length > 0 || order !== undefined || isCheckLeft
  const place = useKeptPlace(isKnown ? isAny : undefined)
  if (!isKnown) return keptHeight === undefined ? null : <Skeleton shape="card" height={`${keptHeight}px`} />
  if (!isAny) return null
  return (
    <div ref={place} data-filled={transfers.length + toPay.length > 0 || order !== undefined || undefined}>
      <Card title={t('waiting.label')}>
        <Stack gap="fields">
          {transfers.slice(0, ANSWERED_HERE).map((transfer) => (
            <IncomingTransfer key={transfer.transaction_id} incoming={transfer} />
          ))}
          <MoreTransfers count={transfers.length - ANSWERED_HERE} />
          {toPay.slice(0, ANSWERED_HERE).map((request) => (
            <ReceivedRequest key={request.id} request={request} />
          ))}
          {toPay.length > ANSWERED_HERE ? (
            <ButtonLink variant="text" size="m" to={PATHS.Requests}>
              {t('requests.all')}
            </ButtonLink>
          ) : null}
          {order ? <WaitingOrder key={order.order} order={order} /> : null}
          {isCheckLeft ? (
            <List>
              <ListRow
                icon={<BadgeCheck aria-hidden />}
                isIconRound
                title={t('kyc.status.pending')}
                subtitle={t('kyc.continue')}
                to={IDENTIFICATION_PATH}
                hasChevron
              />
            </List>
          ) : null}
        </Stack>
      </Card>
    </div>
  )
}

/** Remembers the height of what waits for the next visit; forgets it when nothing waits, and leaves it alone while that is not known. */
function useKeptPlace(isAny: boolean | undefined) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAny !== undefined) writeStored(WAITING_KEY, isAny ? String(place.current?.offsetHeight) : undefined)
  })
  return place
}

/** The button to all waiting transfers, when there are more than are shown. */
function MoreTransfers({ count }: { readonly count: number }): ReactNode {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  if (count <= 0) return null
  return (
    <>
      <Button variant="text" size="m" onClick={() => setOpen(true)}>
        {t('waiting.more', { count })}
      </Button>
      <LazyModal isOpen={isOpen} onClose={() => setOpen(false)} title={t('incoming.title')}>
        <IncomingTransfers />
      </LazyModal>
    </>
  )
}
