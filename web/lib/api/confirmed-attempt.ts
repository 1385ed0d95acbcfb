import { useRef, useState } from 'react'
import type { TextKey } from '#texts/texts'
import { useLeaveGuard } from '#web/lib/page/leave-guard.ts'
import { useSigning } from '#web/lib/passkeys/use-signing.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import {
  type AttemptReply,
  type AttemptStage,
  afterFailure,
  type NotMoved,
  type Proof,
  type ProofAsked,
  stageAfterEnd,
  stageAfterReply,
} from './attempt-stage.ts'
import { ApiRefusal } from './failures.ts'
import { useInvalidateQueries } from './invalidate-queries.ts'
import { type AttemptAbout, asksAboutOpenAttempt } from './open-attempt.ts'
import { useSingleFlight } from './single-flight.ts'
import { useAttemptKey } from './use-attempt-key.ts'

/** What is being confirmed: its terms, fixed when the review starts, and its stage. */
export interface Confirming<Terms, Reply = AttemptReply> {
  /** Counts the reviews and the wrong PINs: after each the PIN is empty. */
  readonly number: number
  readonly terms: Terms
  /** Nothing while a press is enough. */
  readonly asked: ProofAsked | undefined
  readonly stage: AttemptStage
  /** What the server has answered. */
  readonly reply?: Reply
}

/** What the ends of an attempt are called: in the title of its sheet, and to a person who has left it. */
type AttemptWords = Readonly<Record<'success' | 'pending' | 'checking' | 'failed', TextKey>>

const WORDS: AttemptWords = { success: 'pay.success', pending: 'pay.pending', checking: 'pay.pending', failed: 'pay.failed' }

export interface ConfirmedAttempt<Terms, Reply = AttemptReply> {
  /** Kept after closing, while the sheet leaves. */
  readonly confirming: Confirming<Terms, Reply> | undefined
  readonly isOpen: boolean
  /** The money has moved or is on its way: nothing is left to do in the form. */
  readonly isOver: boolean
  /** What the form says of the last attempt: once its sheet is closed, and until the form is changed. */
  readonly lastFailure: NotMoved | undefined
  readonly words: AttemptWords
  /** Does nothing but ask about an attempt before this one that has no end yet. */
  readonly review: (terms: Terms) => void
  readonly close: () => void
  /** Without a PIN where a press is enough. Does nothing while an attempt is under way: a PIN submitted twice moves money once. */
  readonly submit: (pin?: string) => void
  /** Has the browser sign just these terms with a passkey, and sends them; nothing is sent when the sheet was closed meanwhile. */
  readonly submitPasskey: () => void
  /** Clears the message about the last PIN while a new one is typed. */
  readonly forgetMessage: () => void
  /** Clears the last failure when the form is changed. */
  readonly forgetFailure: () => void
  /** The same attempt once more, under its own key: it has one effect however often it is sent. */
  readonly checkAgain: () => void
  readonly showDetails: (operationId: string) => void
  /** What the statement says of an operation that was pending. */
  readonly follow: (operationId: string, state: 'pending' | 'complete' | 'failed') => void
}

interface Attempt<Terms> {
  readonly terms: Terms
  readonly proof: Proof | undefined
}

/** What each kind of money that is confirmed has of its own. */
export interface AttemptCalls<Terms, Reply extends AttemptReply> {
  /** What a passkey is to sign for these terms. */
  readonly startPasskey: (terms: Terms) => Promise<{ readonly options: string }>
  /** What is to move, as it is shown. */
  readonly about: (terms: Terms) => AttemptAbout
  /** Sends the terms with what confirms them. */
  readonly send: (sent: Attempt<Terms> & { readonly idempotencyKey: string }) => Promise<Reply>
  /** A press is enough, until the server asks for more. */
  readonly isPressEnough?: boolean
  /** Which refusals, by their code, are an end; the others lead back to the form. */
  readonly isEnd?: (code: string | undefined) => boolean
  /** Hears of a failure that leaves nothing open, by its code. */
  readonly onFailure?: (code: string | undefined) => void
  /** Why a pending operation has failed: its money came back. */
  readonly declined?: TextKey
  /** The words that differ from those of most. */
  readonly words?: Partial<AttemptWords>
  /** What a person who has left the sheet is told of a failure; else that it has failed, and why. */
  readonly failureWords?: (failure: unknown) => string | undefined
  /** Shows a toast where nobody sees the sheet any more. */
  readonly tell: (text: string, tone: 'success' | 'info' | 'warning') => unknown
}

/**
 * Takes money that is to move through review, PIN or passkey, and its end. Each PIN that is submitted, each signature, and each press where
 * that is enough, is one attempt with one Idempotency-Key, which outlives the page until its end is known; one runs at a time, and while it
 * does the page asks before it is left. A wrong PIN or passkey stays where it is given, and without a usable response nothing is claimed.
 */
