import type * as v from 'valibot'
import * as calls from '#contract/exchange'
import { type Http, ok, route } from '#server/http/route'
import { type ExchangeDeps, exchange } from './exchange.ts'
import { exchangeRateRoutes } from './rate-routes.ts'
import { boundOfExchange, type ExchangeTerms } from './rules.ts'

type ConfirmedExchange = v.InferOutput<typeof calls.confirmedExchange>

/** The routes of rates and exchanges. */
export function exchangeRoutes(http: Http, deps: ExchangeDeps): void {
  exchangeRateRoutes(http, deps)
  route(http, calls.exchange, async ({ body, user, idempotencyKey, t }) => {
    const exchanged = await exchange(
      deps,
      { ...termsOf(body), rateId: body.rate_id, pin: body.pin, passkey: body.passkey },
      { user, idempotencyKey: idempotencyKey(), clock: http.clock },
    )
    return { ...ok(t('answer.exchange')), ...exchanged }
  })
}

/** The texts that a passkey signs for an exchange. */
export function exchangeBound(body: ConfirmedExchange): readonly string[] {
  return boundOfExchange(termsOf(body))
}

function termsOf({ from_account_id, to_account_id, from_amount, to_amount }: ConfirmedExchange): ExchangeTerms {
  return { fromAccountId: from_account_id, toAccountId: to_account_id, fromAmount: from_amount, toAmount: to_amount }
}
