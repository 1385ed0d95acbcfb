import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { parseJson } from '#web/lib/api/ask-server.ts'
import { keepDraft, readDraft, type WayIn } from '#web/lib/session/sign-in-draft.ts'
import { type CodeStep, codeStep } from './code-step.ts'
import type { Details } from './details.ts'

/** What the last code of a way in was sent for: the very answers of its first step, and the step that waits for it. */
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
  phone: v.exactOptional(v.object({ iso: v.string(), national: v.string(), mask: text })),
  consents: v.exactOptional(v.array(v.string())),
})
const draft = v.object({ typed: typedDetails, sent: v.optional(sentCode), keptAt: v.number() })

/** Whoever comes to the tab later does not read what somebody typed who went away. */
const KEPT_MS = 30 * 60_000

/** The first step of a way in, as far as it was filled in. */
export interface Draft {
  readonly typed: Partial<Details>
  readonly sent: v.InferOutput<typeof sentCode> | undefined
}

/**
 * The first step of sign-up or sign-in, kept with the tab until somebody is signed in, half an hour at most: a reload at the code step, which a phone may do
 * while one reads the SMS, loses neither what was typed nor that a code is on its way.
 */
export function useDraft(way: WayIn) {
  const [{ typed, sent }, setDraft] = useState<Draft>(() => readOf(way))
  useEffect(() => {
    if (sent !== undefined || Object.keys(typed).length > 0) keepDraft(way, { typed, sent, keptAt: Date.now() })
  }, [way, typed, sent])
  return {
    typed,
    /** The step of the last code that was sent. */
    sent: sent?.step,
    /** Something was typed. */
    change: (change: Partial<Details>) => setDraft((before) => ({ ...before, typed: { ...before.typed, ...change } })),
    /** A code was sent for these answers. */
    noteSent: (answers: string, step: CodeStep) => setDraft((before) => ({ ...before, sent: { answers, step } })),
    /** Another code was sent to the same number. */
    noteResent: (step: CodeStep) => setDraft((before) => (before.sent ? { ...before, sent: { ...before.sent, step } } : before)),
    /** Whether a code was sent for these very answers, and the server would not send another yet. */
    isAwaited: (answers: string): boolean => sent?.answers === answers && Date.now() < sent.step.resendAt,
  }
}

function readOf(way: WayIn): Draft {
  const parsed = v.safeParse(draft, parseJson(readDraft(way) ?? ''))
  const isThere = parsed.success && Date.now() - parsed.output.keptAt < KEPT_MS
  return isThere ? { typed: parsed.output.typed, sent: parsed.output.sent } : { typed: {}, sent: undefined }
}
