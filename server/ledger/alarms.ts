import { idAt } from '#server/db/ids'
import type { Queryable } from '#server/db/pool'

/** Something in the books that a person at the operator has to look at. */
export interface Alarm {
  readonly kind:
    | 'payment_without_order'
    | 'payment_amount_differs'
    | 'payout_without_withdrawal'
    | 'payout_changed_its_end'
    | 'identification_changed_its_end'
  readonly operationId: string | null
  readonly details: Readonly<Record<string, string>>
  readonly now: Date
}

const INSERT = {
  name: 'alarm.insert',
  text: `insert into alarm (id, kind, operation_id, details, raised_at) values ($1, $2, $3, $4, $5)
    on conflict on constraint alarm_once do nothing`,
}

/** Raises an alarm, once per operation and kind. */
export async function raiseAlarm(queryable: Queryable, { kind, operationId, details, now }: Alarm): Promise<void> {
  await queryable.run(INSERT, [idAt(now), kind, operationId, JSON.stringify(details), now])
}
