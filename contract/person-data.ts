import * as v from 'valibot'
import { LANGUAGES } from '#texts/languages'
import { call } from './call.ts'
import { NOTICE_CHANNELS } from './notice-settings.ts'
import { requestState } from './pay-code.ts'
import { bankCodeText, payToText } from './requisites.ts'
import { currencyCode, idText, instantText } from './shapes.ts'

const maybe = v.nullable(v.string())
const details = v.record(v.string(), v.string())

/** All that is kept of whoever asks, as a file. What a list holds is in the order of its ids; operations come the newest first. */
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

/** The same for people to read, in their language: who they are, accounts, devices, consents and operations. */
export const personDataPdf = call({
  method: 'GET',
  path: '/v2/wallet/profile/data.pdf',
  auth: 'token',
  file: 'application/pdf',
  response: v.never(),
})
