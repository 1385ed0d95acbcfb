import type { Random } from './random.ts'

type Mutation = (bytes: Buffer, random: Random) => Buffer

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  (bytes, random) => {
    const flipped = Buffer.from(bytes)
    const place = random.below(bytes.length)
    flipped[place] = (flipped[place] ?? 0) ^ (1 << random.below(8))
    return flipped
  },
  (bytes, random) => {
    const [from, to] = pieceOf(bytes, random)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
  (bytes, random) => {
    const [from, to] = pieceOf(bytes, random)
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
  },
  (bytes, random) => {
    const place = random.below(bytes.length)
    return Buffer.concat([bytes.subarray(0, place), Buffer.from([random.below(256)]), bytes.subarray(place)])
  },
]
const MUTATIONS_MAX = 4
const PIECE_MAX = 16

/** The bytes with up to four changes: a bit turned, a piece left out or there twice, a byte put in. The same for the same chance. */
export function mutated(bytes: Buffer, random: Random): Buffer {
  let result = bytes
  for (let left = 1 + random.below(MUTATIONS_MAX); left > 0 && result.length > 0; left -= 1) {
    result = random.pick(MUTATIONS)(result, random)
  }
  return result
}

function pieceOf(bytes: Buffer, random: Random): [from: number, to: number] {
  const from = random.below(bytes.length)
  return [from, Math.min(bytes.length, from + 1 + random.below(PIECE_MAX))]
}
