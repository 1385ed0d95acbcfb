import type { TextKey } from '#texts/texts'

/** The API's name of a state: open, completed, or ended without effect. */
export type ApiState = 'pending' | 'complete' | 'failed'

/** The direction of a leg on a user's account: in, out, or between two accounts of their own. */
export type Direction = 'in' | 'out' | 'own'

/** The form that repeats an operation. */
export type RepeatForm = 'topup' | 'withdrawal' | 'exchange'

/** A system account that holds the money of an operation until it ends. */
type HoldingAccount = 'payout_hold' | 'transfer_hold'

type Suffix<Prefix extends string, Key> = Key extends `${Prefix}${infer Rest}` ? Rest : never

/** The categories of operations in the statistics: every `stat.type.…` of the catalogues. */
export type StatisticsCategory = Suffix<'stat.type.', TextKey>

/** A state of a kind of operation. */
export interface OperationState {
  readonly apiState: ApiState
  /** Its name in a statement. */
  readonly status: TextKey
  /** The kinds of transfers of an operation in this state, in order and complete. */
  readonly transfers: readonly string[]
  /**
   * Whether the amounts of the legs are in the balances of their accounts; `out`: those of the debits alone, as the money has left who sends
   * it and reached nobody yet.
   */
  readonly isInBalance: boolean | 'out'
  /** The account that holds the money sent until it is received. */
  readonly heldIn?: HoldingAccount
  /** The states that may follow. */
  readonly next: readonly string[]
}

/** A text key, or one chosen by the details of the leg. */
export type TextByDetails = TextKey | ((details: Readonly<Record<string, string>>) => TextKey)

/** The texts of a leg for its user; `details` are the leg's own, and the parameters of these texts. */
interface LegTexts {
  readonly description: TextByDetails
  /**
   * The notification of each state; none for a state left out. Its parameters are the leg's details and `amount`, without the fee on top
   * of it; between the user's own accounts the amounts `from` and `to`. Details that end in `_amount` are decimal strings.
   */
  readonly notices: Readonly<Record<string, TextByDetails>>
  readonly category: StatisticsCategory
  readonly repeat: RepeatForm | null
}

/** A kind of operation: everything that code outside its own rule, store and screen needs. */
export interface OperationKindFacts {
  readonly states: Readonly<Record<string, OperationState>>
  /** The texts of its legs by direction. */
  readonly legs: Readonly<Partial<Record<Direction, LegTexts>>>
  /** Whether the demo user makes some (server/demo.ts). */
  readonly isInDemo: boolean
  /** Left out for most: what it does to what a person owes us, makes it or pays it. */
  readonly debt?: 'makes' | 'pays'
  /** Whether its provider is asked once more how it ended (server/reconciliation.ts). */
  readonly isReconciled?: true
}

const PENDING = 'transaction.state.pending'
const COMPLETE = 'transaction.state.complete'
const FAILED = 'transaction.state.failed'

/** What waited for a person has gone back whole. */
const RETURNED = {
  apiState: 'failed',
  status: 'transaction.state.returned',
  transfers: ['p2p_hold', 'p2p_return'],
  isInBalance: false,
  next: [],
} as const

/** The notices of a debit that nobody was asked for: what was taken, what is owed of it, and that the debt has ended. */
function noticesOfTaking(kind: 'chargeback' | 'withdrawal_recall') {
  const taken: TextByDetails = ({ owed_amount, is_all_owed }) => {
    if (owed_amount === undefined) return `notification.${kind}`
    return is_all_owed === undefined ? `notification.${kind}_owed` : `notification.${kind}_all_owed`
  }
  const ended: TextKey = `notification.${kind}_debt_ended`
  return { complete: taken, written_off: ended, collected: ended }
}

/**
 * Every kind of operation. History, statistics, notifications, receipts, the check of the books and the demo read it here: a new kind is
 * an entry here, a rule that posts it, and where it needs one a store and a screen.
 */
