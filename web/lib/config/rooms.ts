import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/call'
import { levelLimits } from '#contract/levels'
import { parseDecimal } from '#money/amount'
import { type Currency, isCurrency } from '#money/currency'
import type { Money } from '#money/money'
import { callApi } from '#web/lib/api/call.ts'

/** The levels, and what is left to the user of their own. */
export type LevelsAndRooms = ResponseOf<typeof levelLimits>
type RoomReply = LevelsAndRooms['rooms'][number]

/** The ways that money moves by limits of a level. */
export type Movement = 'topup' | 'withdrawal' | 'payment' | 'sending' | 'receiving'

/** What a limit counts. */
type CapPeriod = RoomReply['topup']['caps'][number]['per']

/** A limit, and what is left of it. */
export interface Cap {
  readonly per: CapPeriod
  readonly most: Money
  readonly rest: Money
}

/** The query for every level, and for what is left. */
export const roomsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: ({ signal }) => callApi(levelLimits, { signal }),
})

/** The limits of a movement in a currency, by what is left of them; none where the user has no account in it. */
export function capsOf({ rooms }: LevelsAndRooms, movement: Movement, currency: Currency | undefined): readonly Cap[] {
  const found = rooms.find(({ currency_code }) => currency_code === currency)
  if (!(found && isCurrency(found.currency_code))) return []
  const own = found.currency_code
  return found[movement].caps.map(({ per, most, rest }) => ({
    per,
    most: parseDecimal(most, own),
    rest: parseDecimal(rest, own),
  }))
}

/** The same as far as it is known; nothing until then. */
export function useCaps(movement: Movement, currency: Currency | undefined): readonly Cap[] {
  const { data } = useQuery(roomsQuery)
  return data ? capsOf(data, movement, currency) : []
}
