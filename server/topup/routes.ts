import type { StateOf } from '#contract/operation-kinds'
import { stateOf } from '#contract/operation-states'
import { accountRequisites } from '#contract/requisites'
import * as calls from '#contract/topup'
import { toDecimal } from '#money/amount'
import { NETWORKS } from '#money/networks'
import { callingProvider, type Http, ok, route } from '#server/http/route'
import { webhook } from '#server/http/webhook'
import type { Requisites } from '#server/providers/payments/port'
import type { TextKey } from '#texts/texts'
import { settleIncoming } from './incoming.ts'
import { getRequisites } from './requisites.ts'
import { settleTopup } from './settle.ts'
import { createTopup, getOrder, type TopupDeps } from './topup.ts'
import { cancelOrder, type UnpaidOrder, unpaidOrdersOf } from './unpaid.ts'

const ANSWERS = { pending: 'waiting', complete: 'complete', failed: 'failed' } as const
/** The states whose end has a text of its own. */
const OWN_WORDS = {
  expired: 'answer.topup_expired',
  differs: 'answer.topup_differs',
  not_booked: 'answer.topup_differs',
  cancelled: 'answer.topup_cancelled',
} as const satisfies Readonly<Partial<Record<StateOf<'topup'>, TextKey>>>
const OWN: ReadonlyMap<string, TextKey> = new Map(Object.entries(OWN_WORDS))

/** The top-up routes and the payment provider's webhook. */
export function topupRoutes(http: Http, deps: TopupDeps): void {
  route(callingProvider(http), calls.topup, async ({ body, user, idempotencyKey, language, now, t }) => {
    const asked = { amount: body.amount, currencyCode: body.currency_code, method: body.method }
    const { order, url } = await createTopup(deps, asked, {
      userId: user.userId,
      idempotencyKey: idempotencyKey(),
      language,
      now,
    })
    return { ...ok(t('answer.topup_created')), url, order }
  })
  route(http, calls.topupStatus, async ({ query, user, t }) => {
    const order = await getOrder(deps, user.userId, query.order)
    const status = ANSWERS[stateOf('topup', order.state).apiState]
    return {
      status,
      message: t(OWN.get(order.state) ?? `answer.topup_${status}`),
      order: order.id,
      amount: toDecimal(order.amount),
      currency_code: order.amount.currency,
      ...(order.state === 'cancelled' && { is_cancelled: true }),
    }
  })
  route(http, calls.waitingTopups, async ({ user, now }) => {
    const orders = await unpaidOrdersOf(deps, user.userId, now)
    return { status: 'ok' as const, results: orders.map(unpaidReply) }
  })
  route(http, calls.cancelTopup, async ({ body, user, idempotencyKey, t }) => {
    await cancelOrder(deps, body.order, { userId: user.userId, idempotencyKey: idempotencyKey(), clock: http.clock })
    return { ...ok(t('answer.topup_cancelled')), order: body.order }
  })
  route(callingProvider(http), accountRequisites, async ({ query, user, language, now, confirmed }) => {
    // They are opened at the provider, and stay.
    await confirmed()
    const asked = { userId: user.userId, accountId: query.account_id, language, now }
    const requisites = await getRequisites(deps, asked)
    return { status: 'ok' as const, requisites: requisites ? onTheWire(requisites) : null }
  })
  webhook(http.app, http, {
    path: '/webhooks/payments',
    provider: deps.payments.name,
    signatureHeader: deps.payments.signatureHeader,
    verify: (unverified) => deps.payments.verify(unverified),
    act: (told, event, now) =>
      'incoming' in told ? settleIncoming(deps, told.incoming, event, now) : settleTopup(deps, told.payment, now, { event }),
  })
}

function unpaidReply({ id, accountId, amount, url, createdAt, expiresAt }: UnpaidOrder) {
  return {
    transaction_id: id,
    order: id,
    account_id: accountId,
    amount: toDecimal(amount),
    currency_code: amount.currency,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    ...(url !== null && { url }),
  }
}

function onTheWire(requisites: Requisites) {
  const { kind, payTo: pay_to } = requisites
  if (kind === 'address') return { kind, pay_to, network: NETWORKS[requisites.network].name }
  const { holder, bank, bankCode: bank_code, reference } = requisites
  return { kind, pay_to, holder, bank, bank_code, reference }
}
