import type * as v from 'valibot'
import * as alertCalls from '#contract/rate-alerts'
import { rateHistory } from '#contract/rate-history'
import { exchangeRates } from '#contract/rates'
import { quantityOut } from '#money/rate-quoted'
import { Refusal } from '#server/http/refusal'
import { type Http, ok, route } from '#server/http/route'
import { Unavailable } from '#server/providers/outage'
import { listPoints, type RatePoint } from '#server/rates/points'
import type { ExchangeDeps } from './exchange.ts'
import { exchangedPair, type Pair } from './pair.ts'
import { removeAlert, setAlert } from './rate-alerts.ts'
import type { RateAlert } from './rate-alerts-store.ts'
import { listAlerts } from './rate-alerts-store.ts'
import { PERIODS, shortPercentOf, summarise, thin } from './rate-history.ts'

const DAY_MS = 86_400_000

/** The routes of present rates, of their history, and of alerts. */
export function exchangeRateRoutes(http: Http, deps: ExchangeDeps): void {
  route(http, exchangeRates, async ({ now }) => {
    const { quotes, issuedAt } = await deps.quotes.issue(now)
    return {
      status: 'ok' as const,
      rates: quotes.map(({ id, rate, quantityOut: out, mid, marginBasisPoints }) => ({
        id,
        from_currency_code: rate.from,
        to_currency_code: rate.to,
        quantity_in: '1',
        quantity_out: out,
        mid_rate: mid,
        margin_percent: shortPercentOf(marginBasisPoints),
      })),
      issued_at: issuedAt.toISOString(),
      expires_at: new Date(issuedAt.getTime() + deps.rateLifetimeSeconds * 1000).toISOString(),
    }
  })
  route(http, rateHistory, async ({ query, now }) => historyReply(deps, query, now))
  alertRoutes(http, deps)
}

function alertRoutes(http: Http, deps: ExchangeDeps): void {
  route(http, alertCalls.rateAlerts, async ({ user, now }) => ({
    status: 'ok' as const,
    results: (await listAlerts(deps.database, user.userId, now)).map(alertReply),
  }))
  route(http, alertCalls.setRateAlert, async ({ body, user, now, idempotencyKey, t }) => {
    const alert = await setAlert(deps, body, { userId: user.userId, idempotencyKey: idempotencyKey(), now })
    return { ...ok(t('answer.rate_alert_set')), alert: alertReply(alert) }
  })
  route(http, alertCalls.removeRateAlert, async ({ body, user, t }) => {
    await removeAlert(deps.database, body.alert_id, user.userId)
    return ok(t('answer.rate_alert_removed'))
  })
}

async function historyReply(
  deps: ExchangeDeps,
  query: v.InferOutput<NonNullable<typeof rateHistory.query>>,
  until: Date,
): Promise<v.InferOutput<typeof rateHistory.response>> {
  const pair = exchangedPair(deps.accountCurrencies, query)
  if ('code' in pair) throw new Refusal(pair)
  const { days, grain } = PERIODS[query.period]
  const since = new Date(until.getTime() - days * DAY_MS)
  const [kept, present] = await Promise.all([
    listPoints(deps.database, pair, { grain, since, until }),
    presentPoint(deps, pair, until),
  ])
  const isNews = present && !kept.points.some(({ at }) => at >= present.at)
  const points = isNews ? [...kept.points, present] : kept.points
  const summary = summarise(points)
  return {
    status: 'ok',
    from_currency_code: pair.from,
    to_currency_code: pair.to,
    starts_at: since.toISOString(),
    ends_at: until.toISOString(),
    known_since: (kept.knownSince ?? points[0]?.at)?.toISOString() ?? null,
    points: thin(points).map(({ at, rate }) => ({ at: at.toISOString(), rate: quantityOut(rate, 0n) })),
    summary: summary
      ? {
          first: quantityOut(summary.first, 0n),
          last: quantityOut(summary.last, 0n),
          low: quantityOut(summary.low, 0n),
          high: quantityOut(summary.high, 0n),
          change_percent: summary.changePercent,
        }
      : null,
  }
}

/** The present rate of a pair; undefined while there are no rates, so that the stored history can still be shown. */
async function presentPoint({ quotes }: ExchangeDeps, { from, to }: Pair, now: Date): Promise<RatePoint | undefined> {
  const taken = await quotes.mids(now).catch((error: unknown) => {
    if (error instanceof Unavailable) return undefined
    throw error
  })
  const rate = taken?.rates.find((mid) => mid.from === from && mid.to === to)
  return taken && rate && { at: taken.at, rate }
}

function alertReply({ id, from, to, target, direction, createdAt, expiresAt }: RateAlert) {
  return {
    id,
    from_currency_code: from,
    to_currency_code: to,
    rate: target,
    direction,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }
}
