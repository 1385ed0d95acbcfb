import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { changePin, resetPin, sendPinCode } from '#contract/pin'
import { callApi } from '#web/lib/api/call.ts'
import { isOutcomeUnknown } from '#web/lib/api/failure-text.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import type { CodeAndNewPinEntered } from './CodeAndNewPin.tsx'
import { withProof } from './with-proof.ts'

interface PinsEntered {
  readonly present: string
  readonly wanted: string
}

/** Changes the PIN. The same two that were sent without a response are sent again under their own key: a try is one try. */
export function useChangePin() {
  const attempt = useRef<PinsEntered & { readonly key: string }>(undefined)
  return useSingleFlightMutation({
    mutationFn: ({ present, wanted }: PinsEntered) => {
      const before = attempt.current
      const isAgain = before?.present === present && before.wanted === wanted
      const key = isAgain ? before.key : newIdempotencyKey()
      attempt.current = { present, wanted, key }
      return callApi(changePin, { body: { pin_code: present, new_pin_code: wanted }, idempotencyKey: key })
    },
    onError: (failure) => {
      if (!isOutcomeUnknown(failure)) attempt.current = undefined
    },
  })
}

/** Has a code sent to the phone of whoever has forgotten the PIN. */
export function useSendPinCode() {
  return useSingleFlightMutation({ mutationFn: () => withProof((proof) => callApi(sendPinCode, { body: { proof } })) })
}

/** Replaces a forgotten PIN by a code; for a day the profile says what it does not do. */
export function useResetPin(onDone: () => void) {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: ({ code, wanted }: CodeAndNewPinEntered) =>
      withProof((proof) => callApi(resetPin, { body: { confirm_code: code, new_pin_code: wanted, proof } })),
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries(profileQuery),
  })
}
