import { AMOUNT_GRAMMAR } from '#money/amount'
import { CURRENCIES } from '#money/currency'
import { NETWORKS } from '#money/networks'
import { OPERATION_KINDS, STATISTICS_CATEGORIES } from './operation-kinds.ts'
import { REFUSALS } from './refusals.ts'

/** The documentation of a field. */
export interface FieldWords {
  readonly description?: string
  readonly example?: string | number | boolean
  /** Keywords of JSON Schema beside the contract's. */
  readonly also?: Readonly<Record<string, unknown>>
  /** A JSON Schema that replaces the contract's, where it is clearer. */
  readonly instead?: Readonly<Record<string, unknown>>
  /** The server always sends it, though the page can do without it. */
  readonly isAlwaysSent?: true
}

// Portable regular expressions: with ranges, not with Unicode properties.
const NO_CONTROL =
  '^[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f\\u202a-\\u202e' +
  '\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb]*$'
const TYPED = { also: { pattern: NO_CONTROL } }
const EMAIL = { also: { pattern: '^[^\\s@\\u0000-\\u001f\\u007f-\\u009f]+@[^\\s@\\u0000-\\u001f\\u007f-\\u009f]+$' } }
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ID = { description: 'Opaque', also: { format: 'uuid' }, example: '01a20533-39a9-7749-b768-05e0dc38ed66' }
const RATE_ID = {
  also: { pattern: `^${UUID}\\.[A-Z]{3,5}-[A-Z]{3,5}$` },
  example: '01a20533-3d3e-70e7-88f3-8b99c73ab3f5.RUB-USD',
}
const INSTANT = {
  description: 'An instant, ISO 8601 with zone',
  also: { format: 'date-time' },
  example: '2026-11-20T14:05:00.000Z',
}
const FOUR_DIGITS = { description: 'Four digits', example: '0420' }
const CURRENCY = { example: 'RUB' }
const ASKED = {
  description: 'Decimal string above zero: as many decimals as the currency has, two at most',
  also: { pattern: AMOUNT_GRAMMAR.source },
}
const SCALE_MAX = Math.max(...Object.values(CURRENCIES).map(({ scale }) => scale))
const TOLD_PATTERN = `(0|[1-9][0-9]*)(\\.[0-9]{1,${SCALE_MAX}})?$`
const TOLD = { description: 'Decimal string', also: { pattern: `^${TOLD_PATTERN}` } }
const SIGNED = { description: 'Decimal string; negative for what went out', also: { pattern: `^-?${TOLD_PATTERN}` } }
const ADDRESS_PATTERN = Object.values(NETWORKS)
  .map(({ address }) => address.source)
  .join('|')
const PAY_CODE = {
  description: 'Of a request, or of a person',
  also: { pattern: '^[0-9A-Za-z]{16,32}$' },
  example: '7Qm3vX0cWq7nTzK2mJd5',
}
const COUNT = { type: 'integer', minimum: 0 }
const HTTP_ADDRESS = { also: { format: 'uri' } }
const KINDS = Object.keys(OPERATION_KINDS)
const CONTEXT = 'For people, in the language of Accept-Language'

/** An open enumeration: new values may be added. */
function open(description: string, names: readonly string[]): FieldWords {
  const today = names.map((name) => `\`${name}\``).join(', ')
  return {
    description: `${description}. Today ${today}; more may come`,
    also: { 'x-extensible-enum': names },
    ...(names[0] !== undefined && { example: names[0] }),
  }
}

/** What the fields of a request for money mean, of a call or within a field. */
function ofRequest(place: string): Record<string, FieldWords> {
  return {
    [`${place}.direction`]: { description: 'Whether the user has made it, or has received it' },
    [`${place}.person`]: { description: 'The other side, as may be shown; null where anybody may pay', example: 'Anna S.' },
    [`${place}.amount`]: { ...TOLD, description: 'Of each payment; null where the payer says how much', example: '250.00' },
    [`${place}.message`]: { description: 'What it is for, as its maker has written it', example: 'For lunch' },
    [`${place}.code`]: { ...PAY_CODE, description: 'Who has it may pay; null where it was asked of a number, and for the payer' },
  }
}

