import type { ResponseOf } from '#contract/call'
import type { operation } from '#contract/receipt'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import type { Money } from '#money/money'
import { parseRate, type Rate } from '#money/rate'
import { readPage, type Transaction } from '#web/features/history/list/transactions.ts'

type OperationReply = ResponseOf<typeof operation>['operation']

/** A step of an operation; its instant is undefined when it is unknown or the step has not happened. */
export interface Step {
  /** The step as received, which a later server may name otherwise. */
  readonly step: string
  readonly name: string
  readonly at: string | undefined
  readonly isDone: boolean
}

/** The other party: the recipient or the sender of the money. */
interface OtherParty {
  readonly name: string | undefined
  /** A card number or an address without its middle. */
  readonly masked: string | undefined
  readonly network: string | undefined
}

/** The reader's own line, with the balance of its account afterwards. */
type OperationLine = Transaction & { readonly balanceAfter: Money | undefined }

/** One operation with the facts of its receipt. */
export interface Operation {
  readonly lines: readonly OperationLine[]
  readonly timeline: readonly Step[]
  readonly rate: Rate | undefined
  readonly midRate: Rate | undefined
  /** A decimal number. */
  readonly marginPercent: string | undefined
  readonly otherAmount: Money | undefined
  readonly otherParty: OtherParty | undefined
}

/** Reads the response of the operation call. Unknown currencies are left out. */
export function readOperation({ lines, timeline, rate, other_amount: amount, other_party: party }: OperationReply): Operation {
  return {
    lines: lines.flatMap((line) =>
      readPage({ status: 'ok', results: [line], next_cursor: null }).transactions.map((read) => ({
        ...read,
        balanceAfter: line.balance_after === null ? undefined : parseDecimal(line.balance_after, read.amount.currency),
      })),
    ),
    timeline: timeline.map(({ step, name, at, is_done: isDone }) => ({ step, name, at: at ?? undefined, isDone })),
    rate: rate ? rateIn(rate, rate.quantity_out) : undefined,
    midRate: rate ? rateIn(rate, rate.mid) : undefined,
    marginPercent: rate?.margin_percent ?? undefined,
    otherAmount: amount && isCurrency(amount.currency_code) ? parseDecimal(amount.amount, amount.currency_code) : undefined,
    otherParty: party
      ? { name: party.name ?? undefined, masked: party.masked ?? undefined, network: party.network ?? undefined }
      : undefined,
  }
}

function rateIn(
  { from_currency_code: from, to_currency_code: to }: NonNullable<OperationReply['rate']>,
  quantityOut: string | null,
): Rate | undefined {
  return quantityOut !== null && isCurrency(from) && isCurrency(to) ? parseRate(from, to, '1', quantityOut) : undefined
}

/** The other party in one line: «Анна С.», or «Мир · 220012••••••4821». */
export function partyText({ name, masked, network }: OtherParty): string {
  return [name, network, masked?.replaceAll('*', '•')].filter((part) => part !== undefined).join(' · ')
}

/** The facts that a receipt will show besides those of its line; their space is reserved while they load. */
export function expectedSize({ kind, direction, state }: Pick<Transaction, 'kind' | 'direction' | 'state'>): {
  readonly steps: number
  readonly rows: number
} {
  if (direction === 'own') return { steps: 1, rows: 4 }
  if (kind === 'topup') return { steps: 2, rows: state === 'complete' ? 1 : 0 }
  const isAtOnce = kind !== 'withdrawal' && kind !== 'payment' && state === 'complete'
  return { steps: isAtOnce ? 1 : 3, rows: 2 }
}

const WITH_FEES: readonly string[] = ['withdrawal', 'payment', 'p2p']

/** Whether a receipt shows the fee, also a fee of zero: true when a fee was taken or could have been. */
export function hasFee({ kind, direction, fee }: Pick<Transaction, 'kind' | 'direction' | 'fee'>): boolean {
  return fee.minor > 0n || (direction === 'out' && WITH_FEES.includes(kind))
}

/** A line as its operation has it now; as it was read before until the operation has loaded. */
export function currentLine(operation: Operation | undefined, earlier: Transaction): Transaction {
  return operation?.lines.find(({ id }) => id === earlier.id) ?? earlier
}
