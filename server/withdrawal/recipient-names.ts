import type { Recipient } from './recipients.ts'

/**
 * What recipients are shown as: `•• 4821`. Where two of a list end alike, both by all that may be shown of them (PCI DSS 3.4.1), so that nobody
 * pays the wrong one: `2200 12•• •••• 4821`.
 */
export function nameRecipients(recipients: readonly Pick<Recipient, 'masked'>[]): string[] {
  const endings = recipients.map(({ masked }) => masked.slice(-4))
  return recipients.map(({ masked }, place) => {
    const ending = masked.slice(-4)
    const isAlone = endings.every((other, at) => at === place || other !== ending)
    return isAlone ? `••\u00a0${ending}` : grouped(masked.replaceAll('*', '•'))
  })
}

/** In groups of four, where the mask is as long as a card's number. */
function grouped(masked: string): string {
  return masked.length === 16 ? masked.replaceAll(/(.{4})(?=.)/g, '$1\u00a0') : masked
}
