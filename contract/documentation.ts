import type { CALLS } from './calls.ts'

/** One sentence for each call. The API's document alone carries these words (server/http/openapi.ts): the page has no use for them. */
export const SUMMARIES: Readonly<Record<keyof typeof CALLS, string>> = {
  register: 'Starts a sign-up and sends an SMS code to the phone.',
  sendCode: 'Sends an SMS code: for sign-in, or again for a sign-up that has begun. The answer does not tell which.',
  confirmPhone: 'Sign-up, step 2: opens the wallet and signs in.',
  login: 'Signs in with an SMS code.',
  setPin: 'Sign-up, step 3: sets the PIN. Works once, while there is none.',
  acceptConsents:
    'Records consents to documents in their present versions; `missing_consents` of auth/info tells which are asked for.',
  logout: 'Ends this session; its token is worth nothing afterwards.',
  sessions: 'Where the user is signed in, the latest seen first.',
  endSessions: 'Ends one session of the user; without an id, all but the present one.',
  authInfo: 'Who is signed in, what they may do and how far they are identified.',
  config: 'What the page needs to know before anybody signs in: brand, switches, limits of a new user, support.',
  wallet: "The user's accounts with their balances, in the order they were opened.",
  openAccount: 'Opens an account in a currency the brand offers; one per currency.',
  textData: 'The texts of the brand in the language of Accept-Language; they stand above those built into the page.',
  exchangeRates:
    'Rates from every account currency: between them to exchange by, each honoured until `expires_at`; to the others to value by.',
  exchange: 'Exchanges between two of the user’s accounts at a quoted rate.',
  transactions: 'The statement, newest first; all of it, or a page at a time with `limit` and `cursor`.',
  statistics: 'Complete operations by type: their sum in one currency, and their share of all.',
  topup: 'Makes a top-up order; the money is credited when the payment provider confirms it.',
  topupStatus: 'Where an order of the user stands.',
  withdrawal: 'Pays out to a card, or to an address for USDC; needs the PIN.',
  recentRecipients: 'Where the user has sent money to, the latest first, five at most; never a whole card number.',
  notifications: 'The last notifications of the user, newest first.',
  upgradeIdentification:
    'Begins the identification for the next level, or goes on with the one under way: an address to go to, or what to do.',
  identificationStatus: 'Asks the provider how the identification stands, acts on its answer, and tells it.',
}

const INSTANT = { description: 'ISO 8601 with zone', example: '2026-11-20T14:05:00.000Z' }

/**
 * What a field means, by its name, in every call that has it, with an example where the form is not plain; by the name of the field
 * around it as well where that means something else.
 */
export const FIELDS: Readonly<Record<string, { readonly description?: string; readonly example?: string | number }>> = {
  amount: { description: 'Decimal string, at most two decimals; signed in a statement and in statistics', example: '1234.50' },
  balance: { description: 'Decimal string, at most two decimals', example: '1234.50' },
  category: { description: "'default' (spec point 3)" },
  code: { description: 'Machine-readable; does not change with the language' },
  confirm_code: { example: '0420' },
  created_at: INSTANT,
  currency_code: { example: 'RUB' },
  device: { description: 'What the device said of itself, User-Agent' },
  expires_at: INSTANT,
  fee: { description: 'Decimal string, at most two decimals', example: '0.00' },
  field: { description: 'The field of the request at fault' },
  from: { description: 'ISO 8601 with zone', example: '2026-11-20T00:00:00.000Z' },
  from_currency_code: { example: 'RUB' },
  from_amount: { description: 'Decimal string, at most two decimals', example: '1234.50' },
  has_pin: { description: 'False until set/pin; withdrawals need one' },
  issued_at: INSTANT,
  last_used_at: INSTANT,
  limit: { description: '1 to 200' },
  limits: { description: "Of the user's level; in the config call those of a new user" },
  max: { description: 'The most characters that the field takes' },
  message: { description: 'For the person, in the language of Accept-Language' },
  missing_consents: { description: 'Documents whose present version the user has not accepted; auth/consents accepts them' },
  missing: { description: 'Currencies left out, as there is no rate for them' },
  pan: { description: '16 digits', example: '2200123456784821' },
  percent: { description: 'One decimal; all together 100.0', example: 62.5 },
  phone: { description: 'Country code and digits', example: '79123456789' },
  pin: { example: '0420' },
  pin_code: { example: '0420' },
  quantity_in: { description: 'Always 1 (spec point 9)' },
  quantity_out: { description: 'Decimal string, up to 12 decimals' },
  registered_at: INSTANT,
  resend_in: { description: 'Seconds until another code can be asked for' },
  retry_after: { description: 'Seconds until it is worth trying again' },
  sandbox: { description: 'True: no real money moves here' },
  seen_at: INSTANT,
  'support.phone': { description: 'As people read it' },
  switched_off_until: { description: 'When a feature that is off comes back, where the operator has said so' },
  to: { description: 'ISO 8601 with zone', example: '2026-11-21T00:00:00.000Z' },
  to_currency_code: { example: 'USD' },
  to_amount: { description: 'Decimal string, at most two decimals', example: '12.30' },
  url: { description: 'The hosted payment page to go to' },
  wallet_transaction_type: {
    description:
      'Top-ups are summed as positive, withdrawals as negative, exchanges by what was given (of one account: by what came to it or left it)',
  },
}
