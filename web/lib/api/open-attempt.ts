import * as v from 'valibot'
import { parseDecimal, toDecimal } from '#money/amount'
import { CURRENCY_CODES } from '#money/currency'
import type { Money } from '#money/money'
import { writeStored } from '#web/lib/session/storage.ts'
import { attemptMark, dropAttempt, STORED_ATTEMPT } from './attempt-mark.ts'
import { newIdempotencyKey } from './idempotency-key.ts'

const storedAmount = v.object({ decimal: v.string(), currency: v.picklist(CURRENCY_CODES) })

const storedAttempt = v.object({
  key: v.string(),
  /** The owner's phone, if it was known. */
  owner: v.optional(v.string()),
  /** When the attempt began, in milliseconds since 1970. */
  at: v.number(),
  kind: v.picklist(['transfer', 'withdrawal', 'exchange', 'payment']),
  give: storedAmount,
  get: v.optional(storedAmount),
  /** The recipient, as it was shown. */
  to: v.optional(v.string()),
})

/** An attempt to move money with an unknown outcome: its key, and its purpose. Never contains the PIN. */
export type OpenAttempt = Omit<v.InferOutput<typeof storedAttempt>, 'give' | 'get'> & {
  readonly give: Money
  readonly get: Money | undefined
}

/** The purpose of an attempt, as it was shown to the person who confirmed it. */
export interface AttemptAbout {
  readonly kind: OpenAttempt['kind']
  readonly give: Money
  readonly get?: Money
  readonly to?: string
}

/** The stored attempt; undefined when none is stored, or when another version has written it. */
export function readAttempt(stored: string | undefined): OpenAttempt | undefined {
  try {
    const { success, output } = v.safeParse(storedAttempt, JSON.parse(stored ?? ''))
    return success ? { ...output, give: amountOf(output.give), get: output.get && amountOf(output.get) } : undefined
  } catch {
    return undefined
  }
}

function storedOf(amount: Money): v.InferOutput<typeof storedAmount> {
  return { decimal: toDecimal(amount), currency: amount.currency }
}

function amountOf({ decimal, currency }: v.InferOutput<typeof storedAmount>): Money {
  return parseDecimal(decimal, currency)
}

/** Begins an attempt and returns its Idempotency-Key. `owner` is the phone of the signed-in person. */
export function openAttempt({ kind, give, get, to }: AttemptAbout, owner: string | undefined): string {
  const key = newIdempotencyKey()
  const amounts = { give: storedOf(give), get: get && storedOf(get) }
  const stored = JSON.stringify({ key, owner, at: Date.now(), kind, to, ...amounts })
  writeStored(STORED_ATTEMPT, stored, 'tab')
  attemptMark.setState({ stored, isInHand: true, isShown: false })
  return key
}

/** Deletes an attempt whose outcome is known. */
export function closeAttempt(key: string): void {
  if (isOpen(key)) dropAttempt()
}

/** Hands an attempt over to the page, which asks for its outcome, because its sheet has gone without knowing it. */
export function abandonAttempt(key: string): void {
  if (isOpen(key)) attemptMark.setState({ isInHand: false, isShown: true })
}

function isOpen(key: string): boolean {
  return readAttempt(attemptMark.getState().stored)?.key === key
}

/** Whether an attempt has no known outcome; the question about it is then shown before any other money moves. */
export function asksAboutOpenAttempt(): boolean {
  const hasOne = attemptMark.getState().stored !== undefined
  if (hasOne) attemptMark.setState({ isShown: true })
  return hasOne
}

/** Hides the question, so that the person can look elsewhere first. */
export function putOffQuestion(): void {
  attemptMark.setState({ isShown: false })
}
