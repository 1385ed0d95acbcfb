import type { OperationKindFacts, TextByDetails } from './operation-kind.ts'
import { completed, failed, noticesOfTaking, RETURNED, statesOfSending, statesOfTaking } from './operation-patterns.ts'

/** The kind of requisites by which an unordered payment came; requisites of a later version count as a bank account. */
function wayOf(requisites: string): 'bank' | 'address' {
  return requisites === 'address' ? 'address' : 'bank'
}

const topupNotice: TextByDetails = ({ requisites }) =>
  requisites === undefined ? 'notification.topup_complete' : `notification.topup_${wayOf(requisites)}`

/**
 * Every kind of operation. History, statistics, notifications, receipts, the check of the books and the demo read this list. A new kind is an
 * entry here, a rule that posts it, and where needed a store and a screen.
 */
export const OPERATION_KINDS = {
  topup: {
    states: {
      pending: {
        apiState: 'pending',
        // Nobody has paid yet, and perhaps nobody will.
        status: 'transaction.state.unpaid',
        transfers: [],
        isInBalance: false,
        next: ['complete', 'failed', 'expired', 'cancelled', 'differs', 'not_booked', 'taken_back'],
      },
      complete: { ...completed('topup'), next: ['charged_back'] },
      // The top-up stays credited; the charge-back is an operation of its own.
      charged_back: { ...completed('topup'), step: 'charged_back' },
      // Another amount was paid; it waits in suspense for the operator (cases).
      differs: { ...failed('topup_suspense'), status: 'transaction.state.differs', step: 'differs' },
      // The payment is in a currency without accounts in the books.
      not_booked: { ...failed(), status: 'transaction.state.differs', step: 'differs' },
      // Charged back before the payment was known: a later state of that payment credits nothing.
      taken_back: failed(),
      // Money may arrive after an order has expired, from a page that was still open.
      failed: { ...failed(), next: ['complete', 'differs', 'not_booked', 'taken_back'] },
      expired: {
        ...failed(),
        status: 'transaction.state.expired',
        step: 'expired',
        next: ['complete', 'differs', 'not_booked', 'taken_back'],
      },
      // Its person has cancelled it; the provider was not told, so money may arrive as after an expired order.
      cancelled: {
        ...failed(),
        status: 'transaction.state.cancelled',
        step: 'cancelled',
        next: ['complete', 'differs', 'not_booked', 'taken_back'],
      },
    },
    legs: {
      in: {
        description: ({ requisites, method }) => {
          if (requisites !== undefined) return `transaction.description.topup_${wayOf(requisites)}`
          return method === 'card' || method === 'sbp' ? `method.${method}` : 'transaction.description.topup'
        },
        notices: {
          complete: topupNotice,
          charged_back: topupNotice,
          differs: 'notification.topup_differs',
          not_booked: 'notification.topup_differs',
          taken_back: 'notification.topup_failed',
          failed: 'notification.topup_failed',
          expired: 'notification.topup_expired',
          cancelled: 'notification.topup_cancelled',
        },
        category: 'topup',
        repeat: 'topup',
      },
    },
    isInDemo: true,
    isToOthers: false,
    isReconciled: true,
  },
  withdrawal: {
    states: statesOfSending('withdrawal'),
    legs: {
      out: {
        description: ({ destination }) =>
          destination === 'address' ? 'transaction.description.withdrawal_address' : 'transaction.description.withdrawal_card',
        notices: {
          checking: 'notification.withdrawal_held',
          complete: 'notification.withdrawal_complete',
          failed: 'notification.withdrawal_failed',
        },
        category: 'withdrawal',
        repeat: 'withdrawal',
      },
    },
    isInDemo: true,
    isToOthers: true,
    isReconciled: true,
  },
  // A payment to a seller, by the seller's code.
  payment: {
    states: statesOfSending('payment'),
    legs: {
      out: {
        // From an account of another currency: names the amount that the seller got.
        description: ({ paid_money }) =>
          paid_money === undefined ? 'transaction.description.payment' : 'transaction.description.payment_exchanged',
        notices: {
          checking: 'notification.payment_held',
          complete: 'notification.payment_complete',
          failed: 'notification.payment_failed',
        },
        category: 'payment',
        repeat: null,
      },
    },
    isInDemo: false,
    isToOthers: true,
    isReconciled: true,
  },
  exchange: {
    states: {
      complete: { ...completed('exchange'), step: 'exchanged' },
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
    isToOthers: false,
  },
  // A transfer from one person to another.
  p2p: {
    states: {
      complete: completed('p2p'),
      // The transfer waits for its recipient.
      waiting: {
        apiState: 'pending',
        status: 'transaction.state.waiting',
        transfers: ['p2p_hold'],
        isInBalance: 'out',
        heldIn: 'transfer_hold',
        step: 'waiting',
        next: ['received', 'taken_back', 'declined', 'code_failed', 'expired'],
      },
      // A velocity rule has held the transfer: the operator releases or returns it.
      held: {
        apiState: 'pending',
        status: 'transaction.state.held',
        transfers: ['p2p_hold'],
        isInBalance: 'out',
        heldIn: 'transfer_hold',
        step: 'checking',
        next: ['received', 'waiting', 'taken_back', 'returned'],
      },
      received: completed('p2p_hold', 'p2p_settle'),
      taken_back: RETURNED,
      declined: RETURNED,
      // The protection code was wrong three times.
      code_failed: RETURNED,
      expired: RETURNED,
      // The operator has returned the transfer.
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
    isToOthers: true,
  },
  // A charge-back of a top-up: the account is debited as far as its balance goes, the rest is owed.
  chargeback: {
    states: statesOfTaking('chargeback'),
    legs: {
      out: {
        description: 'transaction.description.chargeback',
        notices: noticesOfTaking('chargeback'),
        category: 'topup',
        repeat: null,
      },
    },
    isInDemo: false,
    isToOthers: false,
    debt: 'makes',
  },
  // A withdrawal paid out after its hold was released: the account is debited again, the rest is owed.
  withdrawal_recall: {
    states: statesOfTaking('withdrawal_recall'),
    legs: {
      out: {
        description: 'transaction.description.withdrawal_recall',
        notices: noticesOfTaking('withdrawal_recall'),
        category: 'withdrawal',
        repeat: null,
      },
    },
    isInDemo: false,
    isToOthers: false,
    debt: 'makes',
  },
  // A payment to a seller made after its hold was released: the account is debited again, the rest is owed.
  payment_recall: {
    states: statesOfTaking('payment_recall'),
    legs: {
      out: {
        description: 'transaction.description.payment_recall',
        notices: noticesOfTaking('payment_recall'),
        category: 'payment',
        repeat: null,
      },
    },
    isInDemo: false,
    isToOthers: false,
    debt: 'makes',
  },
  // The payment of a debt from incoming money.
  debt_payment: {
    states: {
      complete: { ...completed('debt_payment'), step: 'taken' },
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
    isToOthers: false,
    debt: 'pays',
  },
  // Money credited by the operator, from suspense or from a difference to a provider's books.
  correction: {
    states: { complete: completed('correction') },
    legs: {
      in: {
        description: 'transaction.description.correction',
        notices: { complete: 'notification.correction' },
        category: 'topup',
        repeat: null,
      },
    },
    isInDemo: false,
    isToOthers: false,
  },
  // The operator's reversal of a mistaken operation, on both sides at once: each debit goes as far as the balance, the rest is owed.
  reversal: {
    states: statesOfTaking('reversal'),
    legs: {
      out: {
        description: 'transaction.description.reversal',
        notices: noticesOfTaking('reversal'),
        category: 'topup',
        repeat: null,
      },
      in: {
        description: 'transaction.description.reversal',
        // The side that gets its money back is not told whether the other side still owes it.
        notices: {
          complete: 'notification.reversal_credited',
          written_off: 'notification.reversal_credited',
          collected: 'notification.reversal_credited',
        },
        category: 'topup',
        repeat: null,
      },
    },
    isInDemo: false,
    isToOthers: false,
    debt: 'makes',
  },
} as const satisfies Readonly<Record<string, OperationKindFacts>>

export type OperationKind = keyof typeof OPERATION_KINDS

/** The kinds of the demo user's operations. */
export type DemoKind = {
  [Kind in OperationKind]: (typeof OPERATION_KINDS)[Kind]['isInDemo'] extends true ? Kind : never
}[OperationKind]

/** The kinds whose operations make debts: the amount missing on an account is owed. */
export type DebtKind = {
  [Kind in OperationKind]: (typeof OPERATION_KINDS)[Kind] extends { readonly debt: 'makes' } ? Kind : never
}[OperationKind]

/** The kinds whose provider is asked again about the end of an operation. */
export type ReconciledKind = {
  [Kind in OperationKind]: (typeof OPERATION_KINDS)[Kind] extends { readonly isReconciled: true } ? Kind : never
}[OperationKind]

/** The states of a kind of operation. */
export type StateOf<Kind extends OperationKind> = Extract<keyof (typeof OPERATION_KINDS)[Kind]['states'], string>

const FACTS: ReadonlyMap<string, OperationKindFacts> = new Map(Object.entries(OPERATION_KINDS))

/** The facts of a kind; undefined for a text that is not a kind. */
export function findOperationKind(kind: string): OperationKindFacts | undefined {
  return FACTS.get(kind)
}

/** Whether a text is a kind of operation. */
export function isOperationKind(unchecked: string): unchecked is OperationKind {
  return FACTS.has(unchecked)
}

/** Every kind with its facts. */
export function listOperationKinds(): readonly (readonly [kind: OperationKind, facts: OperationKindFacts])[] {
  return [...FACTS].flatMap(([kind, facts]) => (isOperationKind(kind) ? [[kind, facts] as const] : []))
}
