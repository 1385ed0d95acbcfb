import type { NoticeKind } from '#contract/notice-kinds'
import { legTextsOf } from '#contract/operation-legs'
import type { Notice } from '#server/users/notices'

/** What a notice is about, and where the page shows that. */
export interface NoticePlace {
  readonly kind: NoticeKind
  readonly path: string
}

const settings = (id: string): string => `/settings#${id}`
const security = (id: string): NoticePlace => ({ kind: 'security', path: settings(id) })
const news = (path: string): NoticePlace => ({ kind: 'news', path })
const SUPPORT = settings('support')
const IDENTIFIED: NoticePlace = { kind: 'identification', path: settings('identification') }
const REQUESTED: NoticePlace = { kind: 'request', path: '/wallet/requests' }

const PLACES: Readonly<Record<Notice['kind'], NoticePlace>> = {
  welcome: news('/wallet/topup'),
  sign_in: security('devices'),
  sign_in_new_device: security('devices'),
  sign_in_guesses: security('devices'),
  push_added: security('devices'),
  pin_guesses: security('pin'),
  pin_changed: security('pin'),
  pin_reset: security('pin'),
  unfreeze_asked: security('freeze'),
  frozen: security('freeze'),
  unfrozen: security('freeze'),
  passkey_added: security('passkeys'),
  passkey_removed: security('passkeys'),
  email_confirmed: security('email'),
  email_changed: security('email'),
  data_exported: security('data'),
  exchange_stopped: { kind: 'security', path: '/exchange' },
  rate_alert: { kind: 'rate_alert', path: '/exchange' },
  p2p_incoming: { kind: 'money_in', path: '/' },
  request_received: REQUESTED,
  request_received_any: REQUESTED,
  request_paid: REQUESTED,
  request_declined: REQUESTED,
  identification_complete: { kind: 'identification', path: settings('limits') },
  identification_aborted: IDENTIFIED,
  level: { kind: 'identification', path: settings('limits') },
  operator: news(SUPPORT),
  topup_on: news('/wallet/topup'),
  topup_off: news(SUPPORT),
  withdrawal_on: news('/wallet/withdrawal'),
  withdrawal_off: news(SUPPORT),
  exchange_on: news('/exchange'),
  exchange_off: news(SUPPORT),
  account_create_on: news('/wallet'),
  account_create_off: news(SUPPORT),
  p2p_on: news('/wallet/send'),
  p2p_off: news(SUPPORT),
  qr_payment_on: news('/payment'),
  qr_payment_off: news(SUPPORT),
}

const BY_KIND: ReadonlyMap<string, NoticePlace> = new Map(Object.entries(PLACES))
// Of a version after this one.
const UNKNOWN = news('/')

/** What a stored notice is about and leads to; `details` are its own. One of a later version is news. */
export function noticePlace(kind: string, { request_id: requestId }: Readonly<Record<string, string>>): NoticePlace {
  const place = BY_KIND.get(kind) ?? UNKNOWN
  if (place.kind !== 'request' || requestId === undefined) return place
  return { ...place, path: `${place.path}?${new URLSearchParams({ id: requestId })}` }
}

/** What a notice of an operation's leg is about; it leads to the receipt. */
export function legPlace(operationId: string, kind: string, isOut: boolean): NoticePlace {
  const { direction } = legTextsOf(kind, isOut)
  return {
    kind: direction === 'own' ? 'exchange' : direction === 'in' ? 'money_in' : 'money_out',
    path: `/history?${new URLSearchParams({ operation: operationId })}`,
  }
}
