import * as calls from '#contract/exchange'
import { type Http, ok, route } from '#server/http/route'
import { createExchange, type ExchangeDeps } from './exchange.ts'

/** Rates and exchanges on the wire. */
export function exchangeRoutes(http: Http, deps: ExchangeDeps): void {
  const exchange = createExchange(deps)
  route(http, calls.exchangeRates, async ({ now }) => {
    const { quotes, issuedAt } = await deps.quotes.issue(now)
    return {
      status: 'ok' as const,
      rates: quotes.map(({ id, rate, quantityOut }) => ({
        id,
        from_currency_code: rate.from,
        to_currency_code: rate.to,
        quantity_in: '1',
        quantity_out: quantityOut,
      })),
      issued_at: issuedAt.toISOString(),
      expires_at: new Date(issuedAt.getTime() + deps.rateLifetimeSeconds * 1000).toISOString(),
    }
  })
  route(http, calls.exchange, async ({ body, user, idempotencyKey, now, t }) => {
    const exchanged = await exchange(
      {
        fromAccountId: body.from_account_id,
        toAccountId: body.to_account_id,
        fromAmount: body.from_amount,
        toAmount: body.to_amount,
        rateId: body.rate_id,
        pin: body.pin,
      },
      { user, idempotencyKey: idempotencyKey(), now, clock: http.clock },
    )
    return { ...ok(t('answer.exchange')), ...exchanged }
  })
}
