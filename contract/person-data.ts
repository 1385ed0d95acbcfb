import * as v from 'valibot'
import { LANGUAGES } from '#texts/languages'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { NOTICE_CHANNELS } from './notice-settings.ts'
import { requestState } from './pay-code.ts'
import { bankCodeText, payToText, requisiteFields } from './requisites.ts'
import { currencyCode, idText, instantText } from './shapes.ts'
import { accountFields } from './wallets.ts'

const maybe = v.nullable(v.string())
const details = v.record(v.string(), v.string())

/** All data kept about the user, as a file. Lists are ordered by id; operations come newest first. */
export const personData = call({
  method: 'GET',
  path: '/v2/wallet/profile/data',
  auth: 'token',
  file: 'application/json',
  response: v.object({
    status: v.literal('ok'),
    brand: v.string(),
    made_at: instantText,
    person: v.object({
      first_name: v.string(),
      last_name: v.string(),
      phone: v.string(),
      email: v.string(),
      country_code: maybe,
      city: maybe,
      zip_code: maybe,
      address: maybe,
      level: v.string(),
      language: v.nullable(v.picklist(LANGUAGES)),
      is_topup_allowed: v.boolean(),
      is_withdrawal_allowed: v.boolean(),
      stopped_features: v.array(v.string()),
      registered_at: instantText,
      closed_at: v.nullable(instantText),
      pin_set_at: v.nullable(instantText),
    }),
    consents: v.array(v.object({ id: v.string(), version: v.string(), accepted_at: instantText })),
    accounts: v.array(
      v.object({ id: idText, currency_code: currencyCode, balance: v.string(), owed: v.string(), opened_at: instantText }),
    ),
    operations: v.array(
      v.object({
        operation_id: idText,
        account_id: idText,
        kind: v.string(),
        state: v.picklist(['pending', 'complete', 'failed']),
        amount: v.string(),
        fee: v.string(),
        currency_code: currencyCode,
        masked: maybe,
        details,
        created_at: instantText,
        ended_at: v.nullable(instantText),
      }),
    ),
    recipients: v.array(v.object({ masked: maybe, first_used_at: instantText })),
    requests: v.array(
      v.object({
        id: idText,
        direction: v.picklist(['made', 'received']),
        person: maybe,
        amount: maybe,
        currency_code: currencyCode,
        message: maybe,
        is_collect: v.boolean(),
        state: requestState,
        code: maybe,
        created_at: instantText,
        expires_at: instantText,
        ended_at: v.nullable(instantText),
      }),
    ),
    pay_codes: v.array(v.object({ code: v.string(), created_at: instantText })),
    account_marks: v.array(
      v.object({
        account_id: idText,
        own_name: maybe,
        color: maybe,
        is_hidden: v.boolean(),
        position: v.nullable(v.number()),
      }),
    ),
    requisites: v.array(
      v.object({
        account_id: idText,
        kind: v.picklist(['bank', 'address']),
        pay_to: payToText,
        holder: maybe,
        bank: maybe,
        bank_code: v.nullable(bankCodeText),
        reference: maybe,
        network: maybe,
        opened_at: instantText,
      }),
    ),
    named_recipients: v.array(
      v.object({ shown: maybe, own_name: maybe, is_favourite: v.boolean(), removed_at: v.nullable(instantText) }),
    ),
    rate_alerts: v.array(
      v.object({
        id: idText,
        from_currency_code: currencyCode,
        to_currency_code: currencyCode,
        direction: v.picklist(['at_most', 'at_least']),
        rate: v.string(),
        created_at: instantText,
        expires_at: instantText,
      }),
    ),
    identifications: v.array(
      v.object({
        id: idText,
        from_level: v.string(),
        to_level: v.string(),
        status: v.string(),
        reason: maybe,
        started_at: instantText,
        ended_at: v.nullable(instantText),
      }),
    ),
    sessions: v.array(
      v.object({
        id: idText,
        device: v.string(),
        last_address: maybe,
        created_at: instantText,
        seen_at: instantText,
        ended_at: v.nullable(instantText),
      }),
    ),
    devices: v.array(
      v.object({ device_name: maybe, device: maybe, known_since: instantText, seen_at: instantText, opened_wallet: v.boolean() }),
    ),
    passkeys: v.array(
      v.object({
        id: idText,
        passkey_name: v.string(),
        is_synced: v.boolean(),
        created_at: instantText,
        used_at: v.nullable(instantText),
      }),
    ),
    notifications: v.array(v.object({ id: idText, kind: v.string(), details, created_at: instantText })),
    notice_settings: v.array(v.object({ kind: v.string(), channel: v.picklist(NOTICE_CHANNELS), is_on: v.boolean() })),
    messages: v.array(
      v.object({
        id: idText,
        channel: v.picklist(['sms', 'email']),
        kind: v.string(),
        created_at: instantText,
        sent_at: v.nullable(instantText),
      }),
    ),
    wrong_pins: v.array(v.object({ id: idText, session_id: idText, failed_at: instantText })),
  }),
})

