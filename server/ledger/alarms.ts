import { rowWriter } from '#server/db/batched'
import { idAt } from '#server/db/ids'

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
  text: `insert into alarm (id, kind, operation_id, details, raised_at)
    select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::jsonb[], $5::timestamptz[])
    on conflict on constraint alarm_once do nothing`,
}

/** The row of an alarm; it is raised once per operation and kind. */
export const alarmRow = rowWriter((queryable, alarms: readonly Alarm[]) =>
  queryable.run(INSERT, [
    alarms.map(({ now }) => idAt(now)),
    alarms.map(({ kind }) => kind),
    alarms.map(({ operationId }) => operationId),
    alarms.map(({ details }) => JSON.stringify(details)),
    alarms.map(({ now }) => now),
  ]),
)
