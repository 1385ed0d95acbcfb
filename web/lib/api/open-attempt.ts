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
  /** The phone of whose it is, where it was known. */
  owner: v.optional(v.string()),
  /** When it was begun, in milliseconds. */
  at: v.number(),
  kind: v.picklist(['transfer', 'withdrawal', 'exchange', 'payment']),
  give: storedAmount,
  get: v.optional(storedAmount),
  /** To whom, as it was shown. */
  to: v.optional(v.string()),
})

/** An attempt to move money of which it is not known how it ended: its key, and what it was for. Never the PIN. */
export type OpenAttempt = Omit<v.InferOutput<typeof storedAttempt>, 'give' | 'get'> & {
  readonly give: Money
  readonly get: Money | undefined
}

/** What an attempt is for, as it was shown to whoever confirmed it. */
export interface AttemptAbout {
  readonly kind: OpenAttempt['kind']
  readonly give: Money
  readonly get?: Money
  readonly to?: string
}

/** The attempt that is stored; nothing where none is, or nothing that this version has written. */
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

/** Begins an attempt and returns its Idempotency-Key. `owner`: the phone of who is signed in. */
export function openAttempt({ kind, give, get, to }: AttemptAbout, owner: string | undefined): string {
  const key = newIdempotencyKey()
  const amounts = { give: storedOf(give), get: get && storedOf(get) }
  const stored = JSON.stringify({ key, owner, at: Date.now(), kind, to, ...amounts })
  writeStored(STORED_ATTEMPT, stored, 'tab')
  attemptMark.setState({ stored, isInHand: true, isShown: false })
  return key
}

/** The end of an attempt is known. */
export function closeAttempt(key: string): void {
  if (isOpen(key)) dropAttempt()
}

/** Whoever had an attempt in hand has gone without knowing its end: the page asks. */
export function abandonAttempt(key: string): void {
  if (isOpen(key)) attemptMark.setState({ isInHand: false, isShown: true })
}

function isOpen(key: string): boolean {
  return readAttempt(attemptMark.getState().stored)?.key === key
}

/** Whether an attempt has no end yet: then the question stands before whatever money was to move next. */
export function asksAboutOpenAttempt(): boolean {
  const hasOne = attemptMark.getState().stored !== undefined
  if (hasOne) attemptMark.setState({ isShown: true })
  return hasOne
}

/** Lets the person look elsewhere first. */
export function putOffQuestion(): void {
  attemptMark.setState({ isShown: false })
}