/** The user's data as a PDF for people, in their language: the person, accounts, devices, consents and operations. */
export const personDataPdf = call({
  method: 'GET',
  path: '/v2/wallet/profile/data.pdf',
  auth: 'token',
  file: 'application/pdf',
  response: v.never(),
})

/** The API document's description of these calls. */
export const personDataDocumentation = {
  tag: 'Profile',
  calls: {
    personData: {
      summary: 'Download what is kept of a person',
      description:
        'All that the wallet keeps of the user, as a file, sent while it is read; where the connection is cut, ask again. One ' +
        'at a time, and a few a day; the owner is told. Hashes, tokens and what the operator looks into are not in it.',
    },
    personDataPdf: {
      summary: 'Download it to read',
      description:
        'The same as a document for people, in the language of Accept-Language: who they are, accounts, devices, consents and ' +
        'operations. It counts with the other.',
    },
  },
  fields: {
    brand: { description: 'Which brand the wallet has', example: 'stater' },
    made_at: { form: 'instant', description: 'When the file was begun' },
    person: { description: 'Who it is' },
    consents: { description: 'What was accepted, and when' },
    accounts: { description: 'By their ids' },
    operations: { description: 'The lines of the statement, newest first' },
    recipients: { description: 'Where withdrawals have gone, and since when' },
    requests: { description: 'Those for money, made and received' },
    pay_codes: { description: 'By which anybody can send the user money' },
    account_marks: { description: 'What the user calls their accounts, and how they stand in the list' },
    requisites: { description: 'Where the accounts of the user can be paid to from outside' },
    named_recipients: { description: 'Whom the user has named, made a favourite, or taken out of the list' },
    rate_alerts: { description: 'At which rates they want to be told' },
    identifications: { description: 'States and instants; documents are with the provider' },
    sessions: { description: 'Sign-ins' },
    devices: { description: 'Those that were signed in with' },
    passkeys: { description: 'Keys on devices that sign in and confirm' },
    notifications: { description: 'What was told in the app, by its kind' },
    notice_settings: { description: 'By what the user is told of which kind, where they have chosen' },
    messages: { description: 'What was sent by SMS or e-mail in the last month, by its kind' },
    wrong_pins: { description: 'When a PIN was wrong, and in which session' },
    phone: { description: 'Country code and digits', also: { pattern: '^[0-9]{5,15}$' }, example: '79123456789' },
    country_code: { description: 'ISO 3166-1, two letters', also: { pattern: '^[A-Z]{2}$' }, example: 'GB' },
    'person.address': { form: 'typed', description: 'Where the brand asks for it', example: '1 Park Row' },
    level: { description: 'The code of the identification level', example: 'basic' },
    language: { description: 'Of the last sign-in; null where it is not known' },
    is_topup_allowed: { description: 'Whether the level allows top-ups', example: true },
    is_withdrawal_allowed: { description: 'Whether the level allows withdrawals', example: true },
    stopped_features: {
      description: 'What the operator has stopped for this person, by the names of feature flags',
      also: { pattern: '^[a-z_]+$' },
      example: 'exchange',
    },
    closed_at: { form: 'instant', description: 'When the wallet was closed; null while it is open' },
    pin_set_at: { form: 'instant', description: 'When the PIN was set; null where there is none' },
    'consents.id': { description: 'Goes into `consents` of register and of auth/consents', example: 'offer' },
    'consents.version': { description: 'Of the document', example: '2026-11-01' },
    accepted_at: 'instant',
    owed: { form: 'told', description: 'What is owed on it', example: '0.00' },
    opened_at: 'instant',
    kind: { description: 'What it was', example: 'withdrawal' },
    'operations.amount': {
      form: 'signed',
      description: 'What the account changed by, the fee in it; negative for what went out',
      example: '-250.00',
    },
    'operations.masked': {
      description: 'Where a withdrawal went, as it may be shown; null for what is none',
      example: '427612******1234',
    },
    details: { description: 'What its texts are filled with', also: { examples: [{ last: '4821' }] } },
    ended_at: { form: 'instant', description: 'When it ended; null where it has not' },
    masked: { description: 'As it may be shown', example: '•• 4821' },
    first_used_at: 'instant',
    'requests.direction': { description: 'Whether the user has made it, or has received it' },
    'requests.person': { description: 'The other side, as may be shown; null where anybody may pay', example: 'Anna S.' },
    'requests.amount': { form: 'told', description: 'Of each payment; null where the payer says how much', example: '250.00' },
    'requests.message': { description: 'What it is for, as its maker has written it', example: 'For lunch' },
    'requests.code': {
      form: 'payCode',
      description: 'Who has it may pay; null where it was asked of a number, and for the payer',
    },
    'pay_codes.code': 'payCode',
    position: { form: 'count', description: 'Its place among the others, from 1; null where it was never moved', example: 1 },
    'requisites.kind': { description: 'A bank account, or an address on a network', example: 'bank' },
    shown: { description: 'As it may be shown: a first name and an initial, or a mask', example: 'Anna S.' },
    removed_at: { form: 'instant', description: 'When it was taken out of the list; null where it was not' },
    'rate_alerts.direction': { description: 'Whether it is told when the rate falls to it or rises to it', example: 'at_most' },
    rate: { form: 'rate', description: 'What one unit costs, a decimal string' },
    from_level: { description: 'The code of a level', example: 'basic' },
    to_level: { description: 'The code of a level', example: 'full' },
    'identifications.status': { description: 'How it stands, or ended', example: 'complete' },
    reason: { description: 'Why it ended so, where that is known', example: 'expired' },
    started_at: 'instant',
    device: {
      description: 'What the device said of itself, User-Agent; null where that is no longer kept',
      example: 'Mozilla/5.0',
    },
    last_address: {
      description: 'From where it was last used, shortened to the network, in CIDR notation; null where that is not known',
      also: { pattern: '^[0-9a-f.:]+/(24|48)$' },
      example: '192.0.2.0/24',
    },
    seen_at: 'instant',
    device_name: { form: 'typed', description: 'What its owner calls it; null where there is no name', example: 'My laptop' },
    known_since: { form: 'instant', description: 'When the device was first signed in with; null where that is not known' },
    opened_wallet: { description: 'Whether the wallet was opened with it', example: true },
    passkey_name: { form: 'typed', description: 'What its owner calls it', example: 'My phone' },
    is_synced: { description: 'Whether its vendor keeps it for all devices of its owner', example: true },
    used_at: { form: 'instant', description: 'When it was used last; null where it was not' },
    'notice_settings.channel': { description: 'By what', example: 'email' },
    is_on: { description: 'Whether it tells of it', example: true },
    channel: { description: 'By what it was sent' },
    sent_at: { form: 'instant', description: 'When it was sent; null where it was not' },
    session_id: { form: 'id', description: 'Of a session' },
    failed_at: 'instant',
  },
  otherFields: [accountFields, requisiteFields],
} satisfies FeatureDocumentation
