import { idAt } from '#server/db/ids'
import type { Transaction } from '#server/db/pool'
import { getContact } from '#server/users/contact'
import { notice, writeNotice } from '#server/users/notices'
import type { Language } from '#texts/languages'
import { takeInvitation, takeMessage } from './budget.ts'
import { TELLINGS, type TellingKind } from './kinds.ts'
import { noticePlace } from './notice-kinds.ts'
import { isWanted } from './notice-settings.ts'
import { insertMessage } from './store.ts'

type OwnersKind = Exclude<TellingKind, Invitation['kind'] | 'wallet_closed'>

/** What has happened to somebody's wallet; `details` fill its texts in, `device` with what a device has said of itself. */
interface Happening {
  readonly userId: string
  readonly kind: OwnersKind
  readonly details?: Readonly<Record<string, string>>
  readonly now: Date
}

/**
 * Tells the owner of a wallet what has happened to it, in the transaction in which it happens: a notice in the app, and by whatever its
 * kind says (kinds.ts) and they want (notice-settings.ts), which a job sends. Of most kinds they get an SMS a day (budget.ts).
 */
export async function tellOwner(tx: Transaction, { userId, kind, details = {}, now }: Happening): Promise<void> {
  await writeNotice(tx, notice(userId, kind, details, now))
  const { phone, verifiedEmail, language } = await getContact(tx, userId)
  const recipients = { sms: phone, email: verifiedEmail }
  for (const channel of ['sms', 'email'] as const) {
    const recipient = recipients[channel]
    if (recipient === undefined || !TELLINGS[kind][channel] || !(await mayTell(tx, channel, { userId, kind, now }))) continue
    await insertMessage(tx, { id: idAt(now), userId, channel, kind, language, recipient, details, createdAt: now })
  }
}

/** Whether somebody wants to be told of a kind by a channel, and has not been told too often. */
async function mayTell(tx: Transaction, channel: 'sms' | 'email', told: Omit<Happening, 'details'>): Promise<boolean> {
  const { userId, kind } = told
  const wanted = { userId, kind: noticePlace(kind, {}).kind, channel }
  return (await isWanted(tx, wanted)) && takeMessage(tx, channel, told)
}

/** An invitation of somebody without a wallet. */
interface Invitation {
  readonly kind: 'p2p_invite' | 'request_invite' | 'request_invite_any'
  readonly senderId: string
  readonly phone: string
  /** No word of the sender's: whoever chooses their name would choose what others read. */
  readonly details: { readonly amount?: string }
  readonly language: Language
  readonly now: Date
}

/**
 * Tells somebody without a wallet by SMS of money that waits for them, or that they are asked for: as often as there
 * is a budget for (budget.ts). False when that would be too often.
 */
export async function invite(tx: Transaction, { kind, senderId, phone, details, language, now }: Invitation): Promise<boolean> {
  if (!(await takeInvitation(tx, { senderId, phone, now }))) return false
  const message = { channel: 'sms', kind, recipient: phone, userId: senderId, language, details } as const
  await insertMessage(tx, { id: idAt(now), ...message, createdAt: now })
  return true
}

/** Tells the owner of a wallet by a last SMS that it is closed. It has no limit: of all others nothing is sent any more. */
export async function tellOfClosing(tx: Transaction, userId: string, now: Date): Promise<void> {
  const { phone: recipient, language } = await getContact(tx, userId)
  const message = { channel: 'sms', kind: 'wallet_closed', details: {} } as const
  await insertMessage(tx, { id: idAt(now), userId, ...message, language, recipient, createdAt: now })
}