/**
 * What a field means, by its name, in every call that has it; with the call (`register.address`) or the field around it
 * (`results.status`) in front where it means something else there.
 */
export const FIELDS: Readonly<Record<string, FieldWords>> = {
  accepted_at: INSTANT,
  account_currencies: { description: 'What accounts can be opened in', ...CURRENCY },
  account_id: { ...ID, description: 'Of an account' },
  accounts: { description: 'In the order they were opened' },
  active_identification: { description: 'The identification begun last; null when none was' },
  'active_identification.status': open('How it stands: it has ended with `complete` or `aborted`', [
    'pending',
    'processing',
    'review',
    'complete',
    'aborted',
  ]),
  amount: { ...ASKED, example: '1234.50' },
  'results.amount': { ...SIGNED, example: '-250.00' },
  ask_for_next: { description: 'Whether there is a next level to ask for', example: true },
  attempts_left: { description: 'How often it may still be tried', instead: COUNT, example: 4 },
  auth_token: {
    description: 'Goes into `Authorization: Token …`',
    also: { pattern: '^[A-Za-z0-9_-]{20,128}$' },
    example: 'q1V8b3YwZs5mT0nUe7KxHc2RjLd9PfGa4SiWoEtNyBM',
  },
  balance: { ...TOLD, example: '1234.50' },
  brand: { description: 'Which brand the wallet has', example: 'stater' },
  channel: { description: 'By what it was sent' },
  closed_at: { ...INSTANT, description: 'When the wallet was closed; null while it is open' },
  category: { description: "'default'", example: 'default' },
  code: {
    description: 'Machine-readable; does not change with the language. Each call names those it can have',
    also: { enum: Object.keys(REFUSALS) },
    example: 'invalid_request',
  },
  'quotePayment.code': {
    description: 'The text of the code, as it was read',
    also: { pattern: '^[^\\u0000]*$' },
    example: 'https://qr.nspk.ru/AD10000000000000000000000000TEST?type=02&bank=100000000000&sum=15050&cur=RUB&crc=2562',
  },
  'quotePayment.amount': { ...TOLD, description: 'What is to be paid; null where the payer says how much', example: '150.50' },
  'quotePayment.fee': { ...TOLD, description: 'What comes on top of the amount', example: '0.00' },
  'quotePayment.max': { ...TOLD, description: 'The most that may be paid; null where the amount is fixed', example: '100000.00' },
  'payment.amount': { ...ASKED, description: 'Where the quote has no amount of its own', example: '150.50' },
  'startPasskeyPayment.amount': { ...ASKED, description: 'Where the quote has no amount of its own', example: '150.50' },
  'payment.passkey': {
    description:
      'What the browser has answered to the options of passkeys/payment/start for this payment, as text; instead of `pin`',
    also: { 'x-instead-of': 'pin' },
    example: '{"id":"yq5p","rawId":"yq5p","response":{},"type":"public-key","clientExtensionResults":{}}',
  },
  quote_id: { ...ID, description: 'Of a quote' },
  seller: { ...TYPED, description: 'The name that the provider confirms', example: 'Blumenhaus Berlin' },
  format: { description: 'What kind of code it is' },
  min: { ...TOLD, description: 'The least that may be paid; null where the amount is fixed', example: '1.00' },
  confirm_code: { ...FOUR_DIGITS, description: 'The code from the SMS' },
  proof: {
    description: 'After `proof_required`: its `challenge` with the solution (ALTCHA), as JSON',
    example: '{"challenge":{},"solution":{"counter":217,"derivedKey":"00c4"}}',
  },
  consents: { description: 'Ids of documents that are accepted', example: 'offer' },
  'person.address': { ...TYPED, description: 'Where the brand asks for it', example: '1 Park Row' },
  'operations.amount': {
    ...SIGNED,
    description: 'What the account changed by, the fee in it; negative for what went out',
    example: '-250.00',
  },
  'personData.accounts': { description: 'By their ids' },
  'personData.consents': { description: 'What was accepted, and when' },
  'personData.level': { description: 'The code of the identification level', example: 'basic' },
  'personData.last_name': { ...TYPED, example: 'Smith' },
  'personData.kind': { description: 'What it was', example: 'withdrawal' },
  'personData.country_code': { description: 'ISO 3166-1, two letters', also: { pattern: '^[A-Z]{2}$' }, example: 'GB' },
  'operations.masked': {
    description: 'Where a withdrawal went, as it may be shown; null for what is none',
    example: '427612******1234',
  },
  'identifications.status': { description: 'How it stands, or ended', example: 'complete' },
  'personData.reason': { description: 'Why it ended so, where that is known', example: 'expired' },
  'personData.phone': { description: 'Country code and digits', also: { pattern: '^[0-9]{5,15}$' }, example: '79123456789' },
  'personData.device': {
    description: 'What the device said of itself, User-Agent; null where that is no longer kept',
    example: 'Mozilla/5.0',
  },
  details: { description: 'What its texts are filled with', also: { examples: [{ last: '4821' }] } },
  devices: { description: 'Those that were signed in with' },
  ended_at: { ...INSTANT, description: 'When it ended; null where it has not' },
  expires_in: { description: 'Seconds for which it is good', instead: COUNT, example: 30 },
  failed_at: INSTANT,
  first_used_at: INSTANT,
  from_level: { description: 'The code of a level', example: 'basic' },
  'registration.consents': { description: 'The documents to accept at a sign-up, in their present versions' },
  country_code: { description: 'ISO 3166-1, two letters', example: 'GB' },
  created_at: INSTANT,
  credential: {
    description: 'What the browser has answered: PublicKeyCredential.toJSON(), as text',
    example: '{"id":"yq5p","rawId":"yq5p","response":{},"type":"public-key","clientExtensionResults":{}}',
  },
  currencyCode: { description: 'Taken as the return page has it in its address; decides nothing', ...CURRENCY },
  currency_code: CURRENCY,
  cursor: { description: 'The `next_cursor` of the page before', example: 'MTc5NTM4MzU3Mzg3OC4wMWEyMDUzMw' },
  description: { description: `What it was. ${CONTEXT}`, example: 'Card •• 4821' },
  device: { description: 'What the device said of itself, User-Agent', example: 'Mozilla/5.0' },
  device_name: { ...TYPED, description: 'What its owner calls it; null where there is no name', example: 'My laptop' },
  direction: { description: "Which way the money went: in, out, or between the user's own accounts" },
  display_currencies: { description: 'What a total can be shown in', ...CURRENCY },
  display_currency: { description: 'What the sums are told in; without it in the currency of the brand', example: 'USD' },
  email: { ...EMAIL, example: 'anna@mail.example' },
  expires_at: INSTANT,
  fee: { ...TOLD, example: '0.00' },
  field: { description: 'The field of the request at fault', example: 'currency_code' },
  fields: {
    description:
      'Address fields that a sign-up has to have, beside `first_name`, `phone` and `email`; empty where none is asked for',
    instead: { type: 'array', items: { type: 'string', enum: ['country_code', 'city', 'zip_code', 'address'] } },
  },
  first_name: { ...TYPED, example: 'Anna' },
  last_name: { ...TYPED, example: 'Smith' },
  city: { ...TYPED, example: 'Leeds' },
  zip_code: { ...TYPED, example: 'LS1 1UR' },
  'register.address': { ...TYPED, example: '1 Park Row' },
  address: {
    description: 'Where to, for USDC: 0x and 40 hexadecimal digits; letters of both cases are its checksum (EIP-55)',
    also: { pattern: ADDRESS_PATTERN },
    example: '0x52908400098527886E0F7030069857D2E4169EE7',
  },
  'startPasskeyWithdrawal.address': {
    description: 'Where to, for USDC; instead of `pan`',
    also: { pattern: ADDRESS_PATTERN, 'x-instead-of': 'pan' },
    example: '0x52908400098527886E0F7030069857D2E4169EE7',
  },
  from: { ...INSTANT, description: 'From this instant on', example: '2026-11-20T00:00:00.000Z' },
  from_account_id: ID,
  from_amount: { ...ASKED, example: '1000.00' },
  from_currency_code: CURRENCY,
  has_pin: { description: 'False until set/pin; withdrawals need one', example: true },
  hours: { description: `When. ${CONTEXT}`, example: '09:00–21:00 (UTC+3)' },
  howto_text: { description: `What to do where there is no address. ${CONTEXT}`, example: 'Come to our office with a passport.' },
  id: ID,
  'consents.id': { description: 'Goes into `consents` of register and of auth/consents', example: 'offer' },
  'rates.id': RATE_ID,
  'transactions.id': {
    description: 'Of this line: the id of its operation, with an ending where the operation has more lines',
    also: { pattern: `^${UUID}(\\.(to|[0-9]+))?$` },
    example: '01a20533-39a9-7749-b768-05e0dc38ed66',
  },
  identification_level: { description: 'How far the user is identified' },
  in_balance: { description: 'Whether the amount is in the balance of the account now', example: true },
  iname: { description: 'The key of the text', example: 'payment.topup_btn' },
  is_synced: { description: 'Whether its vendor keeps it for all devices of its owner', example: true },
  is_current: { description: 'Whether it is the session that asks', example: true },
  is_topup_allowed: { description: 'Whether the level allows top-ups', example: true },
  is_turnover: { description: 'The sum is of what went between accounts of the user: it neither adds nor takes', example: false },
  is_withdrawal_allowed: { description: 'Whether the level allows withdrawals', example: true },
  stopped_features: {
    description: 'What the operator has stopped for this person, by the names of feature flags',
    also: { pattern: '^[a-z_]+$' },
    example: 'exchange',
  },
  can_secure: {
    description: 'A thief would do what it tells of: `auth/secure/notice` takes its id. Absent otherwise',
    example: true,
  },
  notification_id: { ...ID, description: 'The id of a notification with `can_secure`' },
  issued_at: INSTANT,
  known_since: { ...INSTANT, description: 'When the device was first signed in with; null where that is not known' },
  kind: { ...open('What it was', KINDS) },
  frozen: { description: 'Who has frozen the wallet; null when nobody has' },
  first_day: {
    description: 'Less may be withdrawn than usual, because the device, the PIN or a passkey is new; absent otherwise',
  },
  'first_day.limits': { description: 'The most in 24 hours, by currency' },
  'limits.amount': { ...TOLD, example: '2000.00' },
  'first_day.reason': { description: 'What is new' },
  used_at: { ...INSTANT, description: 'When it was used last; null where it was not' },
  until: { ...INSTANT, description: 'When it ends' },
  'recentRecipients.kind': { description: 'What it is paid to: a card or an address' },
  last_address: {
    description: 'From where it was last used, shortened to the network, in CIDR notation; null where that is not known',
    also: { pattern: '^[0-9a-f.:]+/(24|48)$' },
    example: '192.0.2.0/24',
  },
  identifications: { description: 'States and instants; documents are with the provider' },
  language: { description: 'Of the last sign-in; null where it is not known' },
  last_used_at: INSTANT,
  limit: { description: 'How many lines; without it all', instead: { type: 'integer', minimum: 1, maximum: 200 }, example: 50 },
  limits: { description: "By currency, of the user's level; in the config call those of a new user" },
  made_at: { ...INSTANT, description: 'When the file was begun' },
  messages: { description: 'What was sent by SMS or e-mail in the last month, by its kind' },
  notifications: { description: 'What was told in the app, by its kind' },
  opened_at: INSTANT,
  opened_wallet: { description: 'Whether the wallet was opened with it', example: true },
  operations: { description: 'The lines of the statement, newest first' },
  owed: { ...TOLD, description: 'What is owed on it', example: '0.00' },
  person: { description: 'Who it is' },
  pin_set_at: { ...INSTANT, description: 'When the PIN was set; null where there is none' },
  recipients: { description: 'Where withdrawals have gone, and since when' },
  named_recipients: { description: 'Whom the user has named, made a favourite, or taken out of the list' },
  removed_at: { ...INSTANT, description: 'When it was taken out of the list; null where it was not' },
  masked: { description: 'As it may be shown', example: '•• 4821' },
  max: { description: 'The most characters that the field takes', instead: COUNT, example: 60 },
  message: { description: CONTEXT, example: 'Done' },
  missing: { description: 'Currencies left out, as there is no rate for them', example: 'KZT' },
  missing_consents: {
    description: 'Ids of documents whose present version the user has not accepted; auth/consents accepts them',
    example: 'offer',
  },
  name: { description: CONTEXT, example: 'Top-ups' },
  'identification_level.name': { description: CONTEXT, example: 'basic' },
  next_cursor: {
    description: 'Where the next page begins; null on the last',
    example: 'MTc5NTM4MzU3Mzg3OC4wMWEyMDUzMw',
  },
  obstacles: { description: 'What is in the way of closing the wallet' },
  'obstacles.kind': open('What it is', ['frozen', 'balance', 'debt', 'topup', 'withdrawal', 'operation', 'case']),
  operation_id: ID,
  options: {
    description: 'For PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON, as text',
    example: '{"challenge":"dGhpcyBpcyBub3QgcmFuZG9t","rpId":"wallet.example","userVerification":"required"}',
  },
  passkey: {
    description:
      'What the browser has answered to the options of passkeys/withdrawal/start for this withdrawal, as text; instead of `pin`',
    example: '{"id":"yq5p","rawId":"yq5p","response":{},"type":"public-key","clientExtensionResults":{}}',
  },
  'exchange.passkey': {
    description:
      'What the browser has answered to the options of passkeys/exchange/start for this exchange, as text; instead of `pin`',
    also: { 'x-instead-of': 'pin' },
    example: '{"id":"yq5p","rawId":"yq5p","response":{},"type":"public-key","clientExtensionResults":{}}',
  },
  passkey_id: { ...ID, description: 'Of a passkey' },
  passkey_name: { ...TYPED, description: 'What its owner calls it', example: 'My phone' },
  order: { ...ID, description: 'The order, as top-up gave it' },
  ordering: { description: 'The one order there is: newest first' },
  pan: { description: 'The card number, 16 digits', example: '2200123456784821' },
  card_token: { description: 'What the provider’s card field told the page', example: 'tok_5f0c2a' },
  'openCardField.url': {
    description: 'The page of the card field, for a frame',
    ...HTTP_ADDRESS,
    example: 'https://cards.example/card-fields/5f0c',
  },
  percent: { description: 'One decimal; all together 100.0', example: 62.5 },
  phone: {
    description: 'Country code and digits; spaces, brackets, dashes, dots and a plus in front are taken off',
    also: { pattern: '^\\+?[0-9][0-9 ().-]*$' },
    example: '79123456789',
  },
  'authInfo.phone': { description: 'Country code and digits', also: { pattern: '^[0-9]{5,15}$' }, example: '79123456789' },
  'support.phone': { description: 'As people read it', example: '+7 800 000-00-00' },
  new_pin_code: { ...FOUR_DIGITS, description: 'The PIN that it is to be' },
  pin: { ...FOUR_DIGITS, description: 'The PIN' },
  pin_code: { ...FOUR_DIGITS, description: 'The PIN' },
  quantity_in: { description: 'Always 1', instead: { type: 'string', const: '1' } },
  quantity_out: {
    description: 'How much one unit gives: decimal string, up to 12 decimals',
    also: { pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,12})?$' },
    example: '0.012415131454',
  },
  rate_id: { ...RATE_ID, description: 'The `id` of the rate' },
  reason: { description: `Why it stands so, where that is known. ${CONTEXT}`, example: 'The photograph is not sharp.' },
  'startPasskeyWithdrawal.recipient_id': {
    ...ID,
    description: 'The `id` of a recent recipient; instead of `pan`',
    also: { ...ID.also, 'x-instead-of': 'pan' },
  },
  email_code: { description: 'The code of the e-mail', also: { pattern: '^[0-9]{6}$' }, example: '048213' },
  email_confirmed: { description: "Whether it is known to be the user's", example: true },
  link_token: { description: 'What follows the `#` in the link of a message', example: 'AZq8w4xaf3CPmhssPU5fYHEJv2Tn5m6K0pLxQw' },
  passkeys: { description: 'Keys on devices that sign in and confirm' },
  registered_at: INSTANT,
  registration: { description: 'What a sign-up asks for', isAlwaysSent: true },
  repeat: { description: 'The form that makes it again; null where nothing does' },
  resend_in: { description: 'Seconds until another code can be asked for', instead: COUNT, example: 60 },
  challenge: {
    description: 'Work to be done before the request is sent again with its `proof`: an ALTCHA challenge as JSON',
    example: '{"parameters":{},"signature":"5f0c"}',
  },
  retry_after: { description: 'Seconds until it is worth trying again', instead: COUNT, example: 60 },
  sandbox: { description: 'True: no real money moves here', example: true },
  seen_at: INSTANT,
  sent_at: { ...INSTANT, description: 'When it was sent; null where it was not' },
  sessions: { description: 'Sign-ins' },
  started_at: INSTANT,
  to_level: { description: 'The code of a level', example: 'full' },
  wrong_pins: { description: 'When a PIN was wrong, and in which session' },
  public_key: {
    description: 'By which a browser subscribes (VAPID): a point of P-256 in base64url; null where this wallet tells nobody',
    also: { pattern: '^[A-Za-z0-9_-]{87}$' },
    example: 'BNbxGYNMhEIi9zrneh7mqV4oUanjLUK3m-mYZBc62frMKrEoMk88r3Lk596T0ck9xlT-aok0fO1KXBLV4-XqxYM',
  },
  is_subscribed: { description: 'Whether the device of this session is told of news', example: true },
  shows_amounts: { description: 'Whether what it is told names amounts', example: false },
  endpoint: {
    description: 'Where the push service of the browser takes messages',
    ...HTTP_ADDRESS,
    example: 'https://fcm.googleapis.com/fcm/send/c1KrmpTuRm8',
  },
  keys: { description: 'What messages are encrypted with for this browser' },
  p256dh: {
    description: 'The public key of the subscription, base64url',
    example: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  },
  auth: { description: 'The secret of the subscription, 16 bytes in base64url', example: 'BTBZMqHH6r4Tts7J_aSIgg' },
  session_id: { ...ID, description: 'Of a session; where it may be left out, all but the present one' },
  state: { description: 'How it stands, whatever the language; `status` says the same to people' },
  status: { description: 'How the call went' },
  'results.status': { description: `How it stands, translated: compare \`state\`, not this. ${CONTEXT}`, example: 'complete' },
  'topupStatus.status': { description: 'How the order stands' },
  switched_off_until: { description: 'When a feature that is off comes back, where the operator has said so' },
  'switched_off_until.*': { ...INSTANT },
  switches: { description: 'Which features are on', isAlwaysSent: true },
  'switches.*': { example: true },
  text: { description: 'In the language of Accept-Language', example: 'Top up' },
  ticket: {
    description: 'For the address of a stream of events, once',
    also: { pattern: '^[A-Za-z0-9_-]{43}$' },
    example: '3f1Vb8xY0cWq7nTzK2mJd5RgL9pHs4aEiUoXtCyQrNk',
  },
  to: { ...INSTANT, description: 'Before this instant', example: '2026-11-21T00:00:00.000Z' },
  to_account_id: { ...ID, example: '01a20533-39aa-70ab-be84-d6d84172a00e' },
  to_amount: { ...ASKED, example: '12.41' },
  to_currency_code: { example: 'USD' },
  topup_max: { ...TOLD, example: '600000.00' },
  topup_min: { ...TOLD, example: '10.00' },
  transaction_id: { ...ID, description: 'The `operation_id` of its lines in the statement' },
  type: open('Only lines of this type, as the statistics have it', STATISTICS_CATEGORIES),
  url: { description: 'The hosted payment page to go to', ...HTTP_ADDRESS, example: 'https://pay.example/orders/7' },
  'consents.url': {
    description: "Where its text is, from the page's address",
    also: { format: 'uri-reference' },
    example: '/documents/offer',
  },
  verification_url: { description: 'Where to go', ...HTTP_ADDRESS, example: 'https://identity.example/checks/7' },
  version: { description: 'Of the wallet', example: 'v0.0.57-stage' },
  'consents.version': { description: 'Of the document', example: '2026-11-01' },
  wallet_transaction_type: open(
    'Top-ups are summed as positive, withdrawals as negative, exchanges by what was given (of one account: by what came to it or left it)',
    STATISTICS_CATEGORIES,
  ),
  protection_code: { ...FOUR_DIGITS, description: 'Told to the recipient by the sender, who gets the money with it' },
  'transfer.message': { ...TYPED, description: 'What the recipient reads, as text', example: 'For lunch' },
  'startPasskeyTransfer.message': { ...TYPED, description: 'What the recipient reads, as text', example: 'For lunch' },
  'transfer.recipient_id': { ...ID, description: 'The `id` of a recent recipient' },
  'transfer.to': { description: 'Whom it is for: `phone`, `recipient_id`, `code` or `request_id`' },
  'startPasskeyTransfer.to': { description: 'Whom it is for: `phone`, `recipient_id`, `code` or `request_id`' },
  'transfer.code': PAY_CODE,
  'startPasskeyTransfer.code': PAY_CODE,
  'findRecipient.code': PAY_CODE,
  'findRecipient.phone': { description: 'With its plus; null where it was not asked by it', example: '+79123456789' },
  'findRecipient.request': { description: 'What the code asks for; null for any other' },
  'findRecipient.amount': { ...TOLD, description: 'What is to be paid; null where the payer says how much', example: '250.00' },
  'findRecipient.message': { description: 'What it is for, as its maker has written it', example: 'For lunch' },
  request_id: { ...ID, description: 'Of a request for money' },
  requests: { description: 'Those for money, made and received' },
  pay_codes: { description: 'By which anybody can send the user money' },
  'pay_codes.code': PAY_CODE,
  ...ofRequest('request'),
  ...ofRequest('requests'),
  ...ofRequest('listRequests'),
  'paid.person': { description: 'Who it is, as may be shown', example: 'Anna S.' },
  'paid.amount': { ...TOLD, example: '250.00' },
  'payCode.code': PAY_CODE,
  'replacePayCode.code': PAY_CODE,
  'lookAtPayCode.code': PAY_CODE,
  'lookAtPayCode.kind': { description: 'Whether it is a person’s own, or of a request for money' },
  'lookAtPayCode.person': { description: 'Who is paid, as may be shown', example: 'Anna S.' },
  'lookAtPayCode.amount': { ...TOLD, description: 'What is asked for; null where the payer says how much', example: '250.00' },
  'lookAtPayCode.collected': { ...TOLD, description: 'What a collection has come to; null for any other', example: '0.00' },
  'lookAtPayCode.message': { description: 'What it is for, as its maker has written it', example: 'For lunch' },
  'lookAtPayCode.expires_at': { ...INSTANT, description: 'Until when it can be paid; null for a person’s own code' },
  'makeRequest.to': { description: 'Who is asked: `phone` or `recipient_id`; without it, whoever has the link' },
  'makeRequest.message': { ...TYPED, description: 'What it is for, as text', example: 'For lunch' },
  days: { description: 'For how many days it is open; thirty without it', example: 30 },
  'makeRequest.amount': { ...ASKED, description: 'Without it the payer says how much', example: '250.00' },
  request: { description: 'A request for money' },
  is_collect: { description: 'Whether several may pay it', example: false },
  collected: { ...TOLD, description: 'What has been paid of it', example: '0.00' },
  payments: { description: 'How often it was paid', instead: COUNT, example: 0 },
  paid: { description: 'Who has paid it, for its maker' },
  paid_at: INSTANT,
  link: {
    description: 'A page that shows what the code is for',
    also: { format: 'uri' },
    example: 'https://wallet.example/pay/7Qm3vX0cWq7nTzK2mJd5',
  },
  before: { ...ID, description: 'The id of the last one that was read' },
  has_more: { description: 'Whether there are more', example: false },
  currencies: { description: 'Of a request its currency; of a person those they can be sent', ...CURRENCY },
  note: { description: 'What the sender has written to the recipient, as text', example: 'For lunch' },
  recipient_id: { ...ID, description: 'The `id` of a recipient: of an operation that went there' },
  'recipients.kind': { description: 'A person, a card or an address' },
  shown: { description: 'As it may be shown: a first name and an initial, or a mask', example: 'Anna S.' },
  own_name: { ...TYPED, description: 'What the user calls them; null or absent where nothing of their own', example: 'Mum' },
  is_favourite: { description: 'Whether they stand first', example: true },
  search: { description: 'Words to look for, in the name given and in what is shown', example: 'mum' },
  'recipients.limit': {
    description: 'How many; without it 50',
    instead: { type: 'integer', minimum: 1, maximum: 100 },
    example: 50,
  },
  has_wallet: { description: 'Whether money can come to them at once', example: true },
  'findRecipient.person': {
    description: 'The first name and the initial of the last; null where there is no wallet to be found',
    example: 'Anna S.',
  },
  'results.person': { description: 'Who it is, as may be shown', example: 'Anna S.' },
  needs_code: { description: 'Whether it is received with a protection code', example: false },
  'incomingTransfers.amount': { ...TOLD, example: '1234.50' },
  found_by_phone: { description: 'Whether others find the user by the phone number', example: true },
  takes_transfers: { description: 'Whether the user takes transfers from people', example: true },
  is_blocked: { description: 'Whether no more is taken from that sender', example: true },
  report: { ...TYPED, description: 'What the operator is told of the sender', example: 'I do not know this person' },
  p2p_min: { ...TOLD, example: '10.00' },
  p2p_max: { ...TOLD, example: '600000.00' },
  p2p_daily: { ...TOLD, description: 'To people in a day of UTC: decimal string', example: '600000.00' },
  p2p_monthly: { ...TOLD, description: 'To people in thirty days: decimal string', example: '6000000.00' },
  p2p_person_daily: { ...TOLD, description: 'To one person in 24 hours: decimal string', example: '600000.00' },
  p2p_received_monthly: { ...TOLD, description: 'From people in thirty days: decimal string', example: '6000000.00' },
  withdrawal_daily: { ...TOLD, example: '600000.00' },
  withdrawal_fee_percent: {
    description: 'Of the amount, on top of it: decimal string',
    also: { pattern: '^[0-9]{1,2}(\\.[0-9]{1,2})?$' },
    example: '0.50',
  },
  withdrawal_max: { ...TOLD, example: '600000.00' },
  withdrawal_min: { ...TOLD, example: '10.00' },
}
