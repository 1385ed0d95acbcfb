import { Refusal } from '#server/http/refusal'
import { freshIdempotencyKey } from '#server/idempotency/key'
import type { SignedIn } from '#server/security/sessions'
import { findFreeze } from '#server/users/frozen'
import type { Confirmation } from './confirmation.ts'
import { type PinDeps, provePin } from './pin.ts'
import { untrustedUntil } from './pin-resets.ts'

/**
 * The caller: the time of their sign-in, of the wallet's first PIN if it is known, of the last PIN that was set by the number alone, and of the
 * device's first use, unless the wallet was opened with it.
 */
interface Asker {
  readonly signedInAt: Date
  readonly hasPin: boolean
  readonly firstPinAt: Date | null
  readonly pinResetAt: Date | null
  readonly deviceSince: Date | null
}

const FIND = {
  name: 'confirmation.find_asker',
  text: `select session.created_at as "signedInAt", pin.user_id is not null as "hasPin", pin.first_set_at as "firstPinAt",
      (select max(reset_at) from pin_reset where user_id = session.user_id) as "pinResetAt", first_seen_at as "deviceSince"
    from session
    left join pin on pin.user_id = session.user_id
    left join known_device
      on known_device.user_id = session.user_id and known_device.device_id = session.device_id and not opened_wallet
    where session.id = $1`,
}

/** How long a sign-in proves by itself that the caller is the owner. */
const FRESH_MS = 600_000

interface Proving {
  readonly user: SignedIn
  readonly pin: string | undefined
  readonly now: Date
  /** The request's field with the PIN, if it is not `pin`. */
  readonly field?: string
  /** The purpose of the proof. */
  readonly reason: 'passkey' | 'email'
  /** Since when the owner has the way into the wallet that the request takes away; undefined when it takes none away. */
  readonly takesAwaySince?: Date | undefined
}

/**
 * Verifies that the owner asks for something that outlives a session, and not just a holder of their token. The proof is the PIN, in every
 * request; or a sign-in of the last ten minutes when there is no PIN, or when the first PIN was set by a session older than that. No way into the
 * wallet is taken away for a day after the number alone was enough for a PIN or a device, nor while the owner has the wallet frozen. Refuses
 * pin_required, sign_in_required, wait_required, wallet_frozen, and what provePin refuses.
 */
export async function proveOwner(
  deps: PinDeps,
  { user, pin, now, field = 'pin', reason, takesAwaySince }: Proving,
): Promise<Confirmation | undefined> {
  const asker = await deps.database.find<Asker>(FIND, [user.sessionId])
  if (!asker) throw new Error('A session that asks is not there')
  const { signedInAt, hasPin, firstPinAt } = asker
  const isFreshAt = (instant: Date) => instant.getTime() - signedInAt.getTime() < FRESH_MS
  const isPinTheirs = hasPin && (firstPinAt === null || isFreshAt(firstPinAt))
  if (!(isPinTheirs || isFreshAt(now))) throw new Refusal({ code: 'sign_in_required' })
  if (takesAwaySince) await expectMoreThanNumber(deps, user, { asker, takesAwaySince, now })
  if (!hasPin) return undefined
  if (pin === undefined) throw new Refusal({ code: 'pin_required', field, reason })
  return provePin(deps, { user, pin, now, field, idempotencyKey: freshIdempotencyKey() })
}

interface TakingAway {
  readonly asker: Asker
  readonly takesAwaySince: Date
  readonly now: Date
}

async function expectMoreThanNumber(
  { database }: PinDeps,
  { userId }: SignedIn,
  { asker: { hasPin, pinResetAt, deviceSince }, takesAwaySince, now }: TakingAway,
): Promise<void> {
  // While the wallet is frozen, no PIN of it was set by the number within the last day (pin-resets.ts).
  if (!hasPin && (await findFreeze(database, userId)).owner) throw new Refusal({ code: 'wallet_frozen' })
  const since = hasPin ? pinResetAt : deviceSince
  // The way in is newer: the person who set the PIN, or brought the device, may have added it.
  if (since && takesAwaySince > since) return
  const leftMs = since ? untrustedUntil(since).getTime() - now.getTime() : 0
  if (leftMs <= 0) return
  throw new Refusal({ code: 'wait_required', reason: hasPin ? 'pin' : 'device', retryAfterSeconds: Math.ceil(leftMs / 1000) })
}
