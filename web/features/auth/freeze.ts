import { useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '#contract/call'
import { freeze, secure, sendUnfreezeCode, startPasskeyUnfreeze, unfreeze, waitToUnfreeze } from '#contract/freeze'
import { callApi } from '#web/lib/api/call.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { signWithPasskey } from '#web/lib/passkeys/ceremony.ts'
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

/** Has a code sent to whoever wants to unfreeze their wallet. */
export function useSendUnfreezeCode(channel: 'sms' | 'email') {
  return useSingleFlightMutation({
    mutationFn: () => withProof((proof) => callApi(sendUnfreezeCode, { body: { channel, proof } })),
  })
}

type UnfreezeBody = Omit<RequestOf<typeof unfreeze>, 'proof'>

/** Unfreezes the wallet by what was entered, which `bodyOf` puts into the request. */
export function useUnfreeze<Entered>(bodyOf: (entered: Entered) => UnfreezeBody, onDone: () => void) {
  return useUnfreezing({
    unfreezeBy: (entered: Entered) => withProof((proof) => callApi(unfreeze, { body: { ...bodyOf(entered), proof } })),
    onDone,
  })
}

/** Unfreezes the wallet by a passkey, with a new PIN. */
export function useUnfreezeByPasskey(onDone: () => void) {
  return useUnfreezing({
    async unfreezeBy(wanted: string) {
      const { options } = await callApi(startPasskeyUnfreeze)
      return callApi(unfreeze, { body: { passkey: await signWithPasskey(options), new_pin_code: wanted } })
    },
    onDone,
  })
}

function useUnfreezing<Entered>({
  unfreezeBy,
  onDone,
}: {
  readonly unfreezeBy: (entered: Entered) => Promise<unknown>
  readonly onDone: () => void
}) {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: unfreezeBy,
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries(profileQuery),
  })
}

/** Begins the day's wait of whoever has nothing but the number. */
export function useWaitToUnfreeze() {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: ({ code }: CodeAndPinEntered) =>
      withProof((proof) => callApi(waitToUnfreeze, { body: { confirm_code: code, proof } })),
    onSettled: () => queryClient.invalidateQueries(profileQuery),
  })
}

/** Whether a wait to unfreeze the wallet is over. */
export function isWaitOver(until: string): boolean {
  return Date.parse(until) <= Date.now()
}
