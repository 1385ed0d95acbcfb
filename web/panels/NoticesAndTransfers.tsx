import NotificationList from '#web/features/notifications/NotificationList.tsx'
import IncomingRequests from '#web/features/requests/IncomingRequests.tsx'
import IncomingTransfers from '#web/features/transfers/IncomingTransfers.tsx'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { Stack } from '#web/ui/Stack.tsx'

/** What the bell opens: the transfers and requests that wait for the user, then the notices. Loaded when it is first opened. */
export default function NoticesAndTransfers() {
  const takesTransfers = useFeatureFlag('p2p')
  return (
    <Stack gap="fields">
      {takesTransfers ? (
        <>
          <IncomingTransfers />
          <IncomingRequests />
        </>
      ) : null}
      <NotificationList />
    </Stack>
  )
}
