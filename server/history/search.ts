import type { ApiState, Direction } from '#contract/operation-kind'
import type { OperationKind } from '#contract/operation-kinds'
import { legTextsOf } from '#contract/operation-legs'
import { isNumberOf } from '#contract/operation-number'
import { CURRENCIES, type Currency } from '#money/currency'
import type { Money } from '#money/money'
import { SCALE_MAX } from '#money/size'
import { legParameters } from '#server/ledger/leg-parameters'
import type { Language } from '#texts/languages'
import type { TextKey } from '#texts/texts'
import type { Line } from './history.ts'

/** What is looked for among the lines of a statement; what is left out does not matter. */
export interface Criteria {
  readonly words?: readonly Word[] | undefined
  readonly state?: ApiState | undefined
  /** `in` and `out` by the sign of the amount, so that an exchange has a line of each; `own`: between accounts of the user's own. */
  readonly direction?: Direction | undefined
  readonly currency?: Currency | undefined
  /** Decimal strings without a sign, compared with the amount of a line in its own currency. */
  readonly amountMin?: string | undefined
  readonly amountMax?: string | undefined
  readonly accountId?: string | undefined
  readonly kind?: OperationKind | undefined
  readonly category?: string | undefined
}

/** A word of a question, as it is compared; where it reads as a number, also that. */
export interface Word {
  readonly text: string
  /** A decimal string; without decimals it stands for whatever has these units. */
  readonly amount?: string
}

/** In whose words lines are read. */
export interface Reading {
  readonly t: (key: TextKey, parameters?: Readonly<Record<string, string>>) => string
  readonly language: Language
}

const FRACTION = `(?:[.,]\\d{1,${SCALE_MAX}})?`
const TOKEN = new RegExp(`[+−-]?[$€£₽¥]?\\d{1,3}(?: \\d{3})+${FRACTION}(?!\\d)|\\S+`, 'g')
const AROUND = /^[+−-]?[$€£₽¥]?|[$€£₽¥]$/g
const GROUPED = new RegExp(`^[1-9]\\d{0,2}(?:([., ])\\d{3})(?:\\1\\d{3})*${FRACTION}$`)
const PLAIN = new RegExp(`^\\d{1,15}${FRACTION}$`)

/**
 * The words of a question: `кофе 1 234,56` has two. Of a number the groups may be told by spaces, commas or dots; one separator with three
 * digits behind it groups.
 */
export function readWords(question: string): readonly Word[] {
  return [...compared(question).matchAll(TOKEN)].map(([text]) => {
    const amount = readNumber(text.replace(AROUND, ''))
    return amount === undefined ? { text } : { text, amount }
  })
}

function readNumber(text: string): string | undefined {
  const grouped = GROUPED.exec(text)
  if (grouped) return text.replaceAll(grouped[1] ?? ' ', '').replace(',', '.')
  return PLAIN.test(text) ? text.replace(',', '.') : undefined
}

/**
 * The lines of one operation that are looked for. Words may be in any of them, as an exchange is read as one; all else is asked of each
 * line.
 */
export function matching(lines: readonly Line[], criteria: Criteria, reading: Reading): readonly Line[] {
  const candidates = lines.filter((line) => isAskedFor(line, criteria))
  const { words } = criteria
  if (candidates.length === 0 || !words) return candidates
  const texts = lines.map((line) => compared(textOf(line, reading)))
  const isFound = ({ text, amount }: Word): boolean =>
    texts.some((read) => read.includes(text)) ||
    lines.some(({ operationId }) => isNumberOf(operationId, text)) ||
    (amount !== undefined && lines.some((line) => isOfAmount(line, amount)))
  return words.every(isFound) ? candidates : []
}

function isAskedFor(line: Line, criteria: Criteria): boolean {
  const { state, direction, currency, amountMin, amountMax, accountId, kind, category } = criteria
  if (state && line.state !== state) return false
  if (direction && !isOfDirection(line, direction)) return false
  if (currency && line.amount.currency !== currency) return false
  if (amountMin !== undefined && compareSize(line.amount, amountMin) < 0) return false
  if (amountMax !== undefined && compareSize(line.amount, amountMax) > 0) return false
  if (accountId !== undefined && line.accountId !== accountId) return false
  if (kind && line.kind !== kind) return false
  return !category || legTextsOf(line.kind, line.amount.minor <= 0n).category === category
}

function isOfDirection({ direction, amount }: Line, asked: Direction): boolean {
  if (asked === 'own') return direction === 'own'
  return asked === 'in' ? amount.minor > 0n : amount.minor <= 0n
}

/** The size of an amount, whatever its sign, beside a decimal string: below zero when it is less. */
export function compareSize({ currency, minor }: Money, decimal: string): number {
  const finest = 10n ** BigInt(SCALE_MAX - CURRENCIES[currency].scale)
  const [size, other] = [(minor < 0n ? -minor : minor) * finest, finestOf(decimal)]
  if (size === other) return 0
  return size < other ? -1 : 1
}

/** The two ends of a range of decimal strings in their order. */
export function inOrder(min: string | undefined, max: string | undefined): readonly [string | undefined, string | undefined] {
  return min !== undefined && max !== undefined && finestOf(min) > finestOf(max) ? [max, min] : [min, max]
}

function finestOf(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(SCALE_MAX, '0'))
}

/** Whether a line is of an amount, with its fee or without. */
function isOfAmount({ amount, fee }: Line, decimal: string): boolean {
  const size = amount.minor < 0n ? -amount.minor : amount.minor
  const unit = 10n ** BigInt(CURRENCIES[amount.currency].scale)
  return [size, size - fee.minor].some((minor) => {
    if (!decimal.includes('.')) return minor / unit === BigInt(decimal)
    return compareSize({ ...amount, minor }, decimal) === 0
  })
}

/** What a person reads of a line but its amount and its time. */
function textOf({ kind, amount, direction, description, note, status }: Line, { t, language }: Reading): string {
  const label = amount.minor > 0n ? 'tx.label.topup' : 'tx.label.withdrawal'
  return [
    direction === 'own' ? '' : t(label),
    t(`stat.type.${legTextsOf(kind, amount.minor <= 0n).category}`),
    t(description.key, legParameters(description.parameters, language, t('person.closed'))),
    note ?? '',
    t(status),
    amount.currency,
    CURRENCIES[amount.currency].symbol,
    t(`currency.${amount.currency}`),
  ].join('\n')
}

/** A text as it is compared: without case, with е for ё, and every space an ordinary one. */
function compared(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
}
