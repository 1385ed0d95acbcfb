import NotificationList from '#web/features/notifications/NotificationList.tsx'
import IncomingRequests from '#web/features/requests/IncomingRequests.tsx'
import { useRequestsToPay } from '#web/features/requests/use-requests-to-pay.ts'
import IncomingTransfers from '#web/features/transfers/IncomingTransfers.tsx'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { Stack } from '#web/ui/Stack.tsx'

/** What the bell opens: the transfers and requests that wait for the user, then the other notices. Loaded when it is first opened. */
export default function NoticesAndTransfers() {
  return useFeatureFlag('p2p') ? <WithTransfers /> : <NotificationList />
}

function WithTransfers() {
  const toPay = useRequestsToPay()
  return (
    <Stack gap="fields">
      <IncomingTransfers />
      <IncomingRequests />
      <NotificationList waitingRequests={new Set(toPay.map(({ id }) => id))} />
    </Stack>
  )
}
