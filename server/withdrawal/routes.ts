import type * as v from 'valibot'
import { cardNetworkOf } from '#codes/card-network'
import * as calls from '#contract/withdrawal'
import { toDecimal } from '#money/amount'
import { Refusal } from '#server/http/refusal'
import { callingProvider, type Http, route } from '#server/http/route'
import { webhook } from '#server/http/webhook'
import { endSent } from '#server/outgoing/end'
import { nameRecipients } from '#server/outgoing/recipient-names'
import { networkName } from '#texts/card-network'
import { type CardFieldDeps, openCardField } from './card-field.ts'
import { WITHDRAWAL_ENDS } from './end.ts'
import { type FirstDayOutlook, findFirstDay } from './first-day.ts'
import { listRecipients } from './recipients.ts'
import { boundOfWithdrawal, readWithdrawal, type WithdrawalAsked, type WithdrawalTaken } from './rules.ts'
import { type WithdrawalDeps, withdraw } from './withdrawal.ts'

type ConfirmedWithdrawal = v.InferOutput<typeof calls.confirmedWithdrawal> & { readonly total?: string | undefined }

/** The withdrawal routes and the payout provider's webhook. */
export function withdrawalRoutes(http: Http, deps: WithdrawalDeps & CardFieldDeps): void {
  route(callingProvider(http), calls.withdrawal, async ({ body, user, idempotencyKey, t }) => {
    const reply = await withdraw(
      deps,
      { ...askedOf(body), pin: body.pin, passkey: body.passkey },
      { user, idempotencyKey: idempotencyKey(), clock: http.clock },
    )
    return reply.state === 'complete'
      ? { status: 'ok' as const, message: t('answer.withdrawal_ok'), transaction_id: reply.id }
      : { status: 'pending' as const, message: t(`answer.withdrawal_${reply.state}`), transaction_id: reply.id }
  })
  route(callingProvider(http), calls.openCardField, async ({ user }) => ({
    status: 'ok' as const,
    url: await openCardField(deps, user.userId),
  }))
  route(http, calls.recentRecipients, async ({ user, now, t }) => {
    const recipients = await listRecipients(deps.database, user.userId, deps.payouts.name)
    const names = nameRecipients(recipients)
    const results = recipients.map(({ id, kind, masked, ownName, isFavourite, lastUsedAt }, place) => ({
      id,
      kind,
      masked: names[place] ?? '',
      network: kind === 'card' ? networkName(t, cardNetworkOf(masked)) : undefined,
      ...(ownName !== undefined && { own_name: ownName }),
      is_favourite: isFavourite,
      last_used_at: lastUsedAt.toISOString(),
    }))
    const firstDay = await findFirstDay(deps.database, user, deps.firstDay, now)
    return { status: 'ok' as const, results, ...(firstDay && { first_day: firstDayReply(firstDay) }) }
  })
  webhook(http.app, http, {
    path: '/webhooks/payouts',
    provider: deps.payouts.name,
    signatureHeader: deps.payouts.signatureHeader,
    verify: (unverified) => deps.payouts.verify(unverified),
    act: ({ payout }, event, now) => endSent(WITHDRAWAL_ENDS, deps, payout, now, { event }),
  })
}

/** The texts that a passkey signs for a withdrawal. Refuses what readWithdrawal refuses. */
export function withdrawalBound(deps: WithdrawalTaken, body: ConfirmedWithdrawal): readonly string[] {
  const read = readWithdrawal(askedOf(body), deps)
  if (!read.ok) throw new Refusal(read.refusal)
  return boundOfWithdrawal(read)
}

function askedOf(body: ConfirmedWithdrawal): WithdrawalAsked {
  const { amount, currency_code, total, pan, card_token, address, recipient_id } = body
  return { amount, currencyCode: currency_code, total, pan, cardToken: card_token, address, recipientId: recipient_id }
}

function firstDayReply({ reason, until, limits }: FirstDayOutlook) {
  return {
    reason,
    until: until.toISOString(),
    limits: limits.map((limit) => ({ currency_code: limit.currency, amount: toDecimal(limit) })),
  }
}
