import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { parseJson } from '#web/lib/api/send-request.ts'
import { clearDraft, readDraft, type SignInFlow, saveDraft } from '#web/lib/session/sign-in-draft.ts'
import { type CodeStep, codeStep, restoredStep } from './code-step.ts'
import type { Details } from './details.ts'

/** What the last code was sent for: the submitted answers of the first step, and the code step. */
const sentCode = v.object({ answers: v.string(), step: codeStep })

const text = v.exactOptional(v.string())
const typedDetails = v.object({
  firstName: text,
  lastName: text,
  email: text,
  country: text,
  city: text,
  zip: text,
  address: text,
  phone: v.exactOptional(v.object({ iso: v.string(), national: v.string(), mask: text, unread: text })),
  consents: v.exactOptional(v.array(v.string())),
})
const draft = v.object({ typed: typedDetails, sent: v.optional(sentCode), keptAt: v.number() })

/** Limits how long another user of the tab could see the input. */
const KEPT_MS = 30 * 60_000

/** The input of a flow's first step so far. */
export interface Draft {
  readonly typed: Partial<Details>
  readonly sent: v.InferOutput<typeof sentCode> | undefined
  /** When it was last changed. */
  readonly keptAt: number
}

/**
 * The first step of sign-up or sign-in, in sessionStorage until sign-in, half an hour after the last change at most: a
 * reload at the code step, which a phone may do while the SMS is read, loses neither the input nor the code that was sent.
 */
export function useDraft(way: SignInFlow) {
  const [draft, setDraft] = useState<Draft>(() => readOf(way))
  const { typed, sent } = draft
  useEffect(() => {
    if (draft.sent !== undefined || Object.keys(draft.typed).length > 0) saveDraft(way, draft)
  }, [way, draft])
  const edit = (edited: (before: Draft) => Partial<Draft>): void =>
    setDraft((before) => ({ ...before, ...edited(before), keptAt: Date.now() }))
  return {
    typed,
    /** The code step of the last code that was sent. */
    sent: sent?.step,
    /** Updates the input. */
    change: (change: Partial<Details>) => edit((before) => ({ typed: { ...before.typed, ...change } })),
    /** Records that a code was sent for these answers. */
    noteSent: (answers: string, step: CodeStep) => edit(() => ({ sent: { answers, step } })),
    /** Records that another code was sent to the same number. */
    noteResent: (step: CodeStep) => edit(({ sent: before }) => (before ? { sent: { ...before, step } } : {})),
    /** Whether a code was sent for exactly these answers, and the server would not send another yet. */
    isAwaited: (answers: string): boolean => sent?.answers === answers && Date.now() < sent.step.resendAt,
  }
}

function readOf(way: SignInFlow): Draft {
  const parsed = v.safeParse(draft, parseJson(readDraft(way) ?? ''))
  const now = Date.now()
  if (parsed.success && Math.abs(now - parsed.output.keptAt) < KEPT_MS) {
    const { typed, sent, keptAt } = parsed.output
    return { typed, sent: sent && { ...sent, step: restoredStep(sent.step, keptAt, now) }, keptAt }
  }
  clearDraft(way)
  return { typed: {}, sent: undefined, keptAt: now }
}
