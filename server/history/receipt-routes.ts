import type { Brand } from '#brands/brand'
import { operationNumber } from '#contract/operation-number'
import { operation, operationPdf } from '#contract/receipt'
import { toDecimal } from '#money/amount'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { createLongAnswers } from '#server/http/long-answers'
import { type Http, route } from '#server/http/route'
import { getPersonFacts } from '#server/person/person'
import { networkName } from '#texts/card-network'
import { getReceipt, percentText, type Receipt } from './receipt.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { type Reader, replyOf } from './routes.ts'
import { stepTextOf } from './timeline.ts'

export interface ReceiptDeps {
  readonly database: Database
  /** Where the statement of a user is read (db/delayed-reads.ts). */
  readonly readsOf: (userId: string) => Queryable
  readonly brand: Brand
  /** The brand's sign, an SVG. */
  readonly mark: string
  /** Whom to ask about it, as the operator has it. */
  readonly support: () => { readonly phone: string; readonly email: string }
}

// Each is drawn with fonts of its own.
const PDFS = { scope: 'receipt_pdfs', max: 20, windowSeconds: 60 }

/** The routes of one operation: what its receipt says, and the receipt as a sheet. */
export function receiptRoutes(http: Http, { database, readsOf, brand, mark, support }: ReceiptDeps): void {
  const sheets = createLongAnswers(database, PDFS)
  route(http, operation, async ({ query, user, t, language }) => ({
    status: 'ok' as const,
    operation: receiptReply(await getReceipt(readsOf(user.userId), user.userId, query.id), { t, language }),
  }))
  route(http, operationPdf, async ({ query, user, now, deadline, confirmed, t, language }) => {
    await confirmed()
    const [receipt, { person }] = await Promise.all([
      getReceipt(readsOf(user.userId), user.userId, query.id),
      getPersonFacts(database, http.keys, user.userId),
    ])
    const holder = `${person.first_name} ${person.last_name}`.trim()
    const pdf = receiptPdf(receipt, { t, language, brandName: brand.name, mark, holder, support: support(), madeAt: now })
    const name = `receipt-${operationNumber(receipt.id)}.pdf`
    return sheets.begin(user.userId, { now, deadline }, pdf, { type: 'application/pdf', name })
  })
}

/** A receipt on the wire, in the reader's language. */
function receiptReply({ id, lines, timeline, rate, otherAmount, otherParty }: Receipt, reader: Reader) {
  return {
    id,
    number: operationNumber(id),
    lines: lines.map((line) => ({
      ...replyOf(line, reader),
      balance_after: line.balanceAfter ? toDecimal(line.balanceAfter) : null,
    })),
    timeline: timeline.map((step, place) => ({
      step: step.name,
      name: reader.t(stepTextOf(step, timeline[place + 1])),
      at: step.at?.toISOString() ?? null,
      is_done: step.isDone,
    })),
    rate: rate
      ? {
          from_currency_code: rate.from,
          to_currency_code: rate.to,
          quantity_out: rate.quantityOut,
          mid: rate.mid ?? null,
          margin_percent: rate.marginBasisPoints === undefined ? null : percentText(rate.marginBasisPoints),
        }
      : null,
    other_amount: otherAmount ? { amount: toDecimal(otherAmount), currency_code: otherAmount.currency } : null,
    other_party: otherParty
      ? {
          name: otherParty.name === '' ? reader.t('person.closed') : (otherParty.name ?? null),
          masked: otherParty.masked ?? null,
          network: networkName(reader.t, otherParty.network) ?? null,
        }
      : null,
  }
}
