import { legTextsOf, textFor } from '#contract/operation-legs'
import { stateOf } from '#contract/operation-states'
import { formatBalance, formatMoney } from '#money/format'
import { money } from '#money/money'
import { type Column, openSheet, type PdfSheet } from '#server/documents/pdf-sheet'
import { legParameters } from '#server/ledger/leg-parameters'
import { deviceName } from '#texts/device-name'
import type { Language } from '#texts/languages'
import type { TextKey, Texts } from '#texts/texts'
import type { Exported } from './export.ts'
import { type AccountRow, type ConsentRow, type DeviceRow, type OperationRow, SECTIONS, type Section } from './sections.ts'

/** In whose words a document is. */
interface Wording {
  readonly texts: Texts
  readonly language: Language
}

/**
 * The export of a person as a document for them to read, in parts: who they are, accounts, devices, consents and operations. A page of
 * operations is read when the one before it was taken.
 */
export async function* exportPdf(exported: Exported, wording: Wording): AsyncGenerator<Buffer> {
  const { brandName, madeAt } = exported
  const words = wordsOf(wording)
  const { t, time } = words
  const title = t('data.pdf.title', { brand: brandName })
  const foot = (page: number): string => t('data.pdf.foot', { brand: brandName, page: String(page) })
  const sheet = await openSheet({ title, language: wording.language, foot }, madeAt)
  sheet.drawTitle(title, t('data.pdf.made_at', { time: time(madeAt) }))
  sheet.drawHeading(t('data.pdf.person'))
  sheet.drawRows(PAIR, personRows(exported, words))
  const source = { sheet, exported, none: t('data.pdf.none') }
  yield* drawSection(source, SECTIONS.accounts, t('data.pdf.accounts'), accountTable(words))
  yield* drawSection(source, SECTIONS.devices, t('data.pdf.devices'), deviceTable(words))
  yield* drawSection(source, SECTIONS.consents, t('data.pdf.consents'), consentTable(words))
  yield* drawSection(source, SECTIONS.operations, t('data.pdf.operations'), operationTable(words))
  sheet.end()
  yield* taken(sheet)
}

interface Words extends Wording {
  t(key: TextKey, parameters?: Readonly<Record<string, string>>): string
  time(at: Date): string
  day(at: Date): string
}

function wordsOf({ texts, language }: Wording): Words {
  // Of nobody is it known which zone they live in.
  const inUtc = { timeZone: 'UTC', dateStyle: 'medium' } as const
  const time = new Intl.DateTimeFormat(language, { ...inUtc, timeStyle: 'short', hourCycle: 'h23' })
  const day = new Intl.DateTimeFormat(language, inUtc)
  return {
    texts,
    language,
    t: (key, parameters) => texts.translate(language, key, parameters),
    time: (at) => time.format(at),
    day: (at) => day.format(at),
  }
}

/** A table of rows: its columns, and the cells of each. */
interface Table<Row> {
  readonly columns: readonly Column[]
  cellsOf(row: Row): readonly string[]
}

interface Source {
  readonly sheet: PdfSheet
  readonly exported: Exported
  readonly none: string
}

async function* drawSection<Row>(
  { sheet, exported: { queryable, userId }, none }: Source,
  section: Section<Row>,
  heading: string,
  { columns, cellsOf }: Table<Row>,
): AsyncGenerator<Buffer> {
  sheet.drawHeading(heading)
  let isFirst = true
  for await (const rows of section.pages(queryable, userId)) {
    sheet.drawRows(columns, rows.map(cellsOf), { isFirst })
    isFirst = false
    yield* taken(sheet)
  }
  if (isFirst) sheet.drawNote(none)
}

function* taken(sheet: PdfSheet): Generator<Buffer> {
  const part = sheet.take()
  if (part) yield part
}

const PAIR: readonly Column[] = [
  { title: '', share: 1 },
  { title: '', share: 3 },
]

function personRows({ person, levelName }: Exported, { t, day, language }: Words): string[][] {
  const { first_name, last_name, country_code, city, zip_code, address } = person
  const place = [address, city, zip_code, country_code].filter((part) => part !== null).join(', ')
  const rows: [TextKey, string][] = [
    ['data.pdf.name', `${first_name} ${last_name}`.trim()],
    ['data.pdf.phone', person.phone && `+${person.phone}`],
    ['data.pdf.email', person.email],
    ['data.pdf.address', place],
    ['data.pdf.level', levelName[language]],
    ['data.pdf.registered', day(person.registered_at)],
    ['data.pdf.closed', person.closed_at ? day(person.closed_at) : ''],
  ]
  return rows.filter(([, value]) => value !== '').map(([key, value]) => [t(key), value])
}

function accountTable({ t, language, day }: Words): Table<AccountRow> {
  return {
    columns: [
      { title: t('data.pdf.currency'), share: 3 },
      { title: t('data.pdf.opened'), share: 2 },
      { title: t('data.pdf.owed'), share: 2, align: 'right' },
      { title: t('data.pdf.balance'), share: 2, align: 'right' },
    ],
    cellsOf: ({ currency, balance_minor, owed_minor, opened_at }) => [
      `${currency} · ${t(`currency.${currency}`)}`,
      day(opened_at),
      owed_minor > 0n ? formatBalance(money(currency, owed_minor), language) : '–',
      formatMoney(money(currency, balance_minor), language),
    ],
  }
}

function deviceTable({ t, time }: Words): Table<DeviceRow> {
  return {
    columns: [
      { title: t('data.pdf.device'), share: 3 },
      { title: t('data.pdf.known_since'), share: 2 },
      { title: t('data.pdf.seen_at'), share: 2 },
    ],
    cellsOf: ({ device_name, device, known_since, seen_at }) => [
      device_name ?? (device === null ? undefined : deviceName(device)) ?? t('sessions.unknown'),
      time(known_since),
      time(seen_at),
    ],
  }
}

function consentTable({ t, texts, language, time }: Words): Table<ConsentRow> {
  return {
    columns: [
      { title: t('data.pdf.document'), share: 3 },
      { title: t('data.pdf.version'), share: 2 },
      { title: t('data.pdf.accepted_at'), share: 2 },
    ],
    cellsOf: ({ id, version, accepted_at }) => [
      texts.has(`document.${id}`) ? texts.translateAny(language, `document.${id}`) : id,
      version,
      time(accepted_at),
    ],
  }
}

function operationTable({ t, language, time }: Words): Table<OperationRow> {
  return {
    columns: [
      { title: t('data.pdf.date'), share: 7 },
      { title: t('data.pdf.what'), share: 8 },
      { title: t('data.pdf.amount'), share: 6, align: 'right' },
      { title: t('data.pdf.fee'), share: 4, align: 'right' },
      { title: t('data.pdf.state'), share: 5 },
    ],
    cellsOf: ({ created_at, kind, state, currency, amount_minor, fee_minor, details }) => [
      time(created_at),
      t(textFor(legTextsOf(kind, amount_minor <= 0n).description, details), legParameters(details, language, t('person.closed'))),
      formatMoney(money(currency, amount_minor), language, 'signed'),
      fee_minor > 0n ? formatMoney(money(currency, fee_minor), language) : '–',
      t(stateOf(kind, state).status),
    ],
  }
}
