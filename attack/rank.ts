/** How well times tell two kinds of call apart: 0.5 is not at all, 1 is always. */
export interface Separation {
  /** The area under the curve of whoever guesses by a threshold, whichever side of it is which. */
  readonly auc: number
  /** The lower end of its interval of confidence (95 %). */
  readonly atLeast: number
}

/** The area under the curve by ranks (Mann–Whitney), with the interval of Hanley and McNeil. */
export function separationOf(one: readonly number[], other: readonly number[]): Separation {
  const all = [...one.map((ms) => ({ ms, isOne: true })), ...other.map((ms) => ({ ms, isOne: false }))]
  all.sort((first, second) => first.ms - second.ms)
  let rankSum = 0
  for (let start = 0; start < all.length; ) {
    let end = start
    while (all[end + 1]?.ms === all[start]?.ms && end + 1 < all.length) end += 1
    const shared = (start + end) / 2 + 1
    rankSum += shared * all.slice(start, end + 1).filter(({ isOne }) => isOne).length
    start = end + 1
  }
  const pairs = one.length * other.length
  const area = (rankSum - (one.length * (one.length + 1)) / 2) / pairs
  const auc = Math.max(area, 1 - area)
  return { auc, atLeast: Math.max(0, auc - 1.96 * standardError(auc, one.length, other.length)) }
}

function standardError(auc: number, ones: number, others: number): number {
  const [q1, q2] = [auc / (2 - auc), (2 * auc * auc) / (1 + auc)]
  const variance = auc * (1 - auc) + (ones - 1) * (q1 - auc * auc) + (others - 1) * (q2 - auc * auc)
  return Math.sqrt(variance / (ones * others))
}
