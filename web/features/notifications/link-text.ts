import type { TextKey } from '#texts/texts'
import type { Notification } from './queries.ts'

/** What the page calls the places that notifications lead to. */
const NAMES: Readonly<Record<string, TextKey>> = {
  '/settings#devices': 'profile.sessions',
  '/settings#pin': 'pin.row',
  '/settings#freeze': 'freeze.row',
  '/settings#passkeys': 'passkeys.title',
  '/settings#email': 'email.row',
  '/settings#data': 'data.title',
  '/settings#limits': 'levels.title',
  '/settings#identification': 'kyc.section',
  '/settings#support': 'profile.support',
  '/exchange': 'ex.title',
  '/wallet/topup': 'payment.topup_btn',
  '/wallet/withdrawal': 'payment.withdrawal_btn',
}

/** The text of the link to what a notification tells of. */
export function linkText({ path = '', operation_id, request_id }: Notification): TextKey {
  if (operation_id !== undefined) return 'receipt.title'
  if (request_id !== undefined) return 'requests.open'
  return NAMES[path] ?? 'notif.show'
}
