import type { Notice } from '#server/users/notices'

/** By what, besides a notice in the app, the owner of a wallet is told. E-mail goes to an address that is known to be theirs. */
interface Telling {
  readonly sms: boolean
  readonly email: boolean
  /** It leads to where the wallet is secured (secure-link.ts): what it tells of, a thief would do. */
  readonly link?: true
  /** With it a thief takes the wallet over: nothing that they do before may use up its messages (budget.ts). */
  readonly takeover?: true
  /** Its e-mail goes to the address that was theirs before. */
  readonly toPrevious?: true
}

/**
 * What the owner of a wallet has to hear, wherever they are. A new kind is a line here, one in Notice, and its texts: `notification.<kind>`,
 * which ends in `{not_me}` where there is a link, and `sms.<kind>`, `email.<kind>.subject` and `email.<kind>` for what it is sent by.
 */
export const TELLINGS = {
  sign_in_new_device: { sms: true, email: true, link: true, takeover: true },
  sign_in_guesses: { sms: true, email: true },
  frozen: { sms: true, email: true },
  unfrozen: { sms: true, email: true, link: true, takeover: true },
  pin_changed: { sms: true, email: true, link: true, takeover: true },
  pin_reset: { sms: true, email: true, link: true, takeover: true },
  unfreeze_asked: { sms: true, email: true, link: true, takeover: true },
  passkey_added: { sms: true, email: true, link: true, takeover: true },
  passkey_removed: { sms: true, email: true, link: true, takeover: true },
  pin_guesses: { sms: true, email: true, link: true },
  push_added: { sms: true, email: true, link: true },
  email_confirmed: { sms: true, email: true, link: true, takeover: true },
  email_changed: { sms: true, email: true, link: true, takeover: true, toPrevious: true },
  exchange_stopped: { sms: true, email: true, link: true },
  data_exported: { sms: true, email: true, link: true },
  // By e-mail only to whoever has asked for that (notice-settings.ts).
  rate_alert: { sms: false, email: true },
  identification_complete: { sms: false, email: true },
  identification_aborted: { sms: false, email: true },
  // To somebody without a wallet, for whom money waits, or who is asked for some; it is kept with who has sent or asked for that.
  p2p_invite: { sms: true, email: false },
  request_invite: { sms: true, email: false },
  request_invite_any: { sms: true, email: false },
  // The last one, without a notice: of a closed wallet neither notices nor an e-mail are kept.
  wallet_closed: { sms: true, email: false },
} as const satisfies Partial<
  Record<Notice['kind'] | 'p2p_invite' | 'request_invite' | 'request_invite_any' | 'wallet_closed', Telling>
>

/** Something that the owner of a wallet is told of. */
export type TellingKind = keyof typeof TELLINGS

type MailedKind = { [Kind in TellingKind]: (typeof TELLINGS)[Kind]['email'] extends true ? Kind : never }[TellingKind]

type TextedKind = { [Kind in TellingKind]: (typeof TELLINGS)[Kind]['sms'] extends true ? Kind : never }[TellingKind]

/** Whether a kind is told by SMS. */
export function isTexted(kind: TellingKind): kind is TextedKind {
  return TELLINGS[kind].sms
}

/** Whether a kind is told by e-mail. */
export function isMailed(kind: TellingKind): kind is MailedKind {
  return TELLINGS[kind].email
}

/** Whether this is such a kind: what a version after this one has written may be none. */
export function isTellingKind(unchecked: string): unchecked is TellingKind {
  return Object.hasOwn(TELLINGS, unchecked)
}

/** Whether the e-mail of a kind goes to the address that the present one has taken the place of. */
export function goesToPrevious(kind: TellingKind): boolean {
  return 'toPrevious' in TELLINGS[kind]
}

const SECURABLE_MS = 3 * 86_400_000

/** Whether the wallet may be secured by what told its owner of something at a moment: of what a thief would do, for three days. */
export function isSecurable(kind: string, toldAt: Date, now: Date): boolean {
  return isTellingKind(kind) && isLinked(kind) && now.getTime() - toldAt.getTime() < SECURABLE_MS
}

/** Whether a kind tells of what takes a wallet over. */
export function isTakeover(kind: TellingKind): boolean {
  return 'takeover' in TELLINGS[kind]
}

const INVITATIONS: ReadonlySet<TellingKind> = new Set(['p2p_invite', 'request_invite', 'request_invite_any'])

/** Whether a kind is for somebody without a wallet: it has a budget of its own (budget.ts). */
export function isInvitation(kind: string): boolean {
  return isTellingKind(kind) && INVITATIONS.has(kind)
}

/** Whether a kind leads to where the wallet is secured. */
export function isLinked(kind: TellingKind): boolean {
  return 'link' in TELLINGS[kind]
}