export const OPERATION_KINDS = {
  topup: {
    states: {
      pending: {
        apiState: 'pending',
        status: PENDING,
        transfers: [],
        isInBalance: false,
        next: ['complete', 'failed', 'expired', 'differs', 'not_booked', 'taken_back'],
      },
      complete: { apiState: 'complete', status: COMPLETE, transfers: ['topup'], isInBalance: true, next: ['charged_back'] },
      // It was credited; a charge-back is an operation of its own.
      charged_back: { apiState: 'complete', status: COMPLETE, transfers: ['topup'], isInBalance: true, next: [] },
      // Another amount was paid: it is held in suspense for the operator (cases).
      differs: {
        apiState: 'failed',
        status: 'transaction.state.differs',
        transfers: ['topup_suspense'],
        isInBalance: false,
        next: [],
      },
      // Paid in a currency without accounts in the books.
      not_booked: {
        apiState: 'failed',
        status: 'transaction.state.differs',
        transfers: [],
        isInBalance: false,
        next: [],
      },
      // Charged back before it was known to be paid: a later state of that payment credits nothing.
      taken_back: { apiState: 'failed', status: FAILED, transfers: [], isInBalance: false, next: [] },
      // Money may come after an order has expired, from a page that was still open.
      failed: {
        apiState: 'failed',
        status: FAILED,
        transfers: [],
        isInBalance: false,
        next: ['complete', 'differs', 'not_booked', 'taken_back'],
      },
      expired: {
        apiState: 'failed',
        status: 'transaction.state.expired',
        transfers: [],
        isInBalance: false,
        next: ['complete', 'differs', 'not_booked', 'taken_back'],
      },
    },
    legs: {
      in: {
        description: 'transaction.description.topup',
        notices: {
          complete: 'notification.topup_complete',
          charged_back: 'notification.topup_complete',
          differs: 'notification.topup_differs',
          not_booked: 'notification.topup_differs',
          taken_back: 'notification.topup_failed',
          failed: 'notification.topup_failed',
          expired: 'notification.topup_expired',
        },
        category: 'topup',
        repeat: 'topup',
      },
    },
    isInDemo: true,
    isReconciled: true,
  },
  withdrawal: {
    states: {
      // It is not known whether the provider got the request.
      held: {
        apiState: 'pending',
        status: PENDING,
        transfers: ['withdrawal_hold'],
        isInBalance: true,
        heldIn: 'payout_hold',
        next: ['unknown', 'complete', 'failed'],
      },
      // The provider was asked and did not answer; the outcome is open.
      unknown: {
        apiState: 'pending',
        status: PENDING,
        transfers: ['withdrawal_hold'],
        isInBalance: true,
        heldIn: 'payout_hold',
        next: ['complete', 'failed'],
      },
      complete: {
        apiState: 'complete',
        status: COMPLETE,
        transfers: ['withdrawal_hold', 'withdrawal_settle'],
        isInBalance: true,
        next: [],
      },
      failed: {
        apiState: 'failed',
        status: FAILED,
        transfers: ['withdrawal_hold', 'withdrawal_reverse'],
        isInBalance: false,
        next: [],
      },
    },
    legs: {
      out: {
        description: ({ destination }) =>
          destination === 'address' ? 'transaction.description.withdrawal_address' : 'transaction.description.withdrawal_card',
        notices: { complete: 'notification.withdrawal_complete', failed: 'notification.withdrawal_failed' },
        category: 'withdrawal',
        repeat: 'withdrawal',
      },
    },
    isInDemo: true,
    isReconciled: true,
  },
  // To a seller, by their code.
  payment: {
    states: {
      // It is not known whether the provider got the request.
      held: {
        apiState: 'pending',
        status: PENDING,
        transfers: ['payment_hold'],
        isInBalance: true,
        heldIn: 'payout_hold',
        next: ['unknown', 'complete', 'failed'],
      },
      // The provider was asked and did not answer; the outcome is open.
      unknown: {
        apiState: 'pending',
        status: PENDING,
        transfers: ['payment_hold'],
        isInBalance: true,
        heldIn: 'payout_hold',
        next: ['complete', 'failed'],
      },
      complete: {
        apiState: 'complete',
        status: COMPLETE,
        transfers: ['payment_hold', 'payment_settle'],
        isInBalance: true,
        next: [],
      },
      failed: {
        apiState: 'failed',
        status: FAILED,
        transfers: ['payment_hold', 'payment_reverse'],
        isInBalance: false,
        next: [],
      },
    },
    legs: {
      out: {
        // From an account of another currency: with what the seller was paid.
        description: ({ paid_money }) =>
          paid_money === undefined ? 'transaction.description.payment' : 'transaction.description.payment_exchanged',
        notices: { complete: 'notification.payment_complete', failed: 'notification.payment_failed' },
        category: 'payment',
        repeat: null,
      },
    },
    isInDemo: false,
    isReconciled: true,
  },
  exchange: {
    states: {
      complete: { apiState: 'complete', status: COMPLETE, transfers: ['exchange'], isInBalance: true, next: [] },
    },
    legs: {
      own: {
        description: 'transaction.description.exchange',
        notices: { complete: 'notification.exchange' },
        category: 'exchange',
        repeat: 'exchange',
      },
    },
    isInDemo: true,
  },
  // Money from one person to another.
  p2p: {
    states: {
      complete: { apiState: 'complete', status: COMPLETE, transfers: ['p2p'], isInBalance: true, next: [] },
      // It waits for who receives it.
      waiting: {
        apiState: 'pending',
        status: 'transaction.state.waiting',
        transfers: ['p2p_hold'],
        isInBalance: 'out',
        heldIn: 'transfer_hold',
        next: ['received', 'taken_back', 'declined', 'code_failed', 'expired'],
      },
      // A velocity rule has caught it: it waits for the operator, who lets it go on or gives it back.
      held: {
        apiState: 'pending',
        status: 'transaction.state.held',
        transfers: ['p2p_hold'],
        isInBalance: 'out',
        heldIn: 'transfer_hold',
        next: ['received', 'waiting', 'taken_back', 'returned'],
      },
      received: { apiState: 'complete', status: COMPLETE, transfers: ['p2p_hold', 'p2p_settle'], isInBalance: true, next: [] },
      taken_back: RETURNED,
      declined: RETURNED,
      // The protection code was wrong three times.
      code_failed: RETURNED,
      expired: RETURNED,
      // The operator has not let it go on.
      returned: RETURNED,
    },
    legs: {
      out: {
        description: 'transaction.description.to_person',
        notices: {
          complete: 'notification.sent_to_person',
          held: 'notification.p2p_held',
          received: 'notification.sent_to_person',
          taken_back: 'notification.p2p_taken_back',
          declined: 'notification.p2p_declined',
          code_failed: 'notification.p2p_code_failed',
          expired: 'notification.returned_from_person',
          returned: 'notification.p2p_returned',
        },
        category: 'sent',
        repeat: null,
      },
      in: {
        description: 'transaction.description.from_person',
        notices: { complete: 'notification.received_from_person', received: 'notification.received_from_person' },
        category: 'received',
        repeat: null,
      },
    },
    isInDemo: true,
  },
  // A charge-back of a top-up: the balance is debited as far as it goes, the rest is owed.
  chargeback: {
    states: {
      complete: {
        apiState: 'complete',
        status: COMPLETE,
        transfers: ['chargeback'],
        isInBalance: true,
        next: ['written_off', 'collected'],
      },
      // The rest of the debt: written off, or paid to us outside the wallet.
      written_off: {
        apiState: 'complete',
        status: COMPLETE,
        transfers: ['chargeback', 'debt_write_off'],
        isInBalance: true,
        next: [],
      },
      collected: {
        apiState: 'complete',
        status: COMPLETE,
        transfers: ['chargeback', 'debt_collection'],
        isInBalance: true,
        next: [],
      },
    },
    legs: {
      out: {
        description: 'transaction.description.chargeback',
        notices: noticesOfTaking('chargeback'),
        category: 'topup',
        repeat: null,
      },
    },
    isInDemo: false,
    debt: 'makes',
  },
  // A withdrawal that was paid out after its hold was released: it is debited again, the rest is owed.
  withdrawal_recall: {
    states: {
      complete: {
        apiState: 'complete',
        status: COMPLETE,
        transfers: ['withdrawal_recall'],
        isInBalance: true,
        next: ['written_off', 'collected'],
      },
      written_off: {
        apiState: 'complete',
        status: COMPLETE,
        transfers: ['withdrawal_recall', 'debt_write_off'],
        isInBalance: true,
        next: [],
      },
      collected: {
        apiState: 'complete',
        status: COMPLETE,
        transfers: ['withdrawal_recall', 'debt_collection'],
        isInBalance: true,
        next: [],
      },
    },
    legs: {
      out: {
        description: 'transaction.description.withdrawal_recall',
        notices: noticesOfTaking('withdrawal_recall'),
        category: 'withdrawal',
        repeat: null,
      },
    },
    isInDemo: false,
    debt: 'makes',
  },
  // A debt, paid from incoming money.
  debt_payment: {
    states: {
      complete: { apiState: 'complete', status: COMPLETE, transfers: ['debt_payment'], isInBalance: true, next: [] },
    },
    legs: {
      out: {
        description: 'transaction.description.debt_payment',
        notices: { complete: 'notification.debt_payment' },
        category: 'withdrawal',
        repeat: null,
      },
    },
    isInDemo: false,
    debt: 'pays',
  },
  // Money credited by the operator: from suspense, or a difference to a provider's books.
  correction: {
    states: {
      complete: { apiState: 'complete', status: COMPLETE, transfers: ['correction'], isInBalance: true, next: [] },
    },
    legs: {
      in: {
        description: 'transaction.description.correction',
        notices: { complete: 'notification.correction' },
        category: 'topup',
        repeat: null,
      },
    },
    isInDemo: false,
  },
} as const satisfies Readonly<Record<string, OperationKindFacts>>

