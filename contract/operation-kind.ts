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

/** What an operation has come to on its way, as its receipt tells it: every `receipt.step.…` of the catalogues. */
export type StepName = Suffix<'receipt.step.', TextKey>

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
  /** What it is in the timeline of a receipt; left out where it is what most states like it are (timelineStepOf). */
  readonly step?: StepName
  /** The states that may follow. */
  readonly next: readonly string[]
}

/** A text key, or one chosen by the details of the leg. */
export type TextByDetails = TextKey | ((details: Readonly<Record<string, string>>) => TextKey)

/** The texts of a leg for its user; `details` are the leg's own, and the parameters of these texts. */
export interface LegTexts {
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
  /** Whether it takes a person's money to others: then it counts towards what may go out of a new device, and what has just gone out. */
  readonly isToOthers: boolean
  /** Left out for most: what it does to what a person owes us, makes it or pays it. */
  readonly debt?: 'makes' | 'pays'
  /** Whether its provider is asked once more how it ended (server/app/reconciliation.ts). */
  readonly isReconciled?: true
}
