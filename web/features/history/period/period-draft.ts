import { type DateRange, type Period, type Preset, rangeOf, type Today, wholeDays } from './period.ts'
import { type Edge, readTyped, stepTyped, typedText } from './typed-date.ts'

/** How far one press of a button moves a time. */
const STEP_MINUTES = 60

/** The state of the period dialog: the pressed preset, and both ends as text. */
export interface PeriodDraft {
  readonly choice: 'all' | Preset | 'own'
  readonly start: string
  readonly end: string
  /** The first day of a range has been pressed in the calendar, and the second has not. */
  readonly isHalf: boolean
  /** The ends with an invalid date whose error is shown. */
  readonly faults: { readonly start: boolean; readonly end: boolean }
}

const NO_FAULTS = { start: false, end: false }

/** The draft of a period. */
export function draftOf(period: Period, today: Today): PeriodDraft {
  return filled(typeof period === 'string' ? period : 'own', rangeOf(period, today))
}

/** Edits an end. Its error goes as soon as the date is valid; two empty ends mean all days. */
export function typeEdge(draft: PeriodDraft, edge: Edge, text: string): PeriodDraft {
  const typed = { ...draft, [edge]: text, isHalf: false }
  const isFaulty = draft.faults[edge] && !readTyped(text, edge)
  const choice = typed.start.trim() === '' && typed.end.trim() === '' ? 'all' : 'own'
  return { ...typed, choice, faults: choice === 'all' ? NO_FAULTS : { ...draft.faults, [edge]: isFaulty } }
}

/** Blurs an end: an invalid date shows its error now. An empty end shows none, because it may still be filled. */
export function leaveEdge(draft: PeriodDraft, edge: Edge): PeriodDraft {
  const isFaulty = draft[edge].trim() !== '' && !readTyped(draft[edge], edge)
  return { ...draft, faults: { ...draft.faults, [edge]: isFaulty } }
}

/** Moves an end by whole hours; an invalid date stays. */
export function stepEdge(draft: PeriodDraft, edge: Edge, steps: number): PeriodDraft {
  const text = stepTyped(draft[edge], edge, steps * STEP_MINUTES)
  return text === undefined ? draft : typeEdge(draft, edge, text)
}

/** Presses a day of the calendar: the first starts a range, the second ends it, whichever comes earlier. */
export function pressDay(draft: PeriodDraft, day: Date): PeriodDraft {
  const first = draft.isHalf ? readTyped(draft.start, 'start') : undefined
  return { ...filled('own', wholeDays(first ?? day, day)), isHalf: first === undefined }
}

/** The range to show in the calendar, in order, from the ends that are valid dates. */
export function rangeIn({ start, end }: PeriodDraft): DateRange | undefined {
  const [from, to] = [readTyped(start, 'start'), readTyped(end, 'end')]
  if (!(from && to)) return undefined
  // Swapped before parsing, so that a day without a time gets the right minute on either side.
  return from <= to ? { start: from, end: to } : { start: readTyped(end, 'start') ?? to, end: readTyped(start, 'end') ?? from }
}

/** The chosen period, with the ends in order; or the draft with its errors. */
export function finish(draft: PeriodDraft): { readonly period: Period } | { readonly draft: PeriodDraft } {
  if (draft.choice !== 'own') return { period: draft.choice }
  const range = rangeIn(draft)
  if (range) return { period: range }
  return { draft: { ...draft, faults: { start: !readTyped(draft.start, 'start'), end: !readTyped(draft.end, 'end') } } }
}

function filled(choice: PeriodDraft['choice'], range: DateRange | undefined): PeriodDraft {
  const texts = { start: range ? typedText(range.start) : '', end: range ? typedText(range.end) : '' }
  return { choice, ...texts, isHalf: false, faults: NO_FAULTS }
}