export type OperationKind = keyof typeof OPERATION_KINDS

/** The kinds that the demo user has operations of. */
export type DemoKind = {
  [Kind in OperationKind]: (typeof OPERATION_KINDS)[Kind]['isInDemo'] extends true ? Kind : never
}[OperationKind]

/** The kinds whose operations make debts: what is missing on an account is owed from then on. */
export type DebtKind = {
  [Kind in OperationKind]: (typeof OPERATION_KINDS)[Kind] extends { readonly debt: 'makes' } ? Kind : never
}[OperationKind]

/** The kinds whose provider is asked once more how an operation ended. */
export type ReconciledKind = {
  [Kind in OperationKind]: (typeof OPERATION_KINDS)[Kind] extends { readonly isReconciled: true } ? Kind : never
}[OperationKind]

/** The states of a kind of operation. */
export type StateOf<Kind extends OperationKind> = Extract<keyof (typeof OPERATION_KINDS)[Kind]['states'], string>

const FACTS: ReadonlyMap<string, OperationKindFacts> = new Map(Object.entries(OPERATION_KINDS))

/** Whether a text is a kind of operation. */
export function isOperationKind(unchecked: string): unchecked is OperationKind {
  return FACTS.has(unchecked)
}

/** Every kind with its description. */
export function listOperationKinds(): readonly (readonly [kind: OperationKind, facts: OperationKindFacts])[] {
  return [...FACTS].flatMap(([kind, facts]) => (isOperationKind(kind) ? [[kind, facts] as const] : []))
}

