/** A card network, by the name it is known under. */
export type CardNetwork = 'American Express' | 'JCB' | 'Mastercard' | 'Visa' | 'UnionPay' | 'Мир'

/** Issuer identification numbers by their first four figures, both ends in it (ISO/IEC 7812, as the networks publish theirs). */
const RANGES: readonly (readonly [from: number, to: number, network: CardNetwork])[] = [
  [2200, 2204, 'Мир'],
  [2221, 2720, 'Mastercard'],
  [3400, 3499, 'American Express'],
  [3528, 3589, 'JCB'],
  [3700, 3799, 'American Express'],
  [4000, 4999, 'Visa'],
  [5100, 5599, 'Mastercard'],
  [6200, 6299, 'UnionPay'],
]

/**
 * The network of a card by the figures that a mask leaves in sight, `220070••••••4821`; nothing where fewer than the first four are, or
 * where no network of the table has them: it is told, never guessed.
 */
export function cardNetworkOf(masked: string): CardNetwork | undefined {
  const first = /^[0-9]{4}/.exec(masked.replaceAll(' ', ''))
  if (!first) return undefined
  const number = Number(first[0])
  return RANGES.find(([from, to]) => number >= from && number <= to)?.[2]
}
