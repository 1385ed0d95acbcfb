import { useRef, useState } from 'react'
import type { TextKey } from '#texts/texts'
import { useLeaveGuard } from '#web/lib/page/leave-guard.ts'
import { useSigning } from '#web/lib/passkeys/use-signing.ts'
import { useMaskedRefusal } from '#web/lib/texts/masked-refusal.ts'
import { type Translate, useTranslate } from '#web/lib/texts/texts.tsx'
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

/** The terms under confirmation, fixed when the review starts, and the stage. */
export interface Confirming<Terms, Reply = AttemptReply> {
  /** Counts the reviews and the wrong PINs: after each the PIN is empty. */
  readonly number: number
  readonly terms: Terms
  /** Undefined while a press is enough. */
  readonly asked: ProofAsked | undefined
  readonly stage: AttemptStage
  /** The server's last answer. */
  readonly reply?: Reply
}

/** The names of the outcomes: in the title of the sheet, and in the toast for a person who has left it. */
type AttemptWords = Readonly<Record<'success' | 'pending' | 'checking' | 'failed', TextKey>>

const WORDS: AttemptWords = { success: 'pay.success', pending: 'pay.pending', checking: 'pay.pending', failed: 'pay.failed' }

export interface ConfirmedAttempt<Terms, Reply = AttemptReply> {
  /** Kept after closing, during the exit transition of the sheet. */
  readonly confirming: Confirming<Terms, Reply> | undefined
  readonly isOpen: boolean
  /** The money has moved or is on its way: nothing is left to do in the form. */
  readonly isOver: boolean
  /** The last failure, for the form: set once the sheet is closed, until the form is changed. */
  readonly lastFailure: NotMoved | undefined
  readonly words: AttemptWords
  /** Starts a review. If an earlier attempt has no known outcome, only asks about that attempt. */
  readonly review: (terms: Terms) => void
  readonly close: () => void
  /**
   * Called without a PIN when a press is enough. Does nothing while an attempt is under way: a PIN submitted twice moves money once.
   */
  readonly submit: (pin?: string) => void
  /**
   * Asks the browser to sign exactly these terms with a passkey, and sends them; sends nothing when the sheet was closed meanwhile.
   */
  readonly submitPasskey: () => void
  /** Clears the message about the last PIN while a new one is typed. */
  readonly forgetMessage: () => void
  /** Clears the last failure when the form is changed. */
  readonly forgetFailure: () => void
  /** Sends the same attempt again under its own key: it has one effect however often it is sent. */
  readonly checkAgain: () => void
  readonly showDetails: (operationId: string) => void
  /** Takes the state of a pending operation from the statement. */
  readonly follow: (operationId: string, state: 'pending' | 'complete' | 'failed') => void
}

interface Attempt<Terms> {
  readonly terms: Terms
  readonly proof: Proof | undefined
}

/** The calls and texts of one kind of confirmed movement of money. */
export interface AttemptCalls<Terms, Reply extends AttemptReply> {
  /** Fetches the options with which a passkey signs these terms. */
  readonly startPasskey: (terms: Terms) => Promise<{ readonly options: string }>
  /** The amount and recipient, as they are shown. */
  readonly about: (terms: Terms) => AttemptAbout
  /** Sends the terms with their proof. */
  readonly send: (sent: Attempt<Terms> & { readonly idempotencyKey: string }) => Promise<Reply>
  /** A press is enough until the server requires a proof. */
  readonly isPressEnough?: boolean
  /** Decides by the code which refusals are final; the others lead back to the form. */
  readonly isEnd?: (code: string | undefined) => boolean
  /** Called with the code of a failure that leaves no open outcome. */
  readonly onFailure?: (code: string | undefined) => void
  /** Why a pending operation has failed: its money came back. */
  readonly declined?: TextKey
  /** The words that differ from the default. */
  readonly words?: Partial<AttemptWords>
  /** The text of a failure for a person who has left the sheet; by default that it has failed, and why. */
  readonly failureWords?: (failure: unknown) => string | undefined
  /** Shows a toast when the sheet is closed. */
  readonly tell: (text: string, tone: 'success' | 'info' | 'warning') => unknown
}

/**
 * Takes a movement of money through its review, its proof by PIN or passkey, and its outcome. Each submitted PIN, each signature, and
 * each press where a press is enough, is one attempt with one Idempotency-Key, which outlives the page until the outcome is known. One
 * attempt runs at a time, and meanwhile the page asks before it is left. A wrong PIN or passkey stays at its input, and an unusable
 * response leads to `unknown`.
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
    // Also after a failure: a declined operation moved the money there and back.
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

/** The review and its stage, for the sheet and the form. */
function useReview<Terms, Reply>(isPressEnough = false) {
  const [confirming, setConfirming] = useState<Confirming<Terms, Reply>>()
  const [isOpen, setOpen] = useState(false)
  // The last review whose failure the user dismissed by changing the form.
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

/** Tells a person who has left the screen the outcome. */
function useEndToast({
  tell,
  words,
  failureWords,
}: Pick<AttemptCalls<never, never>, 'tell' | 'failureWords'> & { readonly words: AttemptWords }) {
  const t = useTranslate()
  const masked = useMaskedRefusal()
  return (stage: AttemptStage, failure: unknown): void => {
    if (stage.kind === 'unknown') tell(t('err.money_unknown'), 'warning')
    else if (stage.kind === 'success') tell(t(words.success), 'success')
    else if (stage.kind === 'pending') tell(t(words[stage.status]), 'info')
    else tell(masked(codeOf(failure)) ?? failureWords?.(failure) ?? failedWords(t, failure), 'warning')
  }
}

function codeOf(failure: unknown): string | undefined {
  return failure instanceof ApiRefusal ? failure.code : undefined
}

function failedWords(t: Translate, failure: unknown): string {
  return [t('pay.failed'), failure instanceof ApiRefusal ? failure.message : ''].filter(Boolean).join('. ')
}
