import type { Currency } from '#money/currency'
import { percentOf } from '#money/percent'
import type { Change } from './change.ts'
import {
  defaultMargin,
  marginOf,
  readStoredOperatorSettings,
  type Source,
  type StoredOperatorSettings,
} from './stored-operator-settings.ts'

/** A margin as it is shown and recorded: a percent with two decimals. */
export type MarginFacts = { readonly percent: string; readonly source: Source }

/** A pair of currencies; undefined for all pairs without a margin of their own. */
export type MarginPlace = { readonly from: Currency; readonly to: Currency } | undefined

/** The most the operator may keep of an exchange, in basis points. */
export const MARGIN_MAX = 5000

const UPSERT = {
  name: 'operator.upsert_margin',
  text: `insert into rate_margin (from_currency, to_currency, basis_points) values ($1, $2, $3)
    on conflict (from_currency, to_currency) do update set basis_points = excluded.basis_points`,
}
const DELETE = {
  name: 'operator.delete_margin',
  text: 'delete from rate_margin where from_currency is not distinct from $1 and to_currency is not distinct from $2',
}

/** A margin as it is shown and recorded. */
export function marginFacts({ basisPoints, source }: ReturnType<typeof marginOf>): MarginFacts {
  return { percent: percentOf(basisPoints), source }
}

/**
 * Sets the margin of a pair, or of all pairs without their own, in basis points; `undefined` resets it to the default. Quotes issued
 * before keep their margin.
 */
export function marginChange(place: MarginPlace, basisPoints: number | undefined, fallback: number): Change<MarginFacts> {
  const pair = [place?.from ?? null, place?.to ?? null]
  const standing = (stored: StoredOperatorSettings) =>
    marginFacts(place ? marginOf(stored, place, fallback) : defaultMargin(stored, fallback))
  return {
    area: 'margins',
    subject: place ? `${place.from} ${place.to}` : 'default',
    async propose(queryable) {
      const stored = await readStoredOperatorSettings(queryable)
      const others = stored.margins.filter(({ from, to }) => from !== pair[0] || to !== pair[1])
      return {
        before: standing(stored),
        after:
          basisPoints === undefined
            ? standing({ ...stored, margins: others })
            : { percent: percentOf(basisPoints), source: 'operator' },
      }
    },
    async write(tx) {
      if (basisPoints === undefined) await tx.run(DELETE, pair)
      else await tx.run(UPSERT, [...pair, basisPoints])
    },
  }
}
