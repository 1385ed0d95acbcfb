import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import NotificationList from '#web/features/notifications/NotificationList.tsx'
import IncomingRequests from '#web/features/requests/IncomingRequests.tsx'
import { requestsQuery } from '#web/features/requests/queries.ts'
import { isToPay } from '#web/features/requests/requests.ts'
import IncomingTransfers from '#web/features/transfers/IncomingTransfers.tsx'
import { incomingQuery } from '#web/features/transfers/waiting-queries.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { Stack } from '#web/ui/Stack.tsx'

/** What the bell opens: the transfers and requests that wait for the user, then the other notices. Loaded when it is first opened. */
export default function NoticesAndTransfers() {
  return useFeatureFlag('p2p') ? <WithTransfers /> : <NotificationList />
}

function WithTransfers() {
  const { data: transfers = [] } = useQuery(incomingQuery)
  const { data: requests } = useInfiniteQuery(requestsQuery('received'))
  const toPay = requests?.pages[0]?.requests.filter(isToPay) ?? []
  const waiting = new Set([...transfers.map(({ transaction_id: id }) => id), ...toPay.map(({ id }) => id)])
  return (
    <Stack gap="fields">
      <IncomingTransfers />
      <IncomingRequests />
      <NotificationList shownAbove={waiting} />
    </Stack>
  )
}
