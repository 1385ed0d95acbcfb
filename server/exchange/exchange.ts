import { validate } from 'uuid'
import * as v from 'valibot'
import type { FeatureFlag } from '#contract/config'
import { crashPoint } from '#server/db/crash-point'
import { idAt } from '#server/db/ids'
import { Refusal } from '#server/http/refusal'
import type { IdempotencyKey } from '#server/idempotency/key'
import type { Ledger } from '#server/ledger/ledger'
import type { Refused } from '#server/ledger/posting'
import type { Quotes } from './quotes.ts'
import { decideExchange, type ExchangeRequest } from './rules.ts'

export interface ExchangeDeps {
  readonly ledger: Ledger
  readonly quotes: Quotes
  readonly isOn: (feature: FeatureFlag) => boolean
  readonly rateLifetimeSeconds: number
}

const SWITCHED_OFF: Refused = { kind: 'refuse', refusal: { code: 'switched_off', feature: 'exchange' } }

const exchanged = v.object({ transaction_id: v.string(), from_amount: v.string(), to_amount: v.string(), created_at: v.string() })

/** What was exchanged, as decimal strings, and when. */
export type Exchanged = v.InferOutput<typeof exchanged>

/** Exchanges at a quoted rate, once per key. Refuses what decideExchange refuses, switched_off, and insufficient_funds. */
export async function exchange(
  { ledger, quotes, isOn, rateLifetimeSeconds }: ExchangeDeps,
  asked: Omit<ExchangeRequest, 'id'> & { readonly rateId: string },
  { idempotencyKey, now }: { idempotencyKey: IdempotencyKey; now: Date },
): Promise<Exchanged> {
  const request: ExchangeRequest = { ...asked, id: idAt(now) }
  const quote = await quotes.find(asked.rateId)
  crashPoint('exchange.before')
  const outcome = await ledger.post({
    accounts: [request.fromAccountId, request.toAccountId].filter((id) => validate(id)),
    idempotencyKey,
    // Asked here, so that an exchange made before it was switched off is still answered as such.
    decide: (accounts) =>
      isOn('exchange') ? decideExchange(request, { quote, lifetimeSeconds: rateLifetimeSeconds, now }, accounts) : SWITCHED_OFF,
  })
  crashPoint('exchange.committed')
  if (outcome.kind === 'refused') throw new Refusal(outcome.refusal)
  return v.parse(exchanged, outcome.reply)
}
