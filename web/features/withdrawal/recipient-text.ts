import type { Translate } from '#web/lib/texts/texts.tsx'
import { type Destination, type DestinationKind, maskedCard } from './withdrawal-form.ts'

/** The recipient as far as it may be shown; for an earlier recipient, the text from the server. */
export function recipientText(t: Translate, destination: Destination): string {
  const { kind, shown } = shownRecipient(destination)
  return kind === 'card' ? t('wd.to_card', { card: shown }) : t('wd.to_address', { address: shown })
}

/** Whether the money goes to a card or to an address, and what of it may be shown. */
export function shownRecipient(destination: Destination): { readonly kind: DestinationKind; readonly shown: string } {
  switch (destination.kind) {
    case 'card':
      return { kind: 'card', shown: maskedCard(destination.pan) }
    case 'typed':
      return { kind: 'card', shown: maskedCard(destination.card.masked) }
    case 'address':
      return { kind: 'address', shown: destination.address }
    case 'recipient':
      return { kind: destination.recipient.kind, shown: destination.recipient.masked }
  }
}
