import * as v from 'valibot'

/** `status` and `message` of a successful response. */
export const okReply = { status: v.literal('ok'), message: v.string() }

/** An amount on the wire: a decimal string such as `1234.50`; the grammar is money/amount.ts. */
export const amountText = v.pipe(v.string(), v.maxLength(32))

/** A currency code, `RUB`. The supported ones are in the config call. */
export const currencyCode = v.pipe(v.string(), v.maxLength(5), v.regex(/^[A-Z]{3,5}$/))

/** A phone number: country code and digits; spaces, brackets, dashes and a leading plus are removed. */
export const phoneText = v.pipe(v.string(), v.minLength(5), v.maxLength(32))

/** Four ASCII digits: an SMS code or a PIN. */
export const fourDigits = v.pipe(v.string(), v.maxLength(4), v.regex(/^[0-9]{4}$/))

/** Six ASCII digits: the code of an e-mail. */
export const sixDigits = v.pipe(v.string(), v.maxLength(6), v.regex(/^[0-9]{6}$/))

/** An opaque id issued by the server. */
export const idText = v.pipe(v.string(), v.minLength(1), v.maxLength(80))

/** An instant in ISO 8601 with zone, `2026-11-20T14:05:00.000Z`. */
export const instantText = v.string()

/**
 * An identification. `status` is `complete`, `aborted`, or the state of an open one (`pending`, `processing`,
 * `review`); `reason` is in the reader's language, where one is known.
 */
export const activeIdentification = v.object({ status: v.string(), reason: v.nullable(v.string()) })

/** What follows an SMS code that was sent: in how many seconds another can be requested. */
export const codeSent = v.object({ ...okReply, resend_in: v.number() })

/** After `proof_required`: its challenge with the solution (ALTCHA), as JSON. */
export const proof = v.optional(v.pipe(v.string(), v.maxLength(2000)))
