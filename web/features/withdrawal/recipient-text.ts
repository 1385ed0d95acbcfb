import type { Translate } from '#web/lib/texts/texts.tsx'
import { type Destination, maskedCard } from './withdrawal-form.ts'

/** The recipient as far as it may be shown; for an earlier recipient, the text from the server. */
export function recipientText(t: Translate, destination: Destination): string {
  if (destination.kind === 'card') return t('wd.to_card', { card: maskedCard(destination.pan) })
  if (destination.kind === 'typed') return t('wd.to_card', { card: maskedCard(destination.card.masked) })
  if (destination.kind === 'address') return t('wd.to_address', { address: destination.address })
  const { kind, masked } = destination.recipient
  return kind === 'card' ? t('wd.to_card', { card: masked }) : t('wd.to_address', { address: masked })
}
