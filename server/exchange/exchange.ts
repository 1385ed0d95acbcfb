import { validate } from 'uuid'
import * as z from 'zod/mini'
import type { Brand } from '#brands/brand'
import { idAt } from '#server/db/ids'
import { Refusal } from '#server/http/refusal'
import type { Ledger } from '#server/ledger/ledger'
import type { Once } from '#server/ledger/order'
import type { Quotes } from './quotes.ts'
import { decideExchange, type ExchangeOrder } from './rules.ts'

export interface ExchangeDeps {
  readonly ledger: Ledger
  readonly quotes: Quotes
  readonly brand: Brand
  readonly rateLifetimeSeconds: number
}

const exchanged = z.object({ transaction_id: z.string(), from_amount: z.string(), to_amount: z.string(), created_at: z.string() })

/** What was exchanged, as decimal strings, and when. */
export type Exchanged = z.infer<typeof exchanged>

/** Exchanges at a quoted rate, once per key. Refuses what decideExchange refuses, and insufficient_funds. */
export async function exchange(
  { ledger, quotes, brand, rateLifetimeSeconds }: ExchangeDeps,
  asked: Omit<ExchangeOrder, 'id'> & { readonly rateId: string },
  { once, now }: { once: Once; now: Date },
): Promise<Exchanged> {
  if (!brand.switches.exchange) throw new Refusal({ code: 'switched_off', feature: 'exchange' })
  const order: ExchangeOrder = { ...asked, id: idAt(now) }
  const quote = await quotes.find(asked.rateId)
  const outcome = await ledger.post({
    accounts: [order.fromAccountId, order.toAccountId].filter((id) => validate(id)),
    once,
    decide: (accounts) => decideExchange(order, { quote, lifetimeSeconds: rateLifetimeSeconds, now }, accounts),
  })
  if (outcome.kind === 'refused') throw new Refusal(outcome.refusal)
  return z.parse(exchanged, outcome.reply)
}
