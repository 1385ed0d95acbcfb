import type { TextKey } from './texts.ts'

/** A card network, as `codes/card-network.ts` names it, in the reader's language: all but one have the same name everywhere. */
export function networkName(t: (key: TextKey) => string, network: string | undefined): string | undefined {
  return network === 'Мир' ? t('card_network.mir') : network
}
