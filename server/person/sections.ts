import { stateOf } from '#contract/operation-states'
import { toDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { money } from '#money/money'
import type { Queryable, Statement } from '#server/db/queryable'

const PAGE = 100

/** A list in the export of a person: it is read a page at a time, however long it is. */
export interface Section<Row> {
  pages(queryable: Queryable, userId: string): AsyncGenerator<readonly Row[]>
  /** A row as the export has it. */
  told(row: Row): object
}

interface Placed {
  readonly place: string
}

/** `text` selects the rows of the person $1 after the place $2, which is nothing at first, and gives each its place: a text. */
function section<Row extends Placed>(name: string, text: string, told: (row: Row) => object = withoutPlace): Section<Row> {
  const statement: Statement = { name: `person.${name}`, text: `${text} limit ${PAGE}` }
  return {
    async *pages(queryable, userId) {
      for (let after: string | null = null; ; ) {
        const rows: Row[] = await queryable.list(statement, [userId, after])
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (!last || rows.length < PAGE) return
        after = last.place
      }
    },
    told,
  }
}

function withoutPlace({ place: _place, ...told }: Placed): object {
  return told
}

const ofTable = (table: string, columns: string, { by = 'id', join = '' } = {}): string =>
  `select ${columns}, (${by})::text as place from ${table} ${join} where ${table}.user_id = $1 and ($2::text is null or (${by})::text > $2) order by (${by})::text`

/** A consent. */
export interface ConsentRow extends Placed {
  readonly id: string
  readonly version: string
  readonly accepted_at: Date
}
/** An account. */
export interface AccountRow extends Placed {
  readonly id: string
  readonly currency: Currency
  readonly balance_minor: bigint
  readonly owed_minor: bigint
  readonly opened_at: Date
}
/** A leg of an operation, with the fee in its amount. */
export interface OperationRow extends Placed {
  readonly operation_id: string
  readonly leg: number
  readonly account_id: string
  readonly kind: string
  readonly state: string
  readonly currency: Currency
  readonly amount_minor: bigint
  readonly fee_minor: bigint
  readonly masked: string | null
  readonly details: Readonly<Record<string, string>>
  readonly created_at: Date
  readonly ended_at: Date | null
}
/** A request for money, made or received. */
interface RequestRow extends Placed {
  readonly amount_minor: bigint | null
  readonly currency: Currency
}
/** A device. */
export interface DeviceRow extends Placed {
  readonly device_name: string | null
  /** What it said of itself at its last sign-in. */
  readonly device: string | null
  readonly known_since: Date
  readonly seen_at: Date
  readonly opened_wallet: boolean
}

// Its own leg is all that a person reads of an operation: nothing of anybody else is looked at.
const OPERATIONS = `select operation_leg.operation_id, leg, account_id, kind, state, currency, amount_minor, fee_minor, masked,
      operation_leg.details, operation_leg.created_at, ended_at, operation_leg.created_at || '|' || operation_leg.operation_id || '|' || leg as place
    from operation_leg
    join operation on operation.id = operation_leg.operation_id
    left join withdrawal on withdrawal.operation_id = operation_leg.operation_id
    where user_id = $1 and (operation_leg.created_at, operation_leg.operation_id, leg) < (
      split_part(coalesce($2, 'infinity|ffffffff-ffff-ffff-ffff-ffffffffffff|32767'), '|', 1)::timestamptz,
      split_part(coalesce($2, 'infinity|ffffffff-ffff-ffff-ffff-ffffffffffff|32767'), '|', 2)::uuid,
      split_part(coalesce($2, 'infinity|ffffffff-ffff-ffff-ffff-ffffffffffff|32767'), '|', 3)::smallint
    )
    order by operation_leg.created_at desc, operation_leg.operation_id desc, leg desc`
// What was asked for, and of the other side what they have read of them.
const REQUESTS = `select id, direction, person, amount_minor, currency, message, is_collect, state, code, created_at, expires_at, ended_at, id::text as place
    from (
      select p2p_request.*, 'made' as direction from p2p_request where user_id = $1
      union all
      select id, user_id, account_id, currency, null, payer_id, null, null, amount_minor, message, is_collect, state, collected_minor, payments,
        invited_at, created_at, expires_at, ended_at, next_check_at, checks, 'received' from p2p_request where payer_id = $1
    ) as request
    where $2::text is null or id > $2::uuid
    order by id`
// The number as it may be shown, of the last withdrawal that went there.
const RECIPIENT = `left join lateral (
      select masked from withdrawal
      join operation_leg on operation_leg.operation_id = withdrawal.operation_id
      where operation_leg.user_id = known_recipient.user_id and coalesce(fingerprint, token) = vault_key
      limit 1
    ) as shown on true`

// What the operation says of where it went: to a person, or to a masked number.
const NAMED = `left join lateral (
      select coalesce(masked, operation_leg.details ->> 'person') as shown
      from operation_leg
      left join withdrawal on withdrawal.operation_id = operation_leg.operation_id
      where operation_leg.operation_id = recipient.operation_id and operation_leg.user_id = recipient.user_id and leg = 0
    ) as went on true`

const SAYS_OF_ITSELF = `left join lateral (
      select device from session
      where session.user_id = known_device.user_id and session.device_id = known_device.device_id
      order by created_at desc
      limit 1
    ) as said on true`

/** The lists of the export by their names in it; hashes, tokens and the provider's ids are not told. */
export const SECTIONS = {
  consents: section<ConsentRow>(
    'consents',
    ofTable('consent', 'document as id, version, accepted_at', { by: "document || ' ' || version" }),
  ),
  accounts: section<AccountRow>(
    'accounts',
    ofTable('account', 'id, currency, balance_minor, owed_minor, opened_at'),
    ({ id, currency, balance_minor, owed_minor, opened_at }) => ({
      id,
      currency_code: currency,
      balance: toDecimal(money(currency, balance_minor)),
      owed: toDecimal(money(currency, owed_minor)),
      opened_at,
    }),
  ),
  account_marks: section(
    'account_marks',
    ofTable('account_mark', 'account_id, own_name, color, is_hidden, position', { by: 'account_id' }),
  ),
  requisites: section(
    'requisites',
    ofTable('requisites', 'account_id, kind, pay_to, holder, bank, bank_code, reference, network, opened_at', {
      by: "account_id || ' ' || provider",
    }),
  ),
  operations: section<OperationRow>('operations', OPERATIONS, toldOperation),
  recipients: section(
    'recipients',
    ofTable(
      'known_recipient',
      "coalesce(masked, case when provider like 'sellers %' then vault_key end) as masked, first_used_at",
      { by: "provider || ' ' || vault_key", join: RECIPIENT },
    ),
  ),
  requests: section<RequestRow>('requests', REQUESTS, ({ place: _place, amount_minor, currency, ...told }) => ({
    ...told,
    amount: amount_minor === null ? null : toDecimal(money(currency, amount_minor)),
    currency_code: currency,
  })),
  pay_codes: section('pay_codes', ofTable('pay_code', 'code, created_at', { by: 'user_id' })),
  named_recipients: section(
    'named_recipients',
    ofTable('recipient', 'shown, own_name, is_favourite, removed_at', { by: "provider || ' ' || recipient_key", join: NAMED }),
  ),
  rate_alerts: section(
    'rate_alerts',
    ofTable(
      'rate_alert',
      `id, from_currency as from_currency_code, to_currency as to_currency_code, direction, trim_scale(target)::text as rate,
      created_at, expires_at`,
    ),
  ),
  identifications: section(
    'identifications',
    ofTable('identification', 'id, from_level, to_level, state as status, reason, started_at, ended_at'),
  ),
  sessions: section('sessions', ofTable('session', 'id, device, address as last_address, created_at, seen_at, ended_at')),
  devices: section<DeviceRow>(
    'devices',
    ofTable('known_device', 'name as device_name, device, first_seen_at as known_since, seen_at, opened_wallet', {
      by: 'known_device.device_id',
      join: SAYS_OF_ITSELF,
    }),
  ),
  passkeys: section('passkeys', ofTable('passkey', 'id, name as passkey_name, is_synced, created_at, used_at')),
  notifications: section('notifications', ofTable('notification', 'id, kind, details, created_at')),
  notice_settings: section(
    'notice_settings',
    ofTable('notice_setting', 'kind, channel, is_on', { by: "kind || ' ' || channel" }),
  ),
  messages: section('messages', ofTable('message', 'id, channel, kind, created_at, sent_at')),
  wrong_pins: section('wrong_pins', ofTable('pin_failure', 'id, session_id, failed_at')),
} as const

function toldOperation({ operation_id, account_id, kind, currency, details, created_at, ...row }: OperationRow): object {
  return {
    operation_id,
    account_id,
    kind,
    state: stateOf(kind, row.state).apiState,
    amount: toDecimal(money(currency, row.amount_minor)),
    fee: toDecimal(money(currency, row.fee_minor)),
    currency_code: currency,
    masked: row.masked,
    details,
    created_at,
    ended_at: row.ended_at,
  }
}
