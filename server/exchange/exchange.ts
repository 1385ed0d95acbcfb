import { validate } from 'uuid'
import * as v from 'valibot'
import type { Switch } from '#contract/config'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import { Refusal } from '#server/http/refusal'
import type { Ledger } from '#server/ledger/ledger'
import type { Once, Refused } from '#server/ledger/order'
import type { Quotes } from './quotes.ts'
import { decideExchange, type ExchangeOrder } from './rules.ts'

export interface ExchangeDeps {
  readonly ledger: Ledger
  readonly quotes: Quotes
  readonly isOn: (feature: Switch) => boolean
  readonly rateLifetimeSeconds: number
}

const SWITCHED_OFF: Refused = { kind: 'refuse', refusal: { code: 'switched_off', feature: 'exchange' } }

const exchanged = v.object({ transaction_id: v.string(), from_amount: v.string(), to_amount: v.string(), created_at: v.string() })

/** What was exchanged, as decimal strings, and when. */
export type Exchanged = v.InferOutput<typeof exchanged>

/** Exchanges at a quoted rate, once per key. Refuses what decideExchange refuses, switched_off, and insufficient_funds. */
export async function exchange(
  { ledger, quotes, isOn, rateLifetimeSeconds }: ExchangeDeps,
  asked: Omit<ExchangeOrder, 'id'> & { readonly rateId: string },
  { once, now }: { once: Once; now: Date },
): Promise<Exchanged> {
  const order: ExchangeOrder = { ...asked, id: idAt(now) }
  const quote = await quotes.find(asked.rateId)
  crashPoint('exchange.before')
  const outcome = await ledger.post({
    accounts: [order.fromAccountId, order.toAccountId].filter((id) => validate(id)),
    once,
    // Asked here, so that an exchange made before it was switched off is still answered as such.
    decide: (accounts) =>
      isOn('exchange') ? decideExchange(order, { quote, lifetimeSeconds: rateLifetimeSeconds, now }, accounts) : SWITCHED_OFF,
  })
  crashPoint('exchange.committed')
  if (outcome.kind === 'refused') throw new Refusal(outcome.refusal)
  return v.parse(exchanged, outcome.reply)
}
