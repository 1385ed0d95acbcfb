import { useQueryClient } from '@tanstack/react-query'
import { freeze, secure, sendUnfreezeCode, unfreeze } from '#contract/freeze'
import { callApi } from '#web/lib/api/call.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { sessionStore, signOut } from '#web/lib/session/session.ts'
import type { CodeAndPinEntered } from './CodeAndPin.tsx'
import { withProof } from './with-proof.ts'

/** Freezes the wallet. */
export function useFreeze(onDone: () => void) {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: () => callApi(freeze),
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries(profileQuery),
  })
}

/** Secures the wallet of the owner whom a message told, by the token in its link; whoever is signed in here is signed out as everywhere. */
export function useSecure() {
  return useSingleFlightMutation({
    mutationFn: (token: string) => callApi(secure, { body: { link_token: token } }),
    onSuccess: () => {
      if (sessionStore.getState().authToken !== undefined) signOut('ended')
    },
  })
}

/** Has a code sent to the phone of whoever wants to unfreeze their wallet. */
export function useSendUnfreezeCode() {
  return useSingleFlightMutation({ mutationFn: () => withProof((proof) => callApi(sendUnfreezeCode, { body: { proof } })) })
}

/** Unfreezes the wallet by a code, and the PIN where there is one. */
export function useUnfreeze(onDone: () => void) {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: ({ code, pin }: CodeAndPinEntered) =>
      withProof((proof) => callApi(unfreeze, { body: { confirm_code: code, pin_code: pin, proof } })),
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries(profileQuery),
  })
}
