import { validate } from 'uuid'
import { type CardNetwork, cardNetworkOf } from '#codes/card-network'
import { parseDecimal } from '#money/amount'
import { type Currency, isCurrency } from '#money/currency'
import { add, isSameMoney, type Money, money, negate } from '#money/money'
import type { Queryable } from '#server/db/queryable'
import { Refusal } from '#server/http/refusal'
import { asLine, type Line, type LineRow } from './history.ts'
import { type KeptChange, type Step, timelineOf } from './timeline.ts'

/** The rate that an operation was made at. */
export interface ReceiptRate {
  readonly from: Currency
  readonly to: Currency
  /** What one of `from` came to in `to`, and by the mid rate of then: decimals. */
  readonly quantityOut: string
  readonly mid: string | undefined
  readonly marginBasisPoints: number | undefined
}

/** Whom the money went to or came from, as far as the reader knows them. */
interface OtherParty {
  readonly name: string | undefined
  readonly masked: string | undefined
  readonly network: CardNetwork | undefined
}

/** A line of a receipt, with the balance that its account had once the operation had moved it. */
export type ReceiptLine = Line & { readonly balanceAfter: Money | undefined }

/** An operation as its receipt tells it to one of its people. */
export interface Receipt {
  readonly id: string
  /** The reader's own: one, and of an exchange what was given and then what was got. */
  readonly lines: readonly [ReceiptLine, ...ReceiptLine[]]
  readonly timeline: readonly Step[]
  readonly rate: ReceiptRate | undefined
  /** What the other side gets, or has paid, where it is another amount than the reader's. */
  readonly otherAmount: Money | undefined
  readonly otherParty: OtherParty | undefined
}

interface ReceiptRow extends LineRow {
  balance_after: bigint | null
  about: Record<string, string>
  begun_at: Date
  ended_at: Date | null
  masked: string | null
  paid_currency: Currency | null
  paid_minor: bigint | null
  recalled_at: Date | null
}

/** The cases in which an operation was paid although its money had been given back (outgoing/end). */
const PAID_AFTER_RETURN = ['payout_paid_after_return', 'seller_payment_paid_after_return']

// The reader's own legs. The last entry on the account is the one that its balance was left by.
const FIND = {
  name: 'history.find_receipt',
  text: `select operation_leg.operation_id, leg, operation_leg.account_id, kind, state, operation_leg.currency, amount_minor, fee_minor,
      operation_leg.details, operation_leg.created_at, operation.details as about, operation.created_at as begun_at, ended_at, masked,
      coalesce(payment.paid_currency, withdrawal.paid_currency, topup.paid_currency) as paid_currency,
      coalesce(payment.paid_minor, withdrawal.paid_minor, topup.paid_minor) as paid_minor, balance_after,
      (select opened_at from operator_case where kind = any($3::text[]) and reference = operation.id::text limit 1) as recalled_at
    from operation_leg
    join operation on operation.id = operation_leg.operation_id
    left join payment on payment.operation_id = operation.id
    left join withdrawal on withdrawal.operation_id = operation.id
    left join topup on topup.operation_id = operation.id
    left join lateral (
      select balance_after_minor as balance_after
      from transfer
      join entry on entry.transfer_id = transfer.id
      where transfer.operation_id = operation.id and entry.account_id = operation_leg.account_id
      order by seq desc, line desc
      limit 1
    ) as moved on true
    where operation_leg.operation_id = $1 and user_id = $2
    order by leg`,
}
const LIST_CHANGES = {
  name: 'history.list_changes',
  text: `select from_state as "from", to_state as "to", changed_at as at
    from operation_change
    where operation_id = $1
    order by changed_at nulls first`,
}

/** An operation of a person for its receipt. Refuses not_found for another person's, and for what there is not. */
export async function getReceipt(queryable: Queryable, userId: string, id: string): Promise<Receipt> {
  const [rows, changes] = validate(id)
    ? await Promise.all([
        queryable.list<ReceiptRow>(FIND, [id, userId, PAID_AFTER_RETURN]),
        queryable.list<KeptChange & Record<string, unknown>>(LIST_CHANGES, [id]),
      ])
    : [[], []]
  const [first, ...others] = rows
  if (!first) throw new Refusal({ code: 'not_found', field: 'id' })
  return {
    id: first.operation_id,
    lines: [receiptLine(first), ...others.map(receiptLine)],
    timeline: timelineOf({
      kind: first.kind,
      state: first.state,
      isOut: first.amount_minor <= 0n,
      begunAt: first.begun_at,
      joinedAt: first.created_at,
      endedAt: first.ended_at,
      recalledAt: first.recalled_at,
      changes,
    }),
    rate: rateOf(first, others[0]),
    otherAmount: otherAmountOf(first),
    otherParty: otherPartyOf(first),
  }
}

function receiptLine(row: ReceiptRow): ReceiptLine {
  const { balance_after, currency, recalled_at } = row
  const line = asLine(row)
  return {
    ...line,
    // Made again, it would be paid twice.
    repeat: recalled_at ? null : line.repeat,
    balanceAfter: balance_after === null ? undefined : money(currency, balance_after),
  }
}

/** Of an exchange, from what was given to what was got; of a payment, from the account to what the seller was paid in. */
function rateOf({ about, currency, paid_currency }: ReceiptRow, got: ReceiptRow | undefined): ReceiptRate | undefined {
  const { quantity_out: quantityOut, mid, margin } = about
  const to = got?.currency ?? paid_currency
  if (quantityOut === undefined || !to || to === currency) return undefined
  return { from: currency, to, quantityOut, mid, marginBasisPoints: margin === undefined ? undefined : Number(margin) }
}

function otherAmountOf(row: ReceiptRow): Money | undefined {
  const { kind, currency, amount_minor, fee_minor, paid_currency, paid_minor, details } = row
  const own = money(currency, amount_minor < 0n ? -amount_minor : amount_minor)
  const paid = paid_currency === null || paid_minor === null ? moneyIn(details.paid_money) : money(paid_currency, paid_minor)
  // Of what no account can hold there is nothing to tell.
  if (paid) return isSameMoney(paid, own) || paid.minor === 0n ? undefined : paid
  // A fee stays with whoever takes it.
  if (kind === 'exchange' || fee_minor === 0n || amount_minor > 0n) return undefined
  return negate(add(money(currency, amount_minor), money(currency, fee_minor)))
}

/** Money in the details of a leg (ledger/leg-parameters). */
function moneyIn(detail: string | undefined): Money | undefined {
  const [currency, decimal] = detail?.split(' ') ?? []
  return currency !== undefined && decimal !== undefined && isCurrency(currency) ? parseDecimal(decimal, currency) : undefined
}

function otherPartyOf({ details, masked }: ReceiptRow): OtherParty | undefined {
  const name = details.person ?? details.seller
  const shown = masked ?? undefined
  if (name === undefined && shown === undefined) return undefined
  return { name, masked: shown, network: shown === undefined ? undefined : cardNetworkOf(shown) }
}

/** A margin in basis points as per cent without needless zeros, `1.5`. */
export function percentText(basisPoints: number): string {
  const text = `${Math.floor(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')}`
  return text.replace(/\.?0+$/, '') || '0'
}
