import { useState } from 'react'
import type { RequestOf } from '#contract/call'
import { makeRequest } from '#contract/requests'
import type { TextKey } from '#texts/texts'
import { requestPath } from '#web/lib/address/pay-link.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { callApi } from '#web/lib/api/call.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useKeyedMutation } from '#web/lib/api/keyed-mutation.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useWorkGuard } from '#web/lib/page/leave-guard.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useReason } from '#web/ui/field/use-reason.ts'
import { isWholePhone, type Phone, phoneDigits, startPhone } from '#web/ui/phone/phone.ts'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { type AskFormState, type AskReadiness, type AskTarget, validateAsk } from './ask-form.ts'

/** The typed fields besides the person asked. */
type Typed = Pick<AskFormState, 'amount' | 'message' | 'isCollect' | 'days'>

/** The message of the last refusal, at its field or under the form. */
interface AskErrors {
  readonly to?: string
  readonly amount?: string
  readonly message?: string
  readonly form?: string
}

/** The form that asks for money; its parts are drawn from this. */
export interface AskForm extends AskFormState {
  readonly phone: Phone
  readonly readiness: AskReadiness
  /** What is wrong with the number, and with the amount, before the server has seen them. */
  readonly faults: { readonly to: TextKey | undefined; readonly amount: TextKey | undefined }
  /** Why the button is disabled, as a text; undefined when it is enabled. */
  readonly reason: string | undefined
  readonly errors: AskErrors
  readonly isSending: boolean
  readonly changePhone: (phone: Phone) => void
  readonly ask: (asked: AskTarget['kind']) => void
  readonly askAgain: (recipientId: string) => void
  readonly change: (change: Partial<Typed>) => void
  readonly submit: () => void
}

const EMPTY: Typed = { amount: '', message: '', isCollect: false, days: 7 }

/** Keeps the form that asks for money. Once sent, the form is replaced by the request with its link. */
export function useAskForm(account: AskFormState['account']): AskForm {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const [typed, setTyped] = useState<Typed>(EMPTY)
  const [phone, setPhone] = useState<Phone>(() => startPhone(currentBrand().phone, language))
  const [choice, setChoice] = useState<AskTarget>({ kind: 'phone', phone: undefined })
  const asking = useAsking()
  const asked: AskTarget =
    choice.kind === 'phone' ? { kind: 'phone', phone: isWholePhone(phone) ? phoneDigits(phone) : undefined } : choice
  const form: AskFormState = { ...typed, asked, account, ownPhone: useProfile()?.phone }
  const readiness = validateAsk(form)
  const fault = readiness.isReady ? undefined : readiness.fault
  const isSelf = fault === 'refusal.recipient_self'
  // The text itself stands at the number.
  const reason = useReason(readiness, { own: isSelf ? t('reason.other_phone') : undefined })
  useWorkGuard({ typed, phone, choice }, asking.isSuccess)

  return {
    ...form,
    phone,
    readiness,
    faults: isSelf ? { to: fault, amount: undefined } : { to: undefined, amount: fault },
    reason,
    errors: useErrors(asking.error),
    isSending: asking.isPending,
    changePhone(changed) {
      asking.reset()
      setChoice({ kind: 'phone', phone: undefined })
      setPhone(changed)
    },
    ask(kind) {
      asking.reset()
      if (kind !== 'recent') setChoice(kind === 'anyone' ? { kind } : { kind, phone: undefined })
    },
    askAgain(recipientId) {
      asking.reset()
      setChoice({ kind: 'recent', recipientId })
    },
    change(change) {
      asking.reset()
      setTyped((before) => ({ ...before, ...change }))
    },
    submit() {
      if (readiness.isReady && reason === undefined) asking.mutate(readiness.body)
    },
  }
}

function useAsking() {
  const toast = useToast()
  return useKeyedMutation(async (body: RequestOf<typeof makeRequest>, idempotencyKey) => {
    const { message, request } = await callApi(makeRequest, { body, idempotencyKey })
    toast(message, 'success')
    // "Back" must not lead to a form that was sent.
    navigate(requestPath(request.id), { replace: true })
  })
}

const FIELDS: Readonly<Record<string, keyof AskErrors>> = {
  to: 'to',
  phone: 'to',
  'to.phone': 'to',
  'to.recipient_id': 'to',
  amount: 'amount',
  message: 'message',
}

function useErrors(failure: Error | null): AskErrors {
  const t = useTranslate()
  if (!failure) return {}
  const field = failure instanceof ApiRefusal ? failure.field : undefined
  return { [FIELDS[field ?? ''] ?? 'form']: failureText(t, failure) }
}
