import type * as v from 'valibot'
import * as calls from '#contract/transfers'
import { toDecimal } from '#money/amount'
import { money } from '#money/money'
import { Refusal } from '#server/http/refusal'
import { type Http, ok, type RequestContext, route } from '#server/http/route'
import { endBlock, listBlocked, personOf, saveSettings, shownName } from '#server/people/person'
import { currenciesOf } from '#server/people/recipient'
import { type MoneyRequest, stateAt } from '#server/requests/rules'
import { blockSender } from './block.ts'
import type { TransferDeps } from './deps.ts'
import { findRecipient } from './recipient.ts'
import { boundOfTransfer } from './rules.ts'
import type { TransferAsked } from './sending.ts'
import { sendToPerson } from './transfer.ts'
import { declineTransfer, receiveTransfer, takeBackTransfer } from './waiting.ts'
import { listIncoming, type WaitingTransfer } from './waiting-store.ts'

type ConfirmedTransfer = v.InferOutput<typeof calls.confirmedTransfer>

/** The routes of transfers between people. */
export function transferRoutes(http: Http, deps: TransferDeps): void {
  const { database } = deps
  route(http, calls.findRecipient, async ({ body, user, now }) => {
    if (!deps.isOn('p2p')) throw new Refusal({ code: 'switched_off', feature: 'p2p' })
    const asked = { phone: body.phone, recipientId: body.recipient_id, code: body.code, requestId: undefined }
    const recipient = await findRecipient(deps, asked, { userId: user.userId, now })
    const { isFound, person, phone, found, isByCode, request } = recipient
    if (recipient.userId === user.userId) throw new Refusal({ code: 'recipient_self', field: 'to' })
    const known = isFound ? found : undefined
    const account_currencies = [...(await currenciesOf(deps, known))]
    const shown = { person: isFound ? person : null, phone: isByCode ? null : phone, account_currencies }
    return { status: 'ok' as const, has_wallet: isFound, ...shown, request: request ? askedReply(request, now) : null }
  })
  route(http, calls.transfer, async ({ body, user, idempotencyKey, t }) => {
    const asked = { ...askedOf(body), pin: body.pin, passkey: body.passkey }
    const { id, status } = await sendToPerson(deps, asked, { user, idempotencyKey: idempotencyKey(), clock: http.clock })
    return { status, message: t(`answer.p2p_${status}`), transaction_id: id }
  })
  route(http, calls.incomingTransfers, async ({ user, now }) => {
    const waiting = await listIncoming(database, user.userId, now)
    return { status: 'ok' as const, results: waiting.map(incomingReply) }
  })
  route(http, calls.receiveTransfer, async ({ body, user, idempotencyKey, t }) => {
    const { transaction_id: id, protection_code: code } = body
    await receiveTransfer(deps, { id, code }, { user, idempotencyKey: idempotencyKey(), clock: http.clock })
    return { ...ok(t('answer.p2p_received')), transaction_id: id }
  })
  route(http, calls.declineTransfer, async ({ body, user, idempotencyKey, t }) => {
    await declineTransfer(deps, body.transaction_id, { user, idempotencyKey: idempotencyKey(), clock: http.clock })
    return { ...ok(t('answer.p2p_declined')), transaction_id: body.transaction_id }
  })
  route(http, calls.takeBackTransfer, async ({ body, user, idempotencyKey, t }) => {
    await takeBackTransfer(deps, body.transaction_id, { user, idempotencyKey: idempotencyKey(), clock: http.clock })
    return { ...ok(t('answer.p2p_taken_back')), transaction_id: body.transaction_id }
  })
  route(http, calls.transferSettings, async ({ user, t }) => {
    const [person, blocked] = await Promise.all([database.read(personOf(user.userId)), listBlocked(database, user.userId)])
    if (!person) throw new Refusal({ code: 'INVALID_TOKEN' })
    const settings = { found_by_phone: person.isFoundByPhone, takes_transfers: person.takesTransfers }
    return { status: 'ok' as const, ...settings, blocked: blocked.map((each) => blockedReply(each, t)) }
  })
  route(http, calls.setTransferSettings, async ({ body, user, t }) => {
    const saved = await saveSettings(database, user.userId, { isFound: body.found_by_phone, takes: body.takes_transfers })
    return { ...ok(t('answer.p2p_settings')), ...saved }
  })
  route(http, calls.blockSender, async ({ body, user, now, t }) => {
    const { transaction_id: transferId, request_id: requestId, is_blocked: isBlocked, report } = body
    await blockSender(database, { transferId, requestId, isBlocked, report }, { userId: user.userId, now })
    return ok(t(isBlocked ? 'answer.p2p_blocked' : 'answer.p2p_unblocked'))
  })
  route(http, calls.unblockSender, async ({ body, user, t }) => {
    await endBlock(database, user.userId, body.block_id)
    return ok(t('answer.p2p_unblocked'))
  })
}

/** The texts that a passkey signs for a transfer. */
export function transferBound(body: ConfirmedTransfer): readonly string[] {
  return boundOfTransfer(askedOf(body))
}

function askedOf({ from_account_id, to, amount, message, protection_code }: ConfirmedTransfer): TransferAsked {
  const { phone, recipient_id: recipientId, code, request_id: requestId } = to
  const recipient = { phone, recipientId, code, requestId }
  return { fromAccountId: from_account_id, ...recipient, amount, message, protectionCode: protection_code }
}

function askedReply(request: MoneyRequest, now: Date) {
  const { id, amountMinor, currency, message, isCollect } = request
  const amount = amountMinor === null ? null : toDecimal(money(currency, amountMinor))
  return { id, amount, currency_code: currency, message, is_collect: isCollect, state: stateAt(request, now) }
}

function blockedReply(
  { id, blockedAt, ...person }: Awaited<ReturnType<typeof listBlocked>>[number],
  t: RequestContext<typeof calls.transferSettings>['t'],
) {
  return { block_id: id, person: shownName(person) || t('person.closed'), blocked_at: blockedAt.toISOString() }
}

function incomingReply(waiting: WaitingTransfer) {
  return {
    transaction_id: waiting.id,
    person: shownName(waiting),
    amount: toDecimal(money(waiting.currency, waiting.amountMinor)),
    currency_code: waiting.currency,
    ...(waiting.message !== null && { note: waiting.message }),
    needs_code: waiting.receipt === 'by_code',
    attempts_left: waiting.attemptsLeft,
    expires_at: waiting.expiresAt.toISOString(),
    created_at: waiting.createdAt.toISOString(),
  }
}
