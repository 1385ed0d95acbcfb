import * as v from 'valibot'
import { createStore } from 'zustand/vanilla'
import { decimalAmount, parseDecimal } from '#money/amount'
import { CURRENCY_CODES } from '#money/currency'
import type { Money } from '#money/money'
import { readStored, writeStored } from '#web/lib/session/storage.ts'
import { newIdempotencyKey } from './idempotency-key.ts'

const STORED = 'attempt'

const storedAmount = v.pipe(
  v.object({ decimal: v.string(), currency: v.picklist(CURRENCY_CODES) }),
  v.transform(({ decimal, currency }) => parseDecimal(decimal, currency)),
)

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
export type OpenAttempt = v.InferOutput<typeof storedAttempt>

/** What an attempt is for, as it was shown to whoever confirmed it. */
export interface AttemptAbout {
  readonly kind: OpenAttempt['kind']
  readonly give: Money
  readonly get?: Money
  readonly to?: string
}

/** The attempt that is open, and who sees to it. */
export interface OpenAttemptState {
  readonly attempt: OpenAttempt | undefined
  /** Its sheet has it in hand, or its request is under way: nobody else asks what becomes of it. */
  readonly isInHand: boolean
  /** The question stands before everything else. */
  readonly isShown: boolean
}

/** The attempt of this tab that has no end yet; a reload and leaving its screen do not lose it. There is one at a time. */
export const attemptStore = createStore<OpenAttemptState>()(() => {
  const attempt = readAttempt()
  return { attempt, isInHand: false, isShown: attempt !== undefined }
})

function readAttempt(): OpenAttempt | undefined {
  try {
    return v.parse(storedAttempt, JSON.parse(readStored(STORED, 'tab') ?? ''))
  } catch {
    // There is none, or nothing that this version has written.
    return undefined
  }
}

/** Begins an attempt and returns its Idempotency-Key. `owner`: the phone of who is signed in. */
export function openAttempt({ kind, give, get, to }: AttemptAbout, owner: string | undefined): string {
  const key = newIdempotencyKey()
  const common = { key, owner, at: Date.now(), kind, to }
  writeStored(STORED, JSON.stringify({ ...common, give: decimalAmount(give), get: get && decimalAmount(get) }), 'tab')
  attemptStore.setState({ attempt: { ...common, give, get }, isInHand: true, isShown: false })
  return key
}

/** The end of an attempt is known. */
export function closeAttempt(key: string): void {
  if (attemptStore.getState().attempt?.key === key) dropAttempt()
}

/** Whoever had an attempt in hand has gone without knowing its end: the page asks. */
export function abandonAttempt(key: string): void {
  if (attemptStore.getState().attempt?.key === key) attemptStore.setState({ isInHand: false, isShown: true })
}

/** Forgets the attempt: its person has signed out. */
export function dropAttempt(): void {
  writeStored(STORED, undefined, 'tab')
  attemptStore.setState({ attempt: undefined, isInHand: false, isShown: false })
}

/** Whether an attempt has no end yet: then the question stands before whatever money was to move next. */
export function asksAboutOpenAttempt(): boolean {
  const { attempt } = attemptStore.getState()
  if (attempt) attemptStore.setState({ isShown: true })
  return attempt !== undefined
}

/** Lets the person look elsewhere first. */
export function putOffQuestion(): void {
  attemptStore.setState({ isShown: false })
}
