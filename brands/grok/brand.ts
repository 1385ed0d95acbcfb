import type { Brand } from '#brands/brand'

/** grok: international, with an address at sign-up, card payments, policy documents and support at all hours. */
export const brand: Brand = {
  id: 'grok',
  name: 'Grok',
  firstAccounts: ['USD', 'EUR'],
  // The specification offers the first four; GBP and USDC stand after them, as a withdrawal to an address needs a USDC account.
  accountCurrencies: ['RUB', 'USD', 'EUR', 'IDR', 'USDC', 'GBP'],
  displayCurrency: 'USD',
  register: { address: true, consents: [] },
  // Numbers of Russia are not accepted, so the Russian interface begins with another country as well.
  phone: { excludedCountries: ['RU'], defaultCountry: { ru: 'GB', en: 'GB' } },
  methods: { topup: ['card'], withdrawal: ['card'] },
  // A number set aside for fiction and a domain that belongs to nobody: whoever runs the wallet puts its own here.
  support: { phone: '+44 20 7946 0857', email: 'support@grok.example', hours: '24/7' },
  documents: [
    { id: 'aml', version: '2026-11-01', url: '/documents/aml' },
    { id: 'cookies', version: '2026-11-01', url: '/documents/cookies' },
    { id: 'privacy', version: '2026-11-01', url: '/documents/privacy' },
    { id: 'terms', version: '2026-11-01', url: '/documents/terms' },
    { id: 'topup_terms', version: '2026-11-01', url: '/documents/topup_terms' },
  ],
  footerDocuments: ['aml', 'cookies', 'privacy', 'terms'],
  qrBlock: 'payment',
  exchangeLegal: true,
  appColor: '#f3f6f7',
  featureFlags: {
    topup: true,
    withdrawal: true,
    exchange: true,
    account_create: true,
    display_currency: true,
    kyc: true,
    consents_prechecked: true,
    market: false,
    sbp_withdrawal: false,
    qr_payment: true,
    p2p: true,
    email_recovery: true,
  },
}
