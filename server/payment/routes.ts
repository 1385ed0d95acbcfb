import type * as v from 'valibot'
import * as calls from '#contract/payment'
import { toDecimal } from '#money/amount'
import { callingProvider, type Http, route } from '#server/http/route'
import { webhook } from '#server/http/webhook'
import { endSent } from '#server/outgoing/end'
import { PAYMENT_ENDS } from './end.ts'
import { type PaymentDeps, paySeller } from './payment.ts'
import { listPayingAccounts, quoteCode } from './quote.ts'
import { boundOfPayment } from './rules.ts'

type ConfirmedPayment = v.InferOutput<typeof calls.confirmedPayment>

/** The routes of payments by a seller's code, and the merchants provider's webhook. */
export function sellerPaymentRoutes(http: Http, deps: PaymentDeps): void {
  route(callingProvider(http), calls.quotePayment, async ({ body, user }) => {
    const quote = await quoteCode(deps, body.code, { ...user, clock: http.clock })
    const { id, seller, format, asked, fee, expiresAt } = quote
    const accounts = await listPayingAccounts(deps, quote, { ...user, clock: http.clock })
    const [amount, min, max] = 'amount' in asked ? [asked.amount] : [undefined, asked.min, asked.max]
    return {
      status: 'ok' as const,
      quote_id: id,
      seller,
      format,
      currency_code: fee.currency,
      amount: amount ? toDecimal(amount) : null,
      min: min ? toDecimal(min) : null,
      max: max ? toDecimal(max) : null,
      fee: toDecimal(fee),
      issued_at: http.clock().toISOString(),
      expires_at: expiresAt.toISOString(),
      accounts: accounts.map(({ account, cost, rate, expiresAt: until }) => ({
        account_id: account.id,
        currency_code: account.balance.currency,
        from_amount: cost ? toDecimal(cost) : null,
        rate_id: rate?.id ?? null,
        quantity_out: rate?.quantityOut ?? null,
        expires_at: until.toISOString(),
      })),
    }
  })
  route(callingProvider(http), calls.payment, async ({ body, user, idempotencyKey, t }) => {
    const caller = { user, idempotencyKey: idempotencyKey(), clock: http.clock }
    const reply = await paySeller(deps, { ...askedOf(body), rateId: body.rate_id, pin: body.pin, passkey: body.passkey }, caller)
    return reply.state === 'complete'
      ? { status: 'ok' as const, message: t('answer.payment_ok'), transaction_id: reply.id }
      : { status: 'pending' as const, message: t(`answer.payment_${reply.state}`), transaction_id: reply.id }
  })
  webhook(http.app, http, {
    path: '/webhooks/merchants',
    provider: deps.merchants.name,
    signatureHeader: deps.merchants.signatureHeader,
    verify: (unverified) => deps.merchants.verify(unverified),
    act: ({ payment }, event, now) => endSent(PAYMENT_ENDS, deps, payment, now, { event }),
  })
}

/** The texts that a passkey signs for a payment. */
export function paymentBound(body: ConfirmedPayment): readonly string[] {
  return boundOfPayment(askedOf(body))
}

function askedOf({ quote_id, account_id, amount, from_amount }: ConfirmedPayment) {
  return { quoteId: quote_id, accountId: account_id, amount, fromAmount: from_amount }
}
