import { Refusal } from '#server/http/refusal'
import { freshIdempotencyKey } from '#server/idempotency/key'
import type { SignedIn } from '#server/security/sessions'
import type { Confirmation } from './confirmation.ts'
import { type PinDeps, provePin } from './pin.ts'

/** Who asks: since when they are signed in, and when their wallet got its first PIN, as far as that is known. */
interface Asker {
  readonly signedInAt: Date
  readonly hasPin: boolean
  readonly firstPinAt: Date | null
}

const FIND = {
  name: 'confirmation.find_asker',
  text: `select session.created_at as "signedInAt", pin.user_id is not null as "hasPin", pin.first_set_at as "firstPinAt"
    from session
    left join pin on pin.user_id = session.user_id
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
}

/**
 * Verifies that it is the owner who asks for what outlives a session, and not just a token of theirs: by the PIN of whoever has one, each
 * time it is sent; by a sign-in of the last ten minutes where there is none, or where the first one was set by a session that was older than
 * that. Refuses pin_required, sign_in_required, and as provePin.
 */
export async function proveOwner(
  deps: PinDeps,
  { user, pin, now, field = 'pin', reason }: Proving,
): Promise<Confirmation | undefined> {
  const asker = await deps.database.find<Asker>(FIND, [user.sessionId])
  if (!asker) throw new Error('A session that asks is not there')
  const { signedInAt, hasPin, firstPinAt } = asker
  const isFreshAt = (instant: Date) => instant.getTime() - signedInAt.getTime() < FRESH_MS
  const isPinTheirs = hasPin && (firstPinAt === null || isFreshAt(firstPinAt))
  if (!(isPinTheirs || isFreshAt(now))) throw new Refusal({ code: 'sign_in_required' })
  if (!hasPin) return undefined
  if (pin === undefined) throw new Refusal({ code: 'pin_required', field, reason })
  return provePin(deps, { user, pin, now, field, idempotencyKey: freshIdempotencyKey() })
}
