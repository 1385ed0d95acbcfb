import * as v from 'valibot'
import type { Fields } from './documentation.ts'

/** `status` and `message` of a successful response. */
export const okReply = { status: v.literal('ok'), message: v.string() }

/** An amount on the wire: a decimal string such as `1234.50`; the grammar is money/amount.ts. */
export const amountText = v.pipe(v.string(), v.maxLength(32))

/** A currency code, `RUB`. The supported ones are in the config call. */
export const currencyCode = v.pipe(v.string(), v.maxLength(5), v.regex(/^[A-Z]{3,5}$/))

/** A phone number: country code and digits; spaces, brackets, dashes and a leading plus are removed. */
export const phoneText = v.pipe(v.string(), v.minLength(5), v.maxLength(32))

/** Four ASCII digits: an SMS code or a PIN. */
export const fourDigits = v.pipe(v.string(), v.maxLength(4), v.regex(/^[0-9]{4}$/))

/** Six ASCII digits: the code sent to an e-mail. */
export const sixDigits = v.pipe(v.string(), v.maxLength(6), v.regex(/^[0-9]{6}$/))

/** An opaque id issued by the server. */
export const idText = v.pipe(v.string(), v.minLength(1), v.maxLength(80))

/** An instant in ISO 8601 with zone, `2026-11-20T14:05:00.000Z`. */
export const instantText = v.string()

/**
 * An identification. `status` is `complete`, `aborted`, or the state of an open one (`pending`, `processing`, `review`); `reason` is in the
 * reader's language, or null when unknown.
 */
export const activeIdentification = v.object({ status: v.string(), reason: v.nullable(v.string()) })

/** The answer after an SMS code was sent; `resend_in`: in how many seconds another can be requested. */
export const codeSent = v.object({ ...okReply, resend_in: v.number() })

/** The solution after `proof_required`: its challenge with the solution (ALTCHA), as JSON. */
export const proof = v.optional(v.pipe(v.string(), v.maxLength(2000)))

/** The API document's description of the fields of these shapes, and of other fields that many calls have. */
export const sharedFields = {
  status: { description: 'How the call went' },
  message: { form: 'forPeople', example: 'Done' },
  id: 'id',
  account_id: { form: 'id', description: 'Of an account' },
  transaction_id: { form: 'id', description: 'The `operation_id` of its lines in the statement' },
  operation_id: 'id',
  request_id: { form: 'id', description: 'Of a request for money' },
  recipient_id: { form: 'id', description: 'The `id` of a recipient: of an operation that went there' },
  currency_code: 'currency',
  from_currency_code: 'currency',
  to_currency_code: { example: 'USD' },
  created_at: 'instant',
  expires_at: 'instant',
  issued_at: 'instant',
  last_used_at: 'instant',
  registered_at: 'instant',
  state: { description: 'How it stands, whatever the language; `status` says the same to people' },
  amount: { form: 'asked', example: '1234.50' },
  fee: { form: 'told', example: '0.00' },
  note: { description: 'What the sender has written to the recipient, as text', example: 'For lunch' },
  email: { form: 'email', example: 'anna@mail.example' },
  phone: {
    description: 'Country code and digits; spaces, brackets, dashes, dots and a plus in front are taken off',
    also: { pattern: '^\\+?[0-9][0-9 ().-]*$' },
    example: '79123456789',
  },
  first_name: { form: 'typed', example: 'Anna' },
  last_name: { form: 'typed', example: 'Smith' },
  city: { form: 'typed', example: 'Leeds' },
  zip_code: { form: 'typed', example: 'LS1 1UR' },
  confirm_code: { form: 'fourDigits', description: 'The code from the SMS' },
  pin_code: { form: 'fourDigits', description: 'The PIN' },
  new_pin_code: { form: 'fourDigits', description: 'The PIN that it is to be' },
  pin: { form: 'fourDigits', description: 'The PIN' },
  has_pin: { description: 'False until set/pin; withdrawals need one', example: true },
  auth_token: {
    description: 'Goes into `Authorization: Token …`',
    also: { pattern: '^[A-Za-z0-9_-]{20,128}$' },
    example: 'q1V8b3YwZs5mT0nUe7KxHc2RjLd9PfGa4SiWoEtNyBM',
  },
  proof: {
    description: 'After `proof_required`: its `challenge` with the solution (ALTCHA), as JSON',
    example: '{"challenge":{},"solution":{"counter":217,"derivedKey":"00c4"}}',
  },
  resend_in: { form: 'count', description: 'Seconds until another code can be asked for', example: 60 },
  options: {
    description: 'For PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON, as text',
    example: '{"challenge":"dGhpcyBpcyBub3QgcmFuZG9t","rpId":"wallet.example","userVerification":"required"}',
  },
  email_code: { form: 'sixDigits', description: 'The code of the e-mail' },
  own_name: { form: 'typed', description: 'What the user calls them; null or absent where nothing of their own', example: 'Mum' },
  is_favourite: { description: 'Whether they stand first', example: true },
  is_collect: { description: 'Whether several may pay it', example: false },
  next_cursor: { description: 'Where the next page begins; null on the last', example: 'MTc5NTM4MzU3Mzg3OC4wMWEyMDUzMw' },
  cursor: { description: 'The `next_cursor` of the page before', example: 'MTc5NTM4MzU3Mzg3OC4wMWEyMDUzMw' },
  archived_until: {
    form: 'instant',
    description:
      'Operations of the person from before this are in the archive of the wallet; absent where none are, or none were asked ' +
      'for',
  },
  active_identification: { description: 'The identification begun last; null when none was' },
  'active_identification.status': {
    description: 'How it stands: it has ended with `complete` or `aborted`',
    names: ['pending', 'processing', 'review', 'complete', 'aborted'],
  },
  reason: {
    description: 'Why it stands so, where that is known. For people, in the language of Accept-Language',
    example: 'The photograph is not sharp.',
  },
  quantity_out: {
    form: 'rate',
    description: 'How much one unit gives: decimal string, up to 12 decimals',
    example: '0.012415131454',
  },
  rate_id: { form: 'rateId', description: 'The `id` of the rate' },
  from_account_id: 'id',
  from_amount: { form: 'asked', example: '1000.00' },
  to_account_id: { form: 'id', example: '01a20533-39aa-70ab-be84-d6d84172a00e' },
  to_amount: { form: 'asked', example: '12.41' },
} satisfies Fields
