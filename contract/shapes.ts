import * as z from 'zod/mini'

/** `status` and `message` of an answer that went well (spec point 7). */
export const okReply = { status: z.literal('ok'), message: z.string() }

/** An amount as it goes over the wire: a decimal string such as `1234.50`; the grammar is money/amount.ts. */
export const amountText = z
  .string()
  .check(z.maxLength(32), z.meta({ description: 'Decimal string, at most two decimals', example: '1234.50' }))

/** A currency code, `RUB`. Which ones are open is in the config call. */
export const currencyCode = z.string().check(z.maxLength(5), z.regex(/^[A-Z]{3,5}$/), z.meta({ example: 'RUB' }))

/** A phone number: country code and digits; spaces, brackets, dashes and a leading plus are taken off (spec point 3). */
export const phoneText = z.string().check(z.minLength(5), z.maxLength(32), z.meta({ example: '79123456789' }))

/** Four ASCII digits: an SMS code or a PIN (spec point 9). */
export const fourDigits = z.string().check(z.maxLength(4), z.regex(/^[0-9]{4}$/), z.meta({ example: '0420' }))

/** Something a person typed: trimmed, not empty, without control characters. */
export function personText(lengthMax: number) {
  return z.string().check(z.trim(), z.minLength(1), z.maxLength(lengthMax), z.regex(/^[^\p{Cc}\p{Cf}]*$/u))
}

/** An opaque id that we gave out. */
export const idText = z.string().check(z.minLength(1), z.maxLength(80))

/** An instant in ISO 8601 with zone, `2026-11-20T14:05:00.000Z`. */
export const instantText = z.string().check(z.meta({ example: '2026-11-20T14:05:00.000Z' }))
