import { useQueryClient } from '@tanstack/react-query'
import { confirmEmail, recover, sendEmailCode, sendRecoveryCode } from '#contract/email'
import { callApi } from '#web/lib/api/call.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { signIn } from '#web/lib/session/session.ts'
import type { CodeAndPinEntered } from './CodeAndPin.tsx'
import { withProof } from './with-proof.ts'

/** Has a code sent to an e-mail of whoever is signed in. */
export function useSendEmailCode() {
  return useSingleFlightMutation({ mutationFn: (email: string) => callApi(sendEmailCode, { body: { email } }) })
}

/** Confirms an e-mail by its code, and the PIN where there is one. */
export function useConfirmEmail(email: string, onDone: () => void) {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: ({ code, pin }: CodeAndPinEntered) => callApi(confirmEmail, { body: { email, email_code: code, pin_code: pin } }),
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries(profileQuery),
  })
}

/** Whose wallet it is said to be. */
export interface Lost {
  /** Digits with the country's code. */
  readonly phone: string
  readonly email: string
}

/** Has a code sent to the e-mail of whoever has lost their number. */
export function useSendRecoveryCode() {
  return useSingleFlightMutation({
    mutationFn: (lost: Lost) => withProof((proof) => callApi(sendRecoveryCode, { body: { ...lost, proof } })),
  })
}

/** Signs in by the code of an e-mail and the PIN. */
export function useRecover(lost: Lost) {
  return useSingleFlightMutation({
    mutationFn: ({ code, pin = '' }: CodeAndPinEntered) =>
      callApi(recover, { body: { ...lost, email_code: code, pin_code: pin } }),
    onSuccess: ({ auth_token, has_pin }) => signIn(auth_token, { isPinPending: !has_pin }),
  })
}
