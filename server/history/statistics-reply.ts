import type { ResponseOf } from '#contract/call'
import type { statistics } from '#contract/statistics'
import { toDecimal } from '#money/amount'
import type { RequestContext } from '#server/http/route'
import type { Statistics } from './statistics.ts'
import type { Flow } from './sums.ts'
import type { Recipient } from './top-recipients.ts'

type Translate = RequestContext<typeof statistics>['t']

/** Statistics on the wire, with names in the reader's language. */
export function statisticsReply(found: Statistics, t: Translate): ResponseOf<typeof statistics> {
  return {
    status: 'ok',
    currency_code: found.currency,
    results: found.rows.map((row) => ({ ...rowOf(row, t), is_turnover: row.isTurnover })),
    missing: [...found.missing],
    out: flowReply(found.out, t),
    in: flowReply(found.in, t),
    own: flowReply(found.own, t),
    compared_with: found.before ? { from: found.before.from.toISOString(), to: found.before.to.toISOString() } : null,
    by_recipient: {
      top: found.recipients.top.map((recipient) => ({
        kind: recipient.kind,
        name: nameOf(recipient, t),
        amount: toDecimal(recipient.amount),
      })),
      rest_amount: toDecimal(found.recipients.rest),
      is_whole: found.recipients.isWhole,
    },
  }
}

function flowReply({ amount, previous, change, rows }: Flow, t: Translate) {
  return {
    amount: toDecimal(amount),
    previous_amount: previous ? toDecimal(previous) : null,
    change_percent: change ?? null,
    by_type: rows.map((row) => rowOf(row, t)),
  }
}

function rowOf({ category, amount, percent }: Flow['rows'][number], t: Translate) {
  return { wallet_transaction_type: category, name: t(`stat.type.${category}`), amount: toDecimal(amount), percent }
}

function nameOf({ kind, name }: Recipient, t: Translate): string {
  if (kind === 'card') return t('transaction.description.withdrawal_card', { last: name })
  return kind === 'address' ? t('transaction.description.withdrawal_address', { last: name }) : name || t('person.closed')
}
