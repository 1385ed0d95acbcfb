import { factSource, rowWriter } from '#server/db/batched'
import type { VelocityRule } from '#server/movement/velocity'
import type { Receipt } from './rules.ts'

const LIST_RECEIVED = {
  name: 'p2p.list_received',
  text: `select coalesce(month_minor, 0)::bigint as minor
    from unnest($1::uuid[], $2::timestamptz[]) with ordinality as asked (account_id, now, place)
    cross join lateral (
      select sum(amount_minor) as month_minor
      from daily_total
      where daily_total.account_id = asked.account_id and day > (asked.now at time zone 'UTC')::date - 30
        and kind = 'p2p' and not is_out and state in ('complete', 'received')
    ) as total
    order by place`,
}

/** What an account has received from people in thirty days, in minor units. */
export const receivedOf = factSource(
  async (queryable, asked: readonly { readonly accountId: string | undefined; readonly now: Date }[]) => {
    const rows = await queryable.list<{ minor: bigint }>(LIST_RECEIVED, [
      asked.map(({ accountId }) => accountId ?? null),
      asked.map(({ now }) => now),
    ])
    return rows.map(({ minor }) => minor)
  },
)

interface NewP2p {
  readonly id: string
  readonly senderId: string
  readonly recipientId: string | undefined
  readonly phone: string
  readonly isByCode: boolean
  /** The request that it pays. */
  readonly requestId: string | undefined
  readonly waits: Waits | undefined
  readonly now: Date
}

/** How a transfer waits; a transfer that a rule has caught waits for the operator first. */
export interface Waits {
  readonly receipt: Receipt
  readonly heldBy?: VelocityRule | undefined
  readonly code: Buffer | undefined
  readonly expiresAt: Date
}

const INSERT = {
  name: 'p2p.insert',
  text: `insert into p2p (operation_id, sender_id, recipient_id, phone, receipt, protection_code, expires_at, created_at, next_check_at,
      is_by_code, request_id, held_by, goes_on)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bytea[], $7::timestamptz[],
      $8::timestamptz[], $9::timestamptz[], $10::boolean[], $11::uuid[], $12::text[], $13::text[])`,
}

/** The row of a new transfer to a person. */
export const newP2pRow = rowWriter(INSERT, (rows: readonly NewP2p[]) => [
  rows.map(({ id }) => id),
  rows.map(({ senderId }) => senderId),
  rows.map(({ recipientId }) => recipientId ?? null),
  rows.map(({ phone }) => phone),
  rows.map(({ waits }) => (waits?.heldBy ? 'by_operator' : (waits?.receipt ?? null))),
  rows.map(({ waits }) => waits?.code ?? null),
  rows.map(({ waits }) => waits?.expiresAt ?? null),
  rows.map(({ now }) => now),
  // Checked at once: a person without a wallet is invited.
  rows.map(({ waits, now }) => (waits ? now : null)),
  rows.map(({ isByCode }) => isByCode),
  rows.map(({ requestId }) => requestId ?? null),
  rows.map(({ waits }) => waits?.heldBy ?? null),
  rows.map(({ waits }) => (waits?.heldBy ? waits.receipt : null)),
])
