import { ApiRefusal } from '#web/lib/api/failures.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { startPhone } from '#web/ui/phone/phone.ts'
import { codeStepOf, useCodeStep } from './code-step.ts'
import { type Details, isSameIn, registerBody, type TEXT_FIELDS, typedField } from './details.ts'
import { useDraft } from './draft.ts'
import { useRegister } from './queries.ts'

const NO_TEXT = { firstName: '', lastName: '', email: '', country: '', city: '', zip: '', address: '' } as const satisfies Record<
  (typeof TEXT_FIELDS)[number],
  string
>

/** The first two steps of registration: the input, which survives going back and a reload, and the state of the code step. */
export function useRegistration() {
  const brand = currentBrand()
  const language = useSession((session) => session.language)
  const knownPhone = useSession((session) => session.phone)
  const isPrechecked = useFeatureFlag('consents_prechecked')
  const draft = useDraft('register')
  const { step, begin } = useCodeStep(draft.sent)
  const register = useRegister()

  // What the user has not touched follows the language and the feature flag.
  const details: Details = {
    ...NO_TEXT,
    phone: startPhone(brand.phone, language, knownPhone),
    consents: isPrechecked ? brand.register.consents : [],
    ...draft.typed,
  }
  const refused = typedField(register.error instanceof ApiRefusal ? register.error.field : undefined)
  const isAsSent = refused && isSameIn(refused, register.variables, registerBody(details, brand.register))
  function submit(): void {
    const body = registerBody(details, brand.register)
    const answers = JSON.stringify(body)
    // The code sent for exactly these details is still valid; the server would not send another yet.
    if (draft.isAwaited(answers)) {
      begin()
      return
    }
    register.mutate(body, {
      onSuccess: ({ resend_in }) => {
        draft.noteSent(answers, codeStepOf(body.phone, resend_in))
        begin()
      },
    })
  }
  return {
    details,
    change: draft.change,
    submit,
    isSending: register.isPending,
    // What is said of a field holds until it is changed.
    failure: refused && !isAsSent ? null : register.error,
    refused: isAsSent ? refused : undefined,
    step,
    resent: draft.noteResent,
  }
}
