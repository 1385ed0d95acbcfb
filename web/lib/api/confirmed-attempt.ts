import { useRef, useState } from 'react'
import type { TextKey } from '#texts/texts'
import { useLeaveGuard } from '#web/lib/page/leave-guard.ts'
import { useSigning } from '#web/lib/passkeys/use-signing.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { isOutcomeUnknown } from './failure-text.ts'
import { ApiRefusal } from './failures.ts'
import { useInvalidateQueries } from './invalidate-queries.ts'
import { type AttemptAbout, asksAboutOpenAttempt } from './open-attempt.ts'
import { useSingleFlight } from './single-flight.ts'
import { useAttemptKey } from './use-attempt-key.ts'

/** The PIN is waited for, or a passkey: what was wrong with the last of either, and whether the browser is asking for one. */
export interface EnterPin {
  readonly kind: 'enterPin'
  readonly message?: string
  readonly passkeyMessage?: string
  readonly isSigning?: true
}

/** What confirms that money may move. */
export type Proof = { readonly pin: string } | { readonly passkey: string }

/** The stages that every confirmed attempt has; `unknown`: there was no response. How it ends is the feature's own. */
export type AttemptStage = EnterPin | { readonly kind: 'waiting' } | { readonly kind: 'unknown' }

/** An end of a feature's own. */
interface OwnStage {
  readonly kind: string
  /** Why it did not succeed. */
  readonly message?: string | undefined
}

/** What is being confirmed: its terms, fixed when the review starts, and its stage. */
export interface Confirming<Terms, Stage extends OwnStage> {
  /** Counts the reviews, so that each begins with an empty PIN. */
  readonly number: number
  readonly terms: Terms
  readonly stage: AttemptStage | Stage
}

export interface ConfirmedAttempt<Terms, Stage extends OwnStage> {
  /** Kept after closing, while the sheet leaves. */
  readonly confirming: Confirming<Terms, Stage> | undefined
  readonly isOpen: boolean
  /** Does nothing but ask about an attempt before this one that has no end yet. */
  readonly review: (terms: Terms) => void
  readonly close: () => void
  /** Does nothing while an attempt is under way: a PIN submitted twice moves money once. */
  readonly submitPin: (pin: string) => void
  /** Has the browser sign just these terms with a passkey, and sends them; nothing is sent when the sheet was closed meanwhile. */
  readonly submitPasskey: () => void
  /** Clears the message about the last PIN while a new one is typed. */
  readonly forgetMessage: () => void
  /** The same attempt once more, under its own key: it has one effect however often it is sent. */
  readonly checkAgain: () => void
  readonly show: (stage: AttemptStage | Stage) => void
}

interface Attempt<Terms> {
  readonly terms: Terms
  readonly proof: Proof
}

type Tone = 'success' | 'info' | 'warning'

export interface AttemptCalls<Terms, Stage extends OwnStage> {
  /** What a passkey is to sign for these terms. */
  readonly startPasskey: (terms: Terms) => Promise<{ readonly options: string }>
  /** What is to move, as it is shown. */
  readonly about: (terms: Terms) => AttemptAbout
  /** Sends the terms with what confirms them. */
  readonly send: (sent: Attempt<Terms> & { readonly idempotencyKey: string }) => Promise<Stage>
  /** Where a failed call leads. */
  readonly stageAfterFailure: (failure: unknown) => AttemptStage | Stage
  /** Shows a toast where nobody sees the sheet any more. */
  readonly tell: (text: string, tone: Tone) => unknown
  /** What is told of each end that is no failure. */
  readonly words: Readonly<Partial<Record<Stage['kind'], readonly [TextKey, Tone]>>>
  /** The end that closes the sheet: its form says why. */
  readonly closesAt?: Stage['kind']
}

/**
 * Takes money that is to move through review, PIN or passkey, and its end. Each PIN that is submitted, and each signature, is one attempt
 * with one Idempotency-Key, which outlives the page until its end is known; one runs at a time, and while it does the page asks before it is
 * left. A wrong PIN or passkey stays where it is given, and without a usable response nothing is claimed.
 */
