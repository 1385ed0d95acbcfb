import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { ReceivedRequest } from './ReceivedRequest.tsx'
import { useRequestsToPay } from './use-requests-to-pay.ts'

/** The latest requests that wait for the user to pay or decline; nothing when there are none. */
export default function IncomingRequests() {
  const t = useTranslate()
  const waiting = useRequestsToPay()
  if (waiting.length === 0) return null
  return (
    <Card title={t('requests.incoming_title')}>
      <Stack gap="fields">
        {waiting.map((request) => (
          <ReceivedRequest key={request.id} request={request} />
        ))}
      </Stack>
    </Card>
  )
}
