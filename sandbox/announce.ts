import { randomUUID } from 'node:crypto'
import type { SandboxOptions } from './options.ts'

// At a time; the rest with the next beat of the courier.
const BATCH = 50

/** What is paid by a vendor and has its result after a while: where it is kept, and what the wallet is notified of. */
interface Settling<Row> {
  /** Has id, webhook_url, settles_at, is_announced and told_status. */
  readonly table: 'sandbox.payout' | 'sandbox.shop_payment'
  readonly columns: string
  readonly eventOf: (row: Row, now: Date) => Readonly<Record<string, unknown>>
}

/** Notifies the wallet, once, of each pending one that has reached its result. */
export async function announceSettled<Row extends { readonly id: string }>(
  { pool, clock }: SandboxOptions,
  { table, columns, eventOf }: Settling<Row>,
): Promise<void> {
  const now = clock()
  const { rows } = await pool.query<Row>(
    `select ${columns} from ${table} where not is_announced and told_status is null and settles_at <= $1 order by settles_at limit $2`,
    [now, BATCH],
  )
  for (const row of rows) {
    const event = { id: randomUUID(), created_at: now.toISOString(), ...eventOf(row, now) }
    await pool.query(
      `with told as (
         update ${table} set is_announced = true where id = $1 and not is_announced and told_status is null returning webhook_url)
       insert into sandbox.delivery (id, url, body, created_at, next_attempt_at)
       select $2, webhook_url, $3, $4, $4 from told`,
      [row.id, event.id, JSON.stringify(event), now],
    )
  }
}
