import type { Destination } from '#server/providers/payouts/port'

/** A recipient's card or address, as far as it may be shown. */
interface Shown {
  readonly kind: Destination['kind']
  readonly masked: string
}

/**
 * The shown names of recipients: a card as `•• 4821`. Two cards of a list with the same last digits show every digit that may be shown (PCI DSS
 * 3.4.1), `2200 12•• •••• 4821`, so that nobody pays the wrong one. An address shows its beginning too, as an end alone is easily forged.
 */
export function nameRecipients(recipients: readonly Shown[]): string[] {
  const cards = recipients.filter(({ kind }) => kind === 'card')
  return recipients.map(({ kind, masked }) => {
    if (kind === 'address') return masked
    const ending = masked.slice(-4)
    const isAlone = cards.filter((card) => card.masked.endsWith(ending)).length === 1
    return isAlone ? `••\u00a0${ending}` : masked.replaceAll('*', '•').replaceAll(/(.{4})(?=.)/g, '$1\u00a0')
  })
}
