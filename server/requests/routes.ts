import { validate } from 'uuid'
import * as calls from '#contract/requests'
import { toDecimal } from '#money/amount'
import { money } from '#money/money'
import type { MoneyCaller } from '#server/confirmation/post-confirmed'
import { Refusal } from '#server/http/refusal'
import { type Http, ok, openRoute, route, type UserRequestContext } from '#server/http/route'
import { payCodeOf, replacePayCode } from '#server/people/pay-codes'
import { addressKey } from '#server/security/address-key'
import { lookAtCode } from './look.ts'
import { declineRequest, makeRequest, ownRequest, type RequestDeps, withdrawRequest } from './requests.ts'
import { type MoneyRequest, stateAt } from './rules.ts'
import { listPayments, listRequests, REQUESTS_SHOWN } from './store.ts'

/** The routes of requests for money and of pay codes. */
export function requestRoutes(http: Http, deps: RequestDeps): void {
  const { database, publicUrl } = deps
  const link = (code: string): string => `${publicUrl}/pay/${code}`
  const callerOf = ({
    user,
    idempotencyKey,
  }: Pick<UserRequestContext<typeof calls.makeRequest>, 'user' | 'idempotencyKey'>): MoneyCaller => ({
    user,
    idempotencyKey: idempotencyKey(),
    clock: http.clock,
  })
  const replyOf = (request: MoneyRequest, userId: string, now: Date) => requestReply(request, { userId, now, link })
  route(http, calls.makeRequest, async ({ body, user, now, idempotencyKey, t }) => {
    const { to, account_id: accountId, amount, message, is_collect: isCollect = false, days = calls.REQUEST_DAYS_MAX } = body
    const asked = { to: to && { phone: to.phone, recipientId: to.recipient_id }, accountId, amount, message, isCollect, days }
    const request = await makeRequest(deps, asked, callerOf({ user, idempotencyKey }))
    return { ...ok(t('answer.request_made')), request: replyOf(request, user.userId, now) }
  })
  route(http, calls.listRequests, async ({ query, user, now }) => {
    const { direction, before } = query
    if (before !== undefined && !validate(before)) throw new Refusal({ code: 'invalid_field', field: 'before' })
    const read = await listRequests(database, user.userId, { direction, before })
    const results = read.slice(0, REQUESTS_SHOWN).map((request) => replyOf(request, user.userId, now))
    return { status: 'ok' as const, results, has_more: read.length > REQUESTS_SHOWN }
  })
  route(http, calls.showRequest, async ({ body, user, now }) => {
    const request = await ownRequest(database, body.request_id, user.userId)
    const isMaker = request.makerId === user.userId
    const paid = isMaker ? (await listPayments(database, request.id)).map(paymentReply) : []
    return { status: 'ok' as const, request: replyOf(request, user.userId, now), paid }
  })
  route(http, calls.withdrawRequest, async ({ body, user, now, idempotencyKey, t }) => {
    const request = await withdrawRequest(deps, body.request_id, callerOf({ user, idempotencyKey }))
    return { ...ok(t('answer.request_withdrawn')), request: replyOf(request, user.userId, now) }
  })
  route(http, calls.declineRequest, async ({ body, user, now, idempotencyKey, t }) => {
    const request = await declineRequest(deps, body.request_id, callerOf({ user, idempotencyKey }))
    return { ...ok(t('answer.request_declined')), request: replyOf(request, user.userId, now) }
  })
  route(http, calls.payCode, async ({ user, now }) => {
    expectOn(deps)
    const code = await payCodeOf(database, user.userId, now)
    return { status: 'ok' as const, code, link: link(code) }
  })
  route(http, calls.replacePayCode, async ({ user, now, t }) => {
    expectOn(deps)
    const code = await replacePayCode(database, user.userId, now)
    return { ...ok(t('answer.pay_code_replaced')), code, link: link(code) }
  })
  openRoute(http, calls.lookAtPayCode, async ({ body, address, now }) => {
    expectOn(deps)
    return { status: 'ok' as const, ...(await lookAtCode(deps, body.code, { address: addressKey(address), now })) }
  })
}

function expectOn({ isOn }: RequestDeps): void {
  if (!isOn('p2p')) throw new Refusal({ code: 'switched_off', feature: 'p2p' })
}

interface Reader {
  readonly userId: string
  readonly now: Date
  readonly link: (code: string) => string
}

function requestReply(request: MoneyRequest, { userId, now, link }: Reader) {
  const { id, currency, amountMinor, message, isCollect, collectedMinor, payments, createdAt, expiresAt } = request
  const isMade = request.makerId === userId
  const code = isMade ? request.code : null
  return {
    id,
    direction: isMade ? ('made' as const) : ('received' as const),
    person: isMade ? request.person : request.makerName,
    amount: amountMinor === null ? null : toDecimal(money(currency, amountMinor)),
    currency_code: currency,
    message,
    is_collect: isCollect,
    collected: toDecimal(money(currency, collectedMinor)),
    payments,
    state: stateAt(request, now),
    code,
    link: code === null ? null : link(code),
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }
}

function paymentReply({ id, person, currency, amountMinor, paidAt }: Awaited<ReturnType<typeof listPayments>>[number]) {
  return { transaction_id: id, person, amount: toDecimal(money(currency, amountMinor)), paid_at: paidAt.toISOString() }
}
