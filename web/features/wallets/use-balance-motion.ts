import { type RefObject, useLayoutEffect } from 'react'
import type { Account } from './accounts.ts'

/** The balance of each account, in minor units, when it was last shown: also on an earlier visit to the screen. */
const lastShown = new Map<string, bigint>()

/** Marks a balance that has changed since it was last shown: `data-moved` is `in` when it has grown, `out` when it has fallen. */
export function useBalanceMotion({ id, balance: { minor } }: Account, place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = lastShown.get(id)
    lastShown.set(id, minor)
    if (place.current && before !== undefined && before !== minor) place.current.dataset.moved = before < minor ? 'in' : 'out'
  }, [id, minor, place])
}
