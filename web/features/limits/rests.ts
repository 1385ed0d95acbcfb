import type { FeatureFlag } from '#contract/config'
import type { Currency } from '#money/currency'
import { compare, isSameMoney } from '#money/money'
import type { TextKey } from '#texts/texts'
import { type Cap, capsOf, type LevelsAndRooms, type Movement } from '#web/lib/config/rooms.ts'

/** What moves by limits that count what has moved, and which feature it is of. */
export const COUNTED = [
  { movement: 'withdrawal', feature: 'withdrawal', label: 'levels.withdrawal' },
  { movement: 'payment', feature: 'qr_payment', label: 'levels.payment' },
  { movement: 'sending', feature: 'p2p', label: 'levels.sending' },
] as const satisfies readonly { movement: Movement; feature: FeatureFlag; label: TextKey }[]

/** What is left today of one movement: of its limit of a day, or of the first day's where that leaves less. */
function restOfToday(data: LevelsAndRooms, movement: Movement, currency: Currency): Cap | undefined {
  const caps = capsOf(data, movement, currency)
  const daily = caps.filter(({ per }) => per === 'day' || per === 'first_day')
  return daily.reduce<Cap | undefined>((least, cap) => (least && compare(least.rest, cap.rest) <= 0 ? least : cap), undefined)
}

/** What is left today, with the label of what it is left for. */
export interface Rest {
  readonly label: TextKey
  readonly cap: Cap
}

/** What is left today of each of these movements; one rest where all of them are held by the first day's limit, which they share. */
export function restsOfToday(
  data: LevelsAndRooms,
  counted: readonly { readonly movement: Movement; readonly label: TextKey }[],
  currency: Currency,
): readonly Rest[] {
  const rests = counted.flatMap(({ movement, label }): Rest[] => {
    const cap = restOfToday(data, movement, currency)
    return cap ? [{ label, cap }] : []
  })
  const [first, ...others] = rests
  const isShared = (cap: Cap) =>
    cap.per === 'first_day' &&
    first !== undefined &&
    isSameMoney(cap.most, first.cap.most) &&
    isSameMoney(cap.rest, first.cap.rest)
  return first && others.length > 0 && rests.every(({ cap }) => isShared(cap)) ? [{ ...first, label: 'levels.together' }] : rests
}

/** How much of a limit is left, from 0 to 100 whole per cent, rounded down. */
export function percentLeft({ most, rest }: Pick<Cap, 'most' | 'rest'>): number {
  return most.minor <= 0n ? 0 : Number((rest.minor * 100n) / most.minor)
}
