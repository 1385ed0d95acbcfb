import { useQueryClient } from '@tanstack/react-query'
import { acceptConsents, confirmPhone, login, register, sendCode, setPin } from '#contract/auth'
import type { RequestOf } from '#contract/call'
import { callApi } from '#web/lib/api/call.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { finishRegistration, setPhone, signIn } from '#web/lib/session/session.ts'
import { clearDraft } from '#web/lib/session/sign-in-draft.ts'
import { withProof } from './with-proof.ts'

/** Step 1 of registration; the response says in how many seconds another code can be requested. */
export function useRegister() {
  return useSingleFlightMutation({
    mutationFn: (body: RequestOf<typeof register>) => withProof((proof) => callApi(register, { body: { ...body, proof } })),
    onSuccess: (_answer, { phone }) => {
      setPhone(phone)
      // An earlier login draft must not override the new number.
      clearDraft('login')
    },
  })
}

/** Requests a code by SMS: for sign-in, or a resend. */
export function useSendCode() {
  return useSingleFlightMutation({
    mutationFn: (phone: string) => withProof((proof) => callApi(sendCode, { body: { phone, proof } })),
    onSuccess: (_answer, phone) => setPhone(phone),
  })
}

/** The purpose of an SMS code. */
export type CodePurpose = 'register' | 'login'

/** The code that was entered, and the PIN where the server asks for it (`pin_required`). */
interface CodeEntered {
  readonly phone: string
  readonly code: string
  readonly pin?: string | undefined
}

/** Signs in with an SMS code. A user without a PIN continues with the PIN step. */
export function useConfirmCode(purpose: CodePurpose) {
  return useSingleFlightMutation({
    mutationFn: ({ phone, code, pin }: CodeEntered) =>
      withProof((proof) =>
        callApi(purpose === 'register' ? confirmPhone : login, { body: { phone, confirm_code: code, pin_code: pin, proof } }),
      ),
    onSuccess: ({ auth_token, has_pin }) => signIn(auth_token, { isPinPending: !has_pin }),
  })
}

/** Accepts documents in their current versions; refetches the profile. */
export function useAcceptConsents() {
  const queryClient = useQueryClient()
  return useSingleFlightMutation({
    mutationFn: (consents: readonly string[]) => callApi(acceptConsents, { body: { consents: [...consents] } }),
    onSuccess: () => queryClient.invalidateQueries(profileQuery),
  })
}

/** Sets the PIN and completes registration; so does a PIN that was set already. `onDone` gets which of the two it was. */
export function useSetPin(onDone: (result: 'set' | 'was set') => void) {
  function finish(result: 'set' | 'was set'): void {
    // First: completing registration unmounts the form.
    onDone(result)
    finishRegistration()
  }
  return useSingleFlightMutation({
    mutationFn: (pin: string) => callApi(setPin, { body: { pin_code: pin } }),
    onSuccess: () => finish('set'),
    onError: (failure) => {
      if (failure instanceof ApiRefusal && failure.code === 'pin_already_set') finish('was set')
    },
  })
}
