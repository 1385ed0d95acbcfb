import type { TextOverrides } from '#texts/texts'

/** What stater says in its own words, in English; everything else is the catalogue's. */
export const texts: TextOverrides = {
  'authin.title': 'Roubles and currencies in one wallet',
  'qr_payment.title': 'Pay for goods and services',
  'qr_payment.description': 'Pay with your Stater wallet wherever QR is accepted',
  'policy.title': 'Wallet terms and documents',
}