/** What a kind does to what a person owes us; nothing for most. */
export function debtOfKind(kind: OperationKind): OperationKindFacts['debt'] {
  return FACTS.get(kind)?.debt
}

const kindsWith = (isSo: (facts: OperationKindFacts) => boolean): readonly OperationKind[] =>
  listOperationKinds().flatMap(([kind, facts]) => (isSo(facts) ? [kind] : []))

/** The kinds that make debts, and those that have to do with debts at all. */
export const DEBT_KINDS = kindsWith(({ debt }) => debt === 'makes')
export const KINDS_OF_DEBTS = kindsWith(({ debt }) => debt !== undefined)

/** Kinds as a list of SQL. */
export function quoted(kinds: readonly OperationKind[]): string {
  return kinds.map((kind) => `'${kind}'`).join(', ')
}

/** The kinds whose provider is asked once more how an operation ended. */
export const RECONCILED_KINDS = kindsWith(({ isReconciled }) => isReconciled === true)

/** Whether the provider of a kind is asked once more how an operation ended. */
export function isReconciled(kind: string): kind is ReconciledKind {
  return FACTS.get(kind)?.isReconciled === true
}

/** The categories of the statistics that have kinds, in their order. */
export const STATISTICS_CATEGORIES: readonly StatisticsCategory[] = [
  ...new Set([...FACTS.values()].flatMap(({ legs }) => Object.values(legs).map(({ category }) => category))),
]

/** A state of a kind; throws for an unknown one, which the books cannot contain. */
export function stateOf(kind: string, state: string): OperationState {
  const found = FACTS.get(kind)?.states[state]
  if (!found) throw new Error(`There is no ${kind} that is ${state}`)
  return found
}

/** Whether the amount of a leg is in the balance of its account; `isOut`: the leg is a debit. */
export function isLegInBalance({ isInBalance }: Pick<OperationState, 'isInBalance'>, isOut: boolean): boolean {
  return isInBalance === 'out' ? isOut : isInBalance
}

/** Whether a change of state is news to the people of an operation: its status or its notice is another one. */
export function isNewsToPeople(kind: string, from: string, to: string): boolean {
  if (stateOf(kind, from).status !== stateOf(kind, to).status) return true
  return Object.values(FACTS.get(kind)?.legs ?? {}).some(({ notices }) => notices[from] !== notices[to])
}

/** Chooses a text by the details of a leg. */
export function textFor(text: TextByDetails, details: Readonly<Record<string, string>>): TextKey {
  return typeof text === 'function' ? text(details) : text
}

/** The texts of a leg for its user, with its direction; `isOut`: the leg is a debit. Throws for an unknown kind. */
export function legTextsOf(kind: string, isOut: boolean): DirectedTexts {
  const found = LEG_TEXTS.get(kind)?.[isOut ? 'out' : 'in']
  if (!found) throw new Error(`There is no ${kind} with money going ${isOut ? 'out' : 'in'}`)
  return found
}

type DirectedTexts = LegTexts & { readonly direction: Direction }

/** The texts of each kind's legs, made once: every posting asks for them. */
const LEG_TEXTS: ReadonlyMap<string, { readonly in: DirectedTexts | undefined; readonly out: DirectedTexts | undefined }> =
  new Map(
    [...FACTS].map(([kind, { legs }]) => {
      const directed = (direction: Direction): DirectedTexts | undefined => {
        const texts = legs[direction]
        return texts && { ...texts, direction }
      }
      const own = directed('own')
      return [kind, { in: own ?? directed('in'), out: own ?? directed('out') }]
    }),
  )
