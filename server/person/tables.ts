/** What becomes of a table's rows of a person: in their export, and when they close their wallet. */
interface PersonalTable {
  /** The part of the export that tells them; or why none does. */
  readonly exported: { readonly as: string } | { readonly not: string }
  /**
   * `deleted`: by the column that says whose they are; `ended`: nothing is under way in them any more; `emptied`: they stay without what
   * nobody needs any longer; `kept`: the law asks for them, or they go by themselves in their time (docs/personal-data.md).
   */
  readonly atClosing: { readonly deletedBy: 'user_id' | 'phone' } | 'ended' | 'emptied' | 'kept'
}

const BY_PERSON = { deletedBy: 'user_id' } as const
const BY_PHONE = { deletedBy: 'phone' } as const
const OTHER_SIDE = { not: "the operator's side of operations that are exported" }
const OPERATORS = { not: 'what the operator looks into must not be told to whom it is about' }

/**
 * Every table that has something of a person. One that is made later comes here, which a test sees to; where its rows are `deletedBy`, that
 * is all there is to do about closing.
 */
export const PERSONAL_TABLES: Readonly<Record<string, PersonalTable>> = {
  wallet_user: { exported: { as: 'person' }, atClosing: 'emptied' },
  consent: { exported: { as: 'consents' }, atClosing: 'kept' },
  account: { exported: { as: 'accounts' }, atClosing: 'ended' },
  account_mark: { exported: { as: 'account_marks' }, atClosing: BY_PERSON },
  operation: { exported: { as: 'operations' }, atClosing: 'kept' },
  operation_change: {
    exported: { not: 'states in between of operations that are exported, with beginning and end' },
    atClosing: 'kept',
  },
  operation_leg: { exported: { as: 'operations' }, atClosing: 'kept' },
  transfer: { exported: OTHER_SIDE, atClosing: 'kept' },
  entry: { exported: OTHER_SIDE, atClosing: 'kept' },
  daily_total: { exported: { not: 'sums of operations that are exported' }, atClosing: 'kept' },
  archived_balance: { exported: OTHER_SIDE, atClosing: 'kept' },
  archived_total: { exported: { not: 'sums of operations in the archive' }, atClosing: 'kept' },
  topup: { exported: { as: 'operations' }, atClosing: 'kept' },
  requisites: { exported: { as: 'requisites' }, atClosing: 'kept' },
  incoming_payment: { exported: { not: "the provider's ids of payments whose operations are exported" }, atClosing: 'kept' },
  withdrawal: { exported: { as: 'operations' }, atClosing: 'emptied' },
  payment: { exported: { as: 'operations' }, atClosing: 'kept' },
  payment_quote: {
    exported: { not: 'what sellers ask for, for a day; what was paid is in the operations' },
    atClosing: BY_PERSON,
  },
  typed_card_use: { exported: { not: 'tokens without a person; what came of them is in the operations' }, atClosing: 'kept' },
  known_recipient: { exported: { as: 'recipients' }, atClosing: BY_PERSON },
  first_day_use: { exported: { not: 'what of their operations counts for a day; they are exported' }, atClosing: 'kept' },
  recipient: { exported: { as: 'named_recipients' }, atClosing: BY_PERSON },
  p2p: { exported: { as: 'operations' }, atClosing: 'kept' },
  p2p_request: { exported: { as: 'requests' }, atClosing: 'ended' },
  pay_code: { exported: { as: 'pay_codes' }, atClosing: BY_PERSON },
  p2p_block: { exported: { not: 'whom somebody takes no transfers from, which is about them, too' }, atClosing: BY_PERSON },
  p2p_lookup: { exported: { not: 'numbers of others, which are about them' }, atClosing: BY_PERSON },
  rate_alert: { exported: { as: 'rate_alerts' }, atClosing: BY_PERSON },
  identification: { exported: { as: 'identifications' }, atClosing: 'ended' },
  pin: { exported: { as: 'person' }, atClosing: BY_PERSON },
  passkey: { exported: { as: 'passkeys' }, atClosing: BY_PERSON },
  passkey_challenge: { exported: { not: 'keyed hashes: of whom they are is not known' }, atClosing: 'kept' },
  pin_reset: { exported: { not: 'the hash of the PIN before one that was set by an SMS' }, atClosing: BY_PERSON },
  pin_failure: { exported: { as: 'wrong_pins' }, atClosing: BY_PERSON },
  session: { exported: { as: 'sessions' }, atClosing: 'ended' },
  known_device: { exported: { as: 'devices' }, atClosing: BY_PERSON },
  phone_code: { exported: { not: 'the hash of a code, and a sign-up that has not become a wallet' }, atClosing: BY_PHONE },
  email_code: { exported: { not: 'the hash of a code' }, atClosing: BY_PERSON },
  registration: { exported: { not: 'a sign-up that has not become a wallet' }, atClosing: BY_PHONE },
  live_event: { exported: { not: 'that something of theirs has changed, for a minute' }, atClosing: 'kept' },
  live_ticket: { exported: { not: 'keyed hashes: of whom they are is not known' }, atClosing: 'kept' },
  push_subscription: {
    exported: { not: 'an address and keys that the browser has made, of use to nobody but it' },
    atClosing: BY_PERSON,
  },
  push_message: { exported: { not: 'which notices a device is still to be told of; they are exported' }, atClosing: BY_PERSON },
  message: { exported: { as: 'messages' }, atClosing: BY_PERSON },
  notice_setting: { exported: { as: 'notice_settings' }, atClosing: BY_PERSON },
  notice_read: { exported: { not: 'until when they have read the notices, which are exported' }, atClosing: BY_PERSON },
  notification: { exported: { as: 'notifications' }, atClosing: BY_PERSON },
  attempt: { exported: { not: 'counts, which would tell a thief of a token how much may still be tried' }, atClosing: 'kept' },
  idempotency_record: { exported: { not: 'keyed hashes: of whom they are is not known' }, atClosing: 'kept' },
  provider_event: { exported: { not: "a provider's own words; what came of them is exported" }, atClosing: 'kept' },
  operator_change: { exported: OPERATORS, atClosing: 'kept' },
  operator_case: { exported: OPERATORS, atClosing: 'kept' },
}
