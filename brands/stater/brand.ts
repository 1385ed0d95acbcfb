import type { Brand } from '#brands/brand'

/** stater, the default brand: Russian-language QR block, offer and consent boxes, SBP and cash. */
export const brand: Brand = {
  id: 'stater',
  name: 'Stater',
  firstAccounts: ['RUB', 'USD'],
  // The specification offers the first four; GBP and USDC stand after them, as a withdrawal to an address needs a USDC account.
  accountCurrencies: ['RUB', 'USD', 'EUR', 'IDR', 'USDC', 'GBP'],
  displayCurrency: 'RUB',
  register: { address: false, consents: ['offer', 'data'] },
  phone: { excludedCountries: [], defaultCountry: { ru: 'RU', en: 'GB' } },
  methods: { topup: ['sbp', 'cash'], withdrawal: ['card', 'sbp', 'cash'] },
  // Numbers and domains that belong to nobody: whoever runs the wallet puts its own here.
  support: { phone: '+7 800 000-00-00', email: 'support@stater.example', hours: '09:00–21:00 (UTC+3)' },
  documents: [
    { id: 'offer', version: '2026-11-01', url: '/documents/offer' },
    { id: 'data', version: '2026-11-01', url: '/documents/data' },
    { id: 'topup_terms', version: '2026-11-01', url: '/documents/topup_terms' },
  ],
  footerDocuments: [],
  qrBlock: 'market',
  exchangeLegal: false,
  appColor: '#f5f4fa',
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
