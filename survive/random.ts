/** Chance that is the same for the same seed, on every machine. */
export interface Random {
  /** A whole number from 0 to one less than this. */
  below(count: number): number
  /** True for this share of the draws, 0 to 1. */
  chance(share: number): boolean
  /** One of a list, which must not be empty. */
  pick<Item>(items: readonly Item[]): Item
  /** All of a list, in another order. */
  shuffled<Item>(items: readonly Item[]): Item[]
}

/** Makes chance from names: the same names, the same draws. mulberry32, seeded by FNV-1a of the names. */
export function randomOf(...names: readonly (string | number)[]): Random {
  let state = fnv(names.join(' '))
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    below,
    chance: (share) => next() < share,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    shuffled(items) {
      const left = [...items]
      return items.flatMap(() => left.splice(below(left.length), 1))
    },
  }
}

function fnv(text: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place += 1) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  return hash >>> 0
}
