import { useQuery } from '@tanstack/react-query'
import { unpaidOrdersQuery } from '#web/lib/api/unpaid-orders.ts'
import { UnpaidOrderButtons } from '#web/ui/state/UnpaidOrderButtons.tsx'

export interface UnpaidTopUpProps {
  readonly operationId: string
  /** Called once the top-up is cancelled. */
  readonly onDone: () => void
}

/** Pays or cancels a top-up that nobody has paid; nothing once its time to pay is over. */
export function UnpaidTopUp({ operationId, onDone }: UnpaidTopUpProps) {
  const { data: orders } = useQuery({ ...unpaidOrdersQuery, refetchOnMount: 'always' })
  const order = orders?.find(({ transaction_id: id }) => id === operationId)
  return order ? <UnpaidOrderButtons order={order} onCancelled={onDone} /> : null
}
