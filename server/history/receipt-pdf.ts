import { operationNumber } from '#contract/operation-number'
import { formatMoney } from '#money/format'
import { parseRate, type Rate } from '#money/rate'
import { rateText } from '#money/rate-text'
import { type Column, openSheet } from '#server/documents/pdf-sheet'
import { legParameters } from '#server/ledger/leg-parameters'
import { networkName } from '#texts/card-network'
import { LANGUAGE_FACTS, type Language } from '#texts/languages'
import type { TextKey, TextParameters } from '#texts/texts'
import { percentText, type Receipt, type ReceiptLine, type ReceiptRate } from './receipt.ts'
import { stepTextOf } from './timeline.ts'

/** In whose words a receipt is, whose wallet it is of, and whom to ask about it. */
export interface ReceiptWords {
  readonly t: (key: TextKey, parameters?: TextParameters) => string
  readonly language: Language
  readonly brandName: string
  /** The brand's sign, an SVG. */
  readonly mark: string
  /** First and last name. */
  readonly holder: string
  readonly support: { readonly phone: string; readonly email: string }
  readonly madeAt: Date
}

const PAIR: readonly Column[] = [
  { title: '', share: 1 },
  { title: '', share: 2 },
]

/**
 * A receipt as a sheet of A4 with the brand's letterhead, to be handed to somebody: times are in UTC, amounts are never hidden, and what is
 * left on the account is not in it.
 */
export async function* receiptPdf(receipt: Receipt, words: ReceiptWords): AsyncGenerator<Buffer> {
  const { t, language, brandName, mark, support, madeAt } = words
  const number = operationNumber(receipt.id)
  const title = t('receipt.pdf_title', { number })
  const foot = (page: number): string => t('data.pdf.foot', { brand: brandName, page: String(page) })
  const sheet = await openSheet({ title, language, foot }, madeAt)
  sheet.drawLetterhead(brandName, `${support.phone}\n${support.email}`, mark)
  sheet.drawTitle(title, t('data.pdf.made_at', { time: timeIn(language)(madeAt) }))
  sheet.drawHeading(descriptionOf(receipt.lines[0], words))
  sheet.drawRows(PAIR, rowsOf(receipt, words))
  sheet.drawHeading(t('receipt.timeline'))
  sheet.drawRows(
    PAIR,
    receipt.timeline.map((step, place) => [
      t(stepTextOf(step, receipt.timeline[place + 1])),
      step.at ? timeIn(language)(step.at) : step.isDone ? '–' : t('receipt.expected'),
    ]),
  )
  sheet.end()
  const taken = sheet.take()
  if (taken) yield taken
}

/** Of nobody is it known which zone they live in. */
function timeIn(language: Language): (at: Date) => string {
  const format = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  return (at) => `${format.format(at)} UTC`
}

function descriptionOf({ description: { key, parameters } }: ReceiptLine, { t, language }: ReceiptWords): string {
  return t(key, legParameters(parameters, language, t('person.closed')))
}

function rowsOf(receipt: Receipt, words: ReceiptWords): string[][] {
  const { lines, otherAmount, otherParty, rate } = receipt
  const [own, got] = lines
  const { t, language, holder } = words
  const isOut = own.amount.minor <= 0n
  // Money that is not in the balance has no sign.
  const amount = (line: ReceiptLine): string => formatMoney(line.amount, language, line.isInBalance ? 'signed' : 'plain')
  const fee = own.fee.minor > 0n ? formatMoney(own.fee, language) : t('receipt.free')
  const account = ({ amount: { currency } }: ReceiptLine): string => `${currency} · ${t(`currency.${currency}`)}`
  const name = otherParty?.name === '' ? t('person.closed') : otherParty?.name
  const shown = [name, networkName(t, otherParty?.network), otherParty?.masked?.replaceAll('*', '•')].filter(
    (part) => part !== undefined,
  )
  const rows: [TextKey, string | undefined][] = [
    [got ? 'ex.given' : 'receipt.amount', amount(own)],
    ['ex.got', got && amount(got)],
    [isOut ? 'receipt.gets' : 'receipt.came', otherAmount && formatMoney(otherAmount, language)],
    ['receipt.fee', isOut || own.fee.minor > 0n ? fee : undefined],
    ['receipt.status', t(own.status)],
    [isOut ? 'receipt.recipient' : 'receipt.sender', shown.length > 0 ? shown.join(' · ') : undefined],
    ['receipt.account', [own, ...(got ? [got] : [])].map(account).join(' → ')],
    ['receipt.holder', holder === '' ? undefined : holder],
    ['send.message', own.note],
    ...(rate ? rateRows(rate, words) : []),
    ['receipt.id', operationNumber(receipt.id)],
    ['receipt.full_id', receipt.id],
  ]
  return rows.flatMap(([key, value]) => (value === undefined ? [] : [[t(key), value]]))
}

function rateRows({ from, to, quantityOut, mid, marginBasisPoints }: ReceiptRate, { t, language }: ReceiptWords) {
  const text = (rate: Rate | undefined): string | undefined => rate && t('ex.rate', { ...rateText(rate, language) })
  const rows: [TextKey, string | undefined][] = [
    ['receipt.rate', text(parseRate(from, to, '1', quantityOut))],
    ['receipt.mid', mid === undefined ? undefined : text(parseRate(from, to, '1', mid))],
    [
      'receipt.margin',
      marginBasisPoints === undefined ? undefined : t('receipt.percent', { percent: percentIn(language, marginBasisPoints) }),
    ],
  ]
  return rows
}

function percentIn(language: Language, basisPoints: number): string {
  return percentText(basisPoints).replace('.', LANGUAGE_FACTS[language].decimal)
}
