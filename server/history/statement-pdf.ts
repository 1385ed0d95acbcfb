import { accountNumber } from '#contract/account-number'
import { formatMoney } from '#money/format'
import { type Column, openSheet, type PdfSheet } from '#server/documents/pdf-sheet'
import type { StatedLine, StatementOf, StatementPart, StatementSums } from './statement.ts'
import { clockOf, lineText, periodText, type StatementWords } from './statement-words.ts'

/** Whose paper a statement is on, and whose account it is of. */
export interface StatementHead {
  readonly brandName: string
  /** The brand's mark, as SVG; empty where it has none. */
  readonly mark: string
  readonly support: { readonly phone: string; readonly email: string }
  /** First and last name. */
  readonly holder: string
  readonly madeAt: Date
}

const PAIR: readonly Column[] = [
  { title: '', share: 1 },
  { title: '', share: 3 },
]

/**
 * A statement as a document of A4 in parts, on the brand's paper: holder, account, period, what was on it, its lines, the oldest first, and
 * what they add up to. Amounts are never hidden.
 */
export async function* statementPdf(
  parts: AsyncIterable<StatementPart>,
  { statement, head, words }: { readonly statement: StatementOf; readonly head: StatementHead; readonly words: StatementWords },
): AsyncGenerator<Buffer> {
  const { t, language } = words
  const { brandName, mark, support, holder, madeAt } = head
  const { account } = statement
  const title = t('statement.title')
  const foot = (page: number): string => t('data.pdf.foot', { brand: brandName, page: String(page) })
  const sheet = await openSheet({ title, language, foot }, madeAt)
  sheet.drawLetterhead(brandName, `${support.phone}\n${support.email}`, mark)
  sheet.drawTitle(title, t('statement.made_at', { time: clockOf(words).time(madeAt), zone: words.timeZone }))
  let sums: StatementSums | undefined
  const columns = columnsOf(words)
  for await (const part of parts) {
    if (!sums) {
      sheet.drawHeading(periodText(statement, words))
      sheet.drawRows(PAIR, [
        [t('statement.holder'), holder],
        [t('statement.account'), `${account.currency} · ${t(`currency.${account.currency}`)}`],
        [t('statement.number'), accountNumber(account.id)],
        [t('statement.opening'), formatMoney(part.sums.opening, language)],
      ])
      sheet.drawHeading(t('transactions.title'))
      sheet.drawRows(columns, [])
    }
    sheet.drawRows(columns, cellsOf(part.lines, words), { isFirst: false })
    sums = part.sums
    yield* taken(sheet)
  }
  if (sums) drawSums(sheet, sums, words)
  sheet.end()
  yield* taken(sheet)
}

function drawSums(sheet: PdfSheet, { opening, came, went, fees, closing }: StatementSums, { t, language }: StatementWords): void {
  if (came.minor === 0n && went.minor === 0n) sheet.drawNote(t('statement.none'))
  sheet.drawHeading(t('statement.totals'))
  sheet.drawRows(PAIR, [
    [t('statement.opening'), formatMoney(opening, language)],
    [t('statement.came'), formatMoney(came, language, 'signed')],
    [t('statement.went'), formatMoney(went, language, 'signed')],
    ...(fees.minor > 0n ? [[t('statement.fees'), formatMoney(fees, language)]] : []),
    [t('statement.closing'), formatMoney(closing, language)],
  ])
}

function columnsOf({ t }: StatementWords): readonly Column[] {
  return [
    { title: t('statement.column.time'), share: 6 },
    { title: t('statement.column.what'), share: 10 },
    { title: t('statement.column.amount'), share: 6, align: 'right' },
    { title: t('statement.column.fee'), share: 5, align: 'right' },
    { title: t('statement.column.balance'), share: 6, align: 'right' },
  ]
}

function cellsOf(lines: readonly StatedLine[], words: StatementWords): string[][] {
  const { time } = clockOf(words)
  const { language } = words
  return lines.map(({ line, balance }) => [
    time(line.createdAt),
    lineText(line, words),
    formatMoney(line.amount, language, 'signed'),
    line.fee.minor > 0n ? formatMoney(line.fee, language) : '–',
    formatMoney(balance, language),
  ])
}

function* taken(sheet: PdfSheet): Generator<Buffer> {
  const part = sheet.take()
  if (part) yield part
}
