import { Refusal } from '#server/http/refusal'
import { freshIdempotencyKey } from '#server/idempotency/key'
import type { SignedIn } from '#server/security/sessions'
import { findFreeze } from '#server/users/frozen'
import type { Confirmation } from './confirmation.ts'
import { type PinDeps, provePin } from './pin.ts'
import { untrustedUntil } from './pin-resets.ts'

/**
 * Who asks: since when they are signed in, when their wallet got its first PIN, as far as that is known, when somebody last set one by the
 * number alone, and since when the device that asks is known, unless the wallet was opened with it.
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

/** How long after it a sign-in shows by itself who it is. */
const FRESH_MS = 600_000

interface Proving {
  readonly user: SignedIn
  readonly pin: string | undefined
  readonly now: Date
  /** Where the request has the PIN, if not in `pin`. */
  readonly field?: string
  /** What it is asked for. */
  readonly reason: 'passkey' | 'email'
  /** Since when they have what it takes away, and could get back into their wallet by; nothing where it takes nothing away. */
  readonly takesAwaySince?: Date | undefined
}

/**
 * Verifies that it is the owner who asks for what outlives a session, and not just a token of theirs: by the PIN of whoever has one, each
 * time it is sent; by a sign-in of the last ten minutes where there is none, or where the first one was set by a session that was older than
 * that. What takes a way in away has to wait for a day after the number alone was enough for PIN or device, and as long as the owner has the
 * wallet frozen. Refuses pin_required, sign_in_required, wait_required, wallet_frozen, and as provePin.
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
  // While it is frozen a PIN is older than that (pin-resets.ts).
  if (!hasPin && (await findFreeze(database, userId)).owner) throw new Refusal({ code: 'wallet_frozen' })
  const since = hasPin ? pinResetAt : deviceSince
  // Whoever set the PIN may have added it.
  if (since && takesAwaySince > since) return
  const leftMs = since ? untrustedUntil(since).getTime() - now.getTime() : 0
  if (leftMs <= 0) return
  throw new Refusal({ code: 'wait_required', reason: hasPin ? 'pin' : 'device', retryAfterSeconds: Math.ceil(leftMs / 1000) })
}
