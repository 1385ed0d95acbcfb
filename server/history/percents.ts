const TENTHS = 1000n

/**
 * Each part's share of the whole in per cent with one decimal, by the largest-remainder method: together they are exactly 100.0, and
 * none is a tenth or more from its true share. Parts are of one unit and not negative; nothing when the whole is zero.
 */
export function percentsOf(parts: readonly bigint[]): readonly number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n)
  if (whole === 0n) return []
  const shares = parts.map((part, index) => ({
    index,
    tenths: (part * TENTHS) / whole,
    remainder: (part * TENTHS) % whole,
  }))
  const missing = Number(shares.reduce((left, { tenths }) => left - tenths, TENTHS))
  const raised = new Set(
    shares
      .toSorted((one, other) => compare(other.remainder, one.remainder))
      .slice(0, missing)
      .map(({ index }) => index),
  )
  return shares.map(({ index, tenths }) => (Number(tenths) + (raised.has(index) ? 1 : 0)) / 10)
}

/**
 * By how many per cent an amount is more than another, negative for less, rounded to whole ones, a half away from zero. Neither amount is
 * negative; nothing can be said beside an amount of zero.
 */
export function changeOf(now: bigint, before: bigint): number | undefined {
  if (before === 0n) return undefined
  const isLess = now < before
  const difference = isLess ? before - now : now - before
  const percent = Number((difference * 200n + before) / (before * 2n))
  return isLess && percent > 0 ? -percent : percent
}

function compare(one: bigint, other: bigint): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