export function useConfirmedAttempt<Terms, Stage extends OwnStage>(
  calls: AttemptCalls<Terms, Stage>,
): ConfirmedAttempt<Terms, Stage> {
  const invalidateQueries = useInvalidateQueries()
  const [confirming, setConfirming] = useState<Confirming<Terms, Stage>>()
  const [isOpen, setOpen] = useState(false)
  const attempt = useRef<Attempt<Terms>>(undefined)
  const attemptKey = useAttemptKey()
  const signing = useSigning()
  const runSingle = useSingleFlight()
  const tellEnd = useEndToast(calls)
  const kind = confirming?.stage.kind
  useLeaveGuard(isOpen && (kind === 'waiting' || kind === 'unknown'))

  function show(stage: AttemptStage | Stage): void {
    setConfirming((before) => before && { ...before, stage })
  }
  async function send(): Promise<void> {
    if (!attempt.current) return
    show({ kind: 'waiting' })
    const idempotencyKey = attemptKey.send(calls.about(attempt.current.terms))
    const stage = await calls.send({ ...attempt.current, idempotencyKey }).catch(calls.stageAfterFailure)
    attemptKey.settle(stage.kind !== 'unknown')
    // There is a response: the attempt, and the PIN in it, is over.
    if (stage.kind !== 'unknown') attempt.current = undefined
    show(stage)
    tellEnd(stage)
    if (stage.kind === calls.closesAt) setOpen(false)
    // Also after a failure: what was declined moved the money there and back.
    if (stage.kind !== 'enterPin') invalidateQueries()
  }
  async function signAndSend(terms: Terms): Promise<void> {
    show({ kind: 'enterPin', isSigning: true })
    const signed = await signing.sign(() => calls.startPasskey(terms))
    if (!signed) return
    if ('message' in signed) return show({ kind: 'enterPin', passkeyMessage: signed.message })
    attempt.current = { terms, proof: signed }
    await send()
  }
  return {
    confirming,
    isOpen,
    review(terms) {
      if (asksAboutOpenAttempt()) return
      setConfirming((before) => ({ number: (before?.number ?? 0) + 1, terms, stage: { kind: 'enterPin' } }))
      setOpen(true)
    },
    close() {
      attempt.current = undefined
      attemptKey.leave()
      signing.giveUp()
      setOpen(false)
    },
    submitPin(pin) {
      if (!confirming) return
      runSingle(() => {
        attempt.current = { terms: confirming.terms, proof: { pin } }
        return send()
      })
    },
    submitPasskey() {
      if (confirming) runSingle(() => signAndSend(confirming.terms))
    },
    forgetMessage: () => show({ kind: 'enterPin' }),
    checkAgain: () => runSingle(send),
    show,
  }
}

/**
 * The stage after a failed call: a wrong PIN or passkey stays where it is given, without a usable response nothing is claimed, and any other
 * refusal is the feature's own to decide about.
 */
export function attemptStageAfter<Stage>(
  failure: unknown,
  stageAfterRefusal: (refusal: ApiRefusal | undefined) => Stage,
): AttemptStage | Stage {
  if (isOutcomeUnknown(failure)) return { kind: 'unknown' }
  if (!(failure instanceof ApiRefusal)) return stageAfterRefusal(undefined)
  const { code, message } = failure
  if (code === 'pin_wrong') return { kind: 'enterPin', message }
  return code === 'passkey_wrong' ? { kind: 'enterPin', passkeyMessage: message } : stageAfterRefusal(failure)
}

/** Tells a person who has left the screen how it has ended. */
function useEndToast<Terms, Stage extends OwnStage>({
  tell,
  words,
}: AttemptCalls<Terms, Stage>): (stage: AttemptStage | Stage) => void {
  const t = useTranslate()
  return (stage) => {
    const known: Readonly<Partial<Record<string, readonly [TextKey, Tone]>>> = words
    const [text, tone] = known[stage.kind] ?? []
    if (stage.kind === 'unknown') tell(t('err.money_unknown'), 'warning')
    else if (text && tone) tell(t(text), tone)
    else tell([t('pay.failed'), 'message' in stage ? stage.message : undefined].filter(Boolean).join('. '), 'warning')
  }
}
