import { useState } from 'react'
import type { RequestOf } from '#contract/call'
import { startPasskeyExchange } from '#contract/passkeys'
import { callApi } from '#web/lib/api/call.ts'
import type { Proof } from '#web/lib/api/confirmed-attempt.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useSigning } from '#web/lib/passkeys/use-signing.ts'

/** Why a PIN or a passkey is asked for, what was wrong with the one before, and whether the browser is asking for a passkey. */
export interface ProofAsked {
  readonly reason: string
  readonly error?: string
  readonly passkeyError?: string
  readonly isSigning?: true
}

/** The PIN of an exchange, or a passkey in its place, as far as the server has asked for it. */
export function useProof() {
  const [asked, setAsked] = useState<ProofAsked>()
  const signing = useSigning()
  return {
    asked,
    forget: () => setAsked(undefined),
    /** Whatever the browser still asks for does not matter any more. */
    giveUp: signing.giveUp,
    /** Whether a failure asks for a proof, or for another; false when it ends the review. */
    isAskedBy(failure: unknown): boolean {
      const next = askedAfter(failure, asked?.reason)
      if (next) setAsked(next)
      return next !== undefined
    },
    /** Has the browser sign an exchange; nothing where it has not, or that was given up. */
    async sign(terms: RequestOf<typeof startPasskeyExchange>): Promise<Proof | undefined> {
      if (!asked) return undefined
      const { reason } = asked
      setAsked({ reason, isSigning: true })
      const signed = await signing.sign(() => callApi(startPasskeyExchange, { body: terms }))
      if (signed) setAsked('message' in signed ? { reason, passkeyError: signed.message } : { reason })
      return signed && 'passkey' in signed ? signed : undefined
    },
  }
}

function askedAfter(failure: unknown, reason: string | undefined): ProofAsked | undefined {
  if (!(failure instanceof ApiRefusal)) return undefined
  const { code, message } = failure
  if (code === 'pin_required') return { reason: message }
  if (code === 'pin_wrong') return reason === undefined ? { reason: message } : { reason, error: message }
  return code === 'passkey_wrong' && reason !== undefined ? { reason, passkeyError: message } : undefined
}
