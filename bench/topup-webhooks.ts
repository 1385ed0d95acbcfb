import { createHmac, randomUUID } from 'node:crypto'
import { money } from '#money/money'
import type { Database } from '#server/db/pool'
import { freshIdempotencyKey } from '#server/idempotency/key'
import type { Ledger } from '#server/ledger/ledger'
import type { Keys } from '#server/security/keys'
import { decideTopup } from '#server/topup/rules'
import { newOrderRow } from '#server/topup/store'
import { ownerOf } from '#server/users/levels'
import { httpLoad, requestOf } from './http-load.ts'
import type { Load } from './measure.ts'
import type { BenchUser } from './people.ts'

const CONNECTIONS = 64
// More than any machine has credited yet; whoever runs out is told so.
const ORDERS_PER_SECOND = 6000
// Half a second before each turn (http-load.ts).
const WARM_UP_SECONDS = 3
const AMOUNT = money('USD', 1000n)

/** P11: signed webhooks of payments, each for an order of its own, spread over all users, for some seconds in all. */
export async function topupWebhookLoad(
  port: number,
  { database, ledger, keys }: { readonly database: Database; readonly ledger: Ledger; readonly keys: Keys },
  users: readonly BenchUser[],
  seconds: number,
): Promise<Load> {
  const orders = await makeOrders(ledger, users, (seconds + WARM_UP_SECONDS) * ORDERS_PER_SECOND)
  // Nobody but the webhooks ends them: the worker would ask a provider that has never heard of them.
  await database.run({ name: 'bench.unasked', text: 'update topup set next_check_at = null' })
  const secret = keys.hash('token', 'sandbox webhooks').toString('base64url')
  const requests = orders.map((order) => deliveryOf(order, secret))
  let next = 0
  return httpLoad(port, CONNECTIONS, () => {
    const found = requests[next++]
    if (!found) throw new Error('All orders are paid: make more of them')
    return found
  })
}

async function makeOrders(ledger: Ledger, users: readonly BenchUser[], count: number): Promise<string[]> {
  const now = new Date()
  const ids = Array.from({ length: count }, () => randomUUID())
  for (let from = 0; from < count; from += users.length) {
    await Promise.all(
      ids.slice(from, from + users.length).map(async (id, place) => {
        const accountId = users[place]?.accounts[0] ?? ''
        const outcome = await ledger.post({
          idempotencyKey: freshIdempotencyKey(),
          accounts: [accountId],
          facts: { owner: ownerOf(accountId) },
          decide(accounts, { owner }) {
            const asked = { id, amount: '10.00', currencyCode: AMOUNT.currency }
            const decision = decideTopup(asked, { account: accounts.get(accountId), owner, open: 0, openMax: 1, now })
            return decision.kind === 'refuse'
              ? decision
              : {
                  ...decision,
                  rows: [newOrderRow({ id, provider: 'sandbox', nextCheckAt: new Date(now.getTime() + 3_600_000) })],
                }
          },
        })
        if (outcome.kind === 'refused') throw new Error(`An order was refused: ${outcome.refusal.code}`)
      }),
    )
  }
  return ids
}

function deliveryOf(order: string, secret: string): Buffer {
  const payment = { id: `pay_${order}`, reference: order, status: 'complete', amount: '10.00', currency: AMOUNT.currency }
  const body = JSON.stringify({ id: randomUUID(), created_at: new Date().toISOString(), type: 'payment.updated', payment })
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return requestOf('POST', '/webhooks/payments', { headers: { 'sandbox-signature': `t=${at},v1=${signature}` }, body })
}