export function useConfirmedAttempt<Terms, Reply extends AttemptReply>(
  calls: AttemptCalls<Terms, Reply>,
): ConfirmedAttempt<Terms, Reply> {
  const t = useTranslate()
  const invalidateQueries = useInvalidateQueries()
  const { change, show, setOpen, ...sheet } = useReview<Terms, Reply>(calls.isPressEnough)
  const { confirming } = sheet
  const attempt = useRef<Attempt<Terms>>(undefined)
  const attemptKey = useAttemptKey()
  const signing = useSigning()
  const runSingle = useSingleFlight()
  const words = { ...WORDS, ...calls.words }
  const tellEnd = useEndToast({ ...calls, words })

  async function send(): Promise<void> {
    if (!attempt.current) return
    show({ kind: 'waiting' })
    const idempotencyKey = attemptKey.send(calls.about(attempt.current.terms))
    const { failure, ...end } = await calls.send({ ...attempt.current, idempotencyKey }).then(
      (reply) => ({ stage: stageAfterReply(reply), reply, failure: undefined }),
      (thrown: unknown) => ({ ...afterFailure(thrown, confirming?.asked, calls.isEnd), failure: thrown }),
    )
    const { stage } = end
    const isKnown = stage.kind !== 'unknown'
    attemptKey.settle(isKnown)
    // There is a response: the attempt, and the PIN in it, is over.
    if (isKnown) attempt.current = undefined
    if (isKnown && failure) calls.onFailure?.(codeOf(failure))
    change(end)
    tellEnd(stage, failure)
    if (stage.kind === 'refused') setOpen(false)
    // Also after a failure: what was declined moved the money there and back.
    if (stage.kind !== 'confirm') invalidateQueries()
  }
  async function signAndSend(terms: Terms): Promise<void> {
    show({ kind: 'confirm', isSigning: true })
    const signed = await signing.sign(() => calls.startPasskey(terms))
    if (!signed) return
    if ('message' in signed) return show({ kind: 'confirm', passkeyMessage: signed.message })
    attempt.current = { terms, proof: signed }
    await send()
  }
  return {
    ...sheet,
    words,
    close() {
      attempt.current = undefined
      attemptKey.leave()
      signing.giveUp()
      setOpen(false)
    },
    submit(pin) {
      if (!confirming) return
      runSingle(() => {
        attempt.current = { terms: confirming.terms, proof: pin === undefined ? undefined : { pin } }
        return send()
      })
    },
    submitPasskey() {
      if (confirming) runSingle(() => signAndSend(confirming.terms))
    },
    forgetMessage: () => show({ kind: 'confirm' }),
    checkAgain: () => runSingle(send),
    showDetails: (operationId) => show({ kind: 'details', operationId }),
    follow(operationId, state) {
      if (state === 'pending') return
      show(stageAfterEnd(operationId, state, calls.declined && t(calls.declined)))
      invalidateQueries()
    },
  }
}

/** The review and what has become of it, as its sheet and its form see it. */
function useReview<Terms, Reply>(isPressEnough = false) {
  const [confirming, setConfirming] = useState<Confirming<Terms, Reply>>()
  const [isOpen, setOpen] = useState(false)
  // The last review whose failure was dismissed by changing the form.
  const [answered, setAnswered] = useState<number>()
  const stage = confirming?.stage
  const kind = stage?.kind
  const isNotMoved = stage?.kind === 'failed' || stage?.kind === 'refused'
  useLeaveGuard(isOpen && (kind === 'waiting' || kind === 'unknown'))

  function change(end: Pick<Confirming<Terms, Reply>, 'stage'> & Partial<Confirming<Terms, Reply>>): void {
    const isWrongPin = end.stage.kind === 'confirm' && end.stage.message !== undefined
    setConfirming((before) => before && { ...before, ...end, number: before.number + (isWrongPin ? 1 : 0) })
  }
  return {
    confirming,
    isOpen,
    setOpen,
    isOver: kind === 'success' || kind === 'details' || kind === 'pending',
    lastFailure: isNotMoved && !isOpen && confirming?.number !== answered ? stage : undefined,
    forgetFailure: () => setAnswered(confirming?.number),
    change,
    show: (next: AttemptStage) => change({ stage: next }),
    review(terms: Terms): void {
      if (asksAboutOpenAttempt()) return
      const asked = isPressEnough ? undefined : {}
      setConfirming((before) => ({ number: (before?.number ?? 0) + 1, terms, asked, stage: { kind: 'confirm' } }))
      setOpen(true)
    },
  }
}

/** Tells a person who has left the screen how it has ended. */
function useEndToast({
  tell,
  words,
  failureWords,
}: Pick<AttemptCalls<never, never>, 'tell' | 'failureWords'> & { readonly words: AttemptWords }) {
  const t = useTranslate()
  return (stage: AttemptStage, failure: unknown): void => {
    if (stage.kind === 'unknown') tell(t('err.money_unknown'), 'warning')
    else if (stage.kind === 'success') tell(t(words.success), 'success')
    else if (stage.kind === 'pending') tell(t(words[stage.status]), 'info')
    else tell(failureWords?.(failure) ?? [t('pay.failed'), messageOf(failure)].filter(Boolean).join('. '), 'warning')
  }
}

function codeOf(failure: unknown): string | undefined {
  return failure instanceof ApiRefusal ? failure.code : undefined
}

function messageOf(failure: unknown): string | undefined {
  return failure instanceof ApiRefusal ? failure.message : undefined
}
