import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Clock from 'lucide-react/icons/clock'
import X from 'lucide-react/icons/x'
import { formatMoney } from '#money/format'
import type { Money } from '#money/money'
import { useSession } from '#web/lib/session/use-session.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { spokenAmount } from '#web/ui/amount/spoken-amount.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ListRow } from '#web/ui/ListRow.tsx'
import css from './TransactionRow.module.css'
import { isNotYetInBalance, labelKeyOf, type Transaction } from './transactions.ts'

export interface TransactionRowProps {
  readonly transaction: Transaction
  readonly onOpen: () => void
}

/**
 * A transaction row: label by the sign of the amount, description if it adds to the label, signed amount, time and status as received.
 * A joined exchange shows both currencies and both amounts.
 */
export function TransactionRow({ transaction, onOpen }: TransactionRowProps) {
  const formats = useFormats()
  const { amount, given, status, createdAt, state } = transaction
  const description = useDescription(transaction)
  const said = useAmountSaid()
  const label = useLabel(transaction)
  const about = given ? <Amount of={given.amount} /> : description
  const moment = (
    <span className={css.moment} data-part="moment">
      <span>{formats.time(createdAt)}</span>
      <span className={css.dot}> · </span>
      <span className={css.status}>{status}</span>
    </span>
  )
  return (
    <ListRow
      icon={<TransactionIcon transaction={transaction} />}
      title={<span className={classNames(state === 'failed' && css.muted)}>{label}</span>}
      subtitle={
        <span className={css.line} data-part="line">
          {given ? moment : null}
          {about ? <span className={css.about}>{about}</span> : null}
          {given ? null : moment}
        </span>
      }
      value={
        <span className={css.amount} data-long={lengthOf(amount)}>
          <TransactionAmount transaction={transaction} isListed />
        </span>
      }
      label={[
        label,
        said(amount, isNotYetInBalance(transaction) ? 'plain' : 'signed'),
        given ? said(given.amount, 'signed') : description,
        status,
        formats.dateTime(createdAt),
      ]
        .filter(Boolean)
        .join(', ')}
      onPress={onOpen}
    />
  )
}

/** The label of a transaction: both currencies for a joined exchange, else a word by the sign of the amount. */
export function useLabel({ amount, given }: Transaction): string {
  const t = useTranslate()
  return given ? t('tx.label.exchange', { from: given.amount.currency, to: amount.currency }) : t(labelKeyOf(amount))
}

/**
 * The description of a transaction; empty when it says no more than the label, as for a top-up of no known method. An amount in it is
 * hidden while amounts are hidden.
 */
export function useDescription({ description, descriptionAmount }: Transaction): string {
  const t = useTranslate()
  const isHidden = useSession((session) => session.isAmountsHidden)
  if (description === t('transaction.description.topup')) return ''
  return isHidden && descriptionAmount ? description.replace(descriptionAmount, () => t('balance.hidden')) : description
}

/** How much room an amount takes, in any language: `l` leaves too little for the label beside it at 320 px, `xl` on any phone. */
function lengthOf(amount: Money): 'l' | 'xl' | undefined {
  const { length } = formatMoney(amount, 'ru', 'signed', true)
  return length > 17 ? 'xl' : length > 13 ? 'l' : undefined
}

interface TransactionAmountProps {
  readonly transaction: Transaction
  /** In a row of transactions. */
  readonly isListed?: boolean
}

/** The amount of a transaction: with sign and colour when it is in the balance, plain when it is not there yet, struck out when it failed. */
export function TransactionAmount({ transaction, isListed = false }: TransactionAmountProps) {
  const { amount, state } = transaction
  if (state !== 'failed') {
    return <Amount of={amount} variant={isNotYetInBalance(transaction) ? 'plain' : 'signed'} isListed={isListed} />
  }
  return (
    <s className={css.muted}>
      <Amount of={amount} isListed={isListed} />
    </s>
  )
}

/** For how long the row of a new transaction shows which way its money went. */
const JUST_MADE_MS = 15_000

const ICONS = { in: ArrowDownLeft, out: ArrowUpRight, own: ArrowLeftRight }

function TransactionIcon({ transaction: { amount, given, direction, state, createdAt } }: { readonly transaction: Transaction }) {
  const Icon = ICONS[direction]
  const look = given ? undefined : amount.minor < 0n ? css.debit : css.credit
  return (
    <span
      className={classNames(css.icon, state === 'complete' ? look : css.muted)}
      data-just-made={Date.now() - Date.parse(createdAt) < JUST_MADE_MS}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      {state === 'complete' ? null : (
        <span className={css.badge} data-state={state}>
          {state === 'pending' ? <Clock size={12} strokeWidth={2.5} aria-hidden /> : <X size={12} strokeWidth={3} aria-hidden />}
        </span>
      )}
    </span>
  )
}

/** The amount for screen readers; with its sign "minus 12 500 roubles". */
function useAmountSaid(): (amount: Money, style: 'plain' | 'signed') => string {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const isHidden = useSession((session) => session.isAmountsHidden)
  return (amount, style) => (isHidden ? t('balance.hidden') : spokenAmount(t, amount, language, style))
}
