import { useQueryClient } from '@tanstack/react-query'
import {
  addPasskey,
  PASSKEY_NAME_MAX,
  passkeySignIn,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeySignIn,
} from '#contract/passkeys'
import { callApi } from '#web/lib/api/call.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { makePasskey, signWithPasskey } from '#web/lib/passkeys/ceremony.ts'
import { type Passkey, passkeysQuery } from '#web/lib/passkeys/passkeys.ts'
import { signIn } from '#web/lib/session/session.ts'

/** Has the browser make a passkey, and adds it by a name. `pin` where one is set. It changes what may be withdrawn, too. */
export function useAddPasskey() {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: async ({ pin, name }: { readonly pin: string | undefined; readonly name: string }) => {
      const { options } = await callApi(startPasskey, { body: { pin } })
      const credential = await makePasskey(options)
      return callApi(addPasskey, { body: { passkey_name: name.slice(0, PASSKEY_NAME_MAX), credential } })
    },
    onSuccess: () => queryClient.invalidateQueries(),
  })
}

/** Gives a passkey another name. */
export function useRenamePasskey() {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: ({ passkey, name }: { readonly passkey: Passkey; readonly name: string }) =>
      callApi(renamePasskey, { body: { passkey_id: passkey.id, passkey_name: name } }),
    onSuccess: () => queryClient.invalidateQueries(passkeysQuery),
  })
}

/** Removes a passkey. `pin` where one is set. It changes what may be withdrawn, too. */
export function useRemovePasskey() {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: ({ passkey, pin }: { readonly passkey: Passkey; readonly pin: string | undefined }) =>
      callApi(removePasskey, { body: { passkey_id: passkey.id, pin } }),
    onSuccess: () => queryClient.invalidateQueries(),
  })
}

/** Signs in with whichever passkey the person chooses. A user without a PIN continues with the PIN step. */
export function usePasskeySignIn() {
  return useSingleFlightMutation({
    mutationFn: async () => {
      const { options } = await callApi(startPasskeySignIn)
      return callApi(passkeySignIn, { body: { credential: await signWithPasskey(options) } })
    },
    onSuccess: ({ auth_token, has_pin }) => signIn(auth_token, { isPinPending: !has_pin }),
  })
}
