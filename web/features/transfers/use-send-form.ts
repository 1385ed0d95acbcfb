import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { type AmountRefusal, type LimitMessages, useLimitMessages } from '#web/lib/config/limits.ts'
import { useWorkGuard } from '#web/lib/page/leave-guard.ts'
import { useCloseOnBack } from '#web/lib/page/sheet-history.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { type Readiness, useReason } from '#web/ui/field/use-reason.ts'
import { useRefusal } from '#web/ui/field/use-refusal.ts'
import { formatPhone, isWholePhone, type Phone, phoneDigits, startPhone } from '#web/ui/phone/phone.ts'
import { type Found, recipientQuery } from './queries.ts'
import { type FoundRecipient, type RecipientAsked, type SendFormState, type SendTerms, validateSend } from './send-form.ts'
import { type SendFlow, useSend } from './use-send.ts'

/** The typed fields besides the recipient. */
type Typed = Pick<SendFormState, 'amount' | 'message' | 'code'>

/** The message of the last refusal, at its field or under the form. */
interface SendErrors {
  readonly recipient?: string
  readonly amount?: AmountRefusal
  readonly message?: string
  readonly code?: string
  readonly form?: string
}

/** The start of the form. */
export interface SendStart {
  /** The account that pays: of a given currency, if the recipient has asked for one. */
  readonly accountFor: (asked: Currency | undefined) => SendFormState['account']
  /** The accounts are still loading. */
  readonly isLoading: boolean
  /** The recipient in the address, and the amount as a plain decimal. */
  readonly asked?: RecipientAsked | undefined
  readonly amountAsked?: (account: SendFormState['account']) => string
  /** The way to a higher limit, shown after a refusal by a limit. */
  readonly wayUp?: ReactNode
}

/** The form that sends to a person, while it is filled in; its parts are drawn from this. */
export interface SendForm extends SendFormState {
  readonly isLoading: boolean
  readonly phone: Phone
  /** The running or failed look-up. */
  readonly lookup: {
    readonly isFetching: boolean
    readonly error: Error | null
    /** The look-up is by a code or a request, not by a typed number. */
    readonly isByLink: boolean
  }
  readonly readiness: Readiness<SendTerms>
  readonly limits: LimitMessages
  readonly errors: SendErrors
  readonly wayUp: ReactNode
  /** Why the button is disabled, as a text; undefined when it is enabled. */
  readonly reason: string | undefined
  readonly changePhone: (phone: Phone) => void
  /** Why the typed number cannot be looked up yet, as a text; undefined when it can. */
  readonly lookupReason: string | undefined
  /** The recipient was chosen on this screen, and not by its address. */
  readonly isChosenHere: boolean
  /** Looks up the typed number. */
  readonly find: () => void
  /** Looks up the recipient of an earlier transfer. */
  readonly findAgain: (operationId: string) => void
  readonly forgetRecipient: () => void
  readonly change: (change: Partial<Typed>) => void
  /** Continues to the review, if the form is complete. */
  readonly submit: () => void
  readonly flow: SendFlow
}

/**
 * Keeps the form that sends to a person, through its steps: who, how much, the review, the end. A refusal keeps every field, and so does the
 * way back.
 */
export function useSendForm({ accountFor, isLoading, asked: askedNow, amountAsked = () => '', wayUp }: SendStart): SendForm {
  const language = useSession((session) => session.language)
  const [typed, setTyped] = useState<Partial<Typed>>({})
  const [phone, setPhone] = useState<Phone>(() => startPhone(currentBrand().phone, language))
  // The screen reads its address anew each time it is drawn.
  const [askedByAddress] = useState(askedNow)
  const [asked, setAsked] = useState(askedByAddress)
  const query = useQuery(recipientQuery(asked))
  const flow = useSend()
  const recipient = asked && query.data && foundOf(asked, query.data)
  const account = accountFor(recipient?.request?.currency)
  const { message = '', code = '' } = typed
  const fixed = recipient?.request?.amount
  const amount = fixed ? toDecimal(fixed) : (typed.amount ?? amountAsked(account))
  const form: SendFormState = { account, recipient, amount, message, code }
  const readiness = validateSend(form)
  const mayBeNew = asked !== undefined && !('recipient_id' in asked)
  const limits = useLimitMessages('p2p', account?.balance.currency, amount, mayBeNew)
  // An amount that is asked for cannot be changed: the reason is what keeps it from being paid.
  const fixedFault = fixed && limits.tooMuch?.text
  // Whoever has just paid a request is not told that it is paid already.
  const reason = useReason(readiness, { limits, isLoading, own: flow.isOver ? '' : fixedFault })
  const lookupReason = useReason(
    isWholePhone(phone) ? { isReady: true } : { isReady: false, missing: ['reason.phone'], fault: undefined },
  )
  const errors = useErrors(flow)
  const isChosenHere = recipient !== undefined && asked !== askedByAddress
  useWorkGuard({ typed, phone, asked }, flow.isOver)
  // From the amount "back" leads to the choice of the recipient, with everything kept.
  useCloseOnBack(isChosenHere, () => {
    look(undefined)
    return 'closed'
  })

  function look(next: RecipientAsked | undefined): void {
    flow.forgetFailure()
    if (next && JSON.stringify(next) === JSON.stringify(asked)) void query.refetch()
    else setAsked(next)
  }
  return {
    ...form,
    isLoading,
    phone,
    lookup: {
      isFetching: query.isFetching && !recipient,
      error: recipient ? null : query.error,
      isByLink: asked !== undefined && ('code' in asked || 'request_id' in asked),
    },
    readiness,
    limits,
    errors,
    wayUp,
    reason,
    lookupReason,
    isChosenHere,
    changePhone(changed) {
      setPhone(changed)
      look(undefined)
    },
    find() {
      if (lookupReason === undefined) look({ phone: phoneDigits(phone) })
    },
    findAgain: (operationId) => look({ recipient_id: operationId }),
    forgetRecipient: () => look(undefined),
    change(change) {
      setTyped((before) => ({ ...before, ...change }))
      flow.forgetFailure()
    },
    submit() {
      if (readiness.isReady && reason === undefined) flow.review(readiness.terms)
    },
    flow,
  }
}

function foundOf(asked: RecipientAsked, { hasWallet, person, phone, request }: Found): FoundRecipient {
  const number = phone === null ? '' : formatPhone(phone.replace('+', ''))
  return { asked, name: person ?? number, phone: person === null || number === '' ? undefined : number, hasWallet, request }
}

const FIELDS: Readonly<Record<string, keyof SendErrors>> = {
  to: 'recipient',
  phone: 'recipient',
  recipient_id: 'recipient',
  'to.phone': 'recipient',
  'to.recipient_id': 'recipient',
  'to.code': 'recipient',
  'to.request_id': 'recipient',
  amount: 'amount',
  message: 'message',
  protection_code: 'code',
}

function useErrors({ lastFailure }: SendFlow): SendErrors {
  const refusal = useRefusal(lastFailure)
  if (!refusal) return {}
  const place = FIELDS[lastFailure?.refusal?.field ?? ''] ?? 'form'
  return place === 'amount' ? { amount: refusal } : { [place]: refusal.text }
}
