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

/** The categories of operations in the statistics: every key `stat.type.…` of the catalogues. */
export type StatisticsCategory = Suffix<'stat.type.', TextKey>

/** A step of an operation in the timeline of its receipt: every key `receipt.step.…` of the catalogues. */
export type StepName = Suffix<'receipt.step.', TextKey>

/** A state of a kind of operation. */
export interface OperationState {
  readonly apiState: ApiState
  /** The text of the state in a statement. */
  readonly status: TextKey
  /** The kinds of transfers of an operation in this state, ordered and complete. */
  readonly transfers: readonly string[]
  /**
   * Whether the amounts of the legs are in their accounts' balances. `out`: only the debits are, as the money has left the sender and reached
   * nobody yet.
   */
  readonly isInBalance: boolean | 'out'
  /** The account that holds the money sent until it is received. */
  readonly heldIn?: HoldingAccount
  /** The step in the timeline of a receipt; left out where it follows from the rest of the state (timelineStepOf). */
  readonly step?: StepName
  /** The states that may follow this state. */
  readonly next: readonly string[]
}

/** A text key, or a function that chooses one by the details of the leg. */
export type TextByDetails = TextKey | ((details: Readonly<Record<string, string>>) => TextKey)

/** The texts of a leg for its user; `details` are the leg's own, and the parameters of the texts. */
export interface LegTexts {
  readonly description: TextByDetails
  /**
   * The notification of each state; a state left out has none. Its parameters are the leg's details and `amount`, without the fee on top;
   * between the user's own accounts, the amounts `from` and `to`. Details that end in `_amount` are decimal strings.
   */
  readonly notices: Readonly<Record<string, TextByDetails>>
  readonly category: StatisticsCategory
  readonly repeat: RepeatForm | null
}

/** A kind of operation: all facts that code outside its own rule, store and screen needs. */
export interface OperationKindFacts {
  readonly states: Readonly<Record<string, OperationState>>
  /** The texts of its legs by direction. */
  readonly legs: Readonly<Partial<Record<Direction, LegTexts>>>
  /** Whether the demo user has operations of this kind (server/demo.ts). */
  readonly isInDemo: boolean
  /**
   * Whether the kind moves a person's money to others. Such operations count towards the limit of a new device and the rules about recent
   * outgoing money.
   */
  readonly isToOthers: boolean
  /** The effect on a person's debt to us: makes it or pays it. Most kinds have none. */
  readonly debt?: 'makes' | 'pays'
  /** Whether the provider is asked again about the end of an operation (server/app/reconciliation.ts). */
  readonly isReconciled?: true
}
