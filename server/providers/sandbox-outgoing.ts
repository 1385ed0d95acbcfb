import * as v from 'valibot'
import { add, type Money, money } from '#money/money'
import { readVendorAmount } from './bookable.ts'
import type { TakenDecimals } from './scales.ts'
import type { OnVendorCall } from './vendor-http.ts'
import { vendorId } from './vendor-id.ts'

/** What the sandbox's vendors take: whole rupiahs, as those in Indonesia do. */
export const SANDBOX_DECIMALS: TakenDecimals = { IDR: 0 }

/** A vendor of the sandbox that tells by webhooks how things have ended: its URL and our credentials. */
export interface SandboxAccess {
  readonly baseUrl: string
  readonly apiKey: string
  readonly timeoutMs: number
  readonly onCall?: OnVendorCall
  readonly webhookUrl: string
  /** The valid webhook secrets: the current one, and the previous one during a rotation. */
  readonly webhookSecrets: readonly string[]
}

/** Money that a vendor of the sandbox was asked to send, as its ports have it. */
interface Outgoing {
  readonly reference: string
  readonly externalId: string
  readonly state: 'pending' | 'paid' | 'failed'
  readonly amount?: Money
  readonly reason?: string
}

/**
 * Reads what a vendor of the sandbox says of money that it was asked to send. What was paid and is finer than its currency is rounded up, as the
 * vendor has taken it from us, so that it is another amount than was asked for; what is no amount makes the whole answer unintelligible.
 */
export const outgoing = v.pipe(
  v.object({
    id: vendorId,
    reference: vendorId,
    status: v.picklist(['pending', 'paid', 'failed']),
    reason: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/))),
    amount: v.string(),
    currency: v.string(),
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }): Outgoing => {
    const { id, reference, status, reason, amount, currency } = dataset.value
    const told = readVendorAmount(amount, currency)
    const paid = told && (told.exact === undefined ? told.amount : add(told.amount, money(told.amount.currency, 1n)))
    const isReadable = paid !== undefined && paid.minor > 0n
    if (isReadable || status !== 'paid') {
      return { reference, externalId: id, state: status, ...(paid && { amount: paid }), ...(reason && { reason }) }
    }
    addIssue({ message: 'no amount' })
    return NEVER
  }),
)
