import { expectConfirmed } from '#server/confirmation/confirmation'
import { provePin } from '#server/confirmation/pin'
import { crashPoint } from '#server/db/crash-point'
import { Refusal } from '#server/http/refusal'
import { freshIdempotencyKey } from '#server/idempotency/key'
import { closeWallet, listObstacles } from '#server/person/close'
import type { SignedIn } from '#server/security/sessions'
import { getUser } from '#server/users/users'
import { type AuthDeps, type Caller, sendOwnCode } from './auth.ts'
import { checkCode } from './codes.ts'
import { claimCode, hasPin } from './store.ts'

/** Sends the code that a wallet is closed with. Refuses wallet_not_empty with what is in the way, and as every code. */
export async function sendClosingCode(deps: AuthDeps, user: SignedIn, caller: Caller): Promise<void> {
  await refuseObstacles(deps, user)
  await sendOwnCode(deps, user, 'close', caller)
}

/**
 * Closes the wallet of whoever asks, by a fresh code, and their PIN where they have one. Refuses wallet_not_empty before either is checked,
 * and again under the locks of the accounts; pin_required; as checkCode does; and, last, as provePin does.
 */
export async function closeOwnWallet(
  deps: AuthDeps,
  user: SignedIn,
  { code, pin }: { readonly code: string; readonly pin: string | undefined },
  caller: Caller,
): Promise<void> {
  const { database } = deps
  await refuseObstacles(deps, user)
  const needsPin = await hasPin(database, user.userId)
  if (needsPin && pin === undefined) throw new Refusal({ code: 'pin_required', field: 'pin_code' })
  const { phone } = await getUser(database, user.userId)
  const right = await checkCode(deps, { ...caller, address: undefined, phone, purpose: 'close', code, pin })
  // Its answer is never given again: there is nobody to give it to.
  const tried = { user, pin: pin ?? '', now: caller.now, field: 'pin_code', idempotencyKey: freshIdempotencyKey() }
  const confirmation = needsPin ? await provePin(deps, tried) : undefined
  await database.inTransaction(async (tx) => {
    if (!(await claimCode(tx, right.id, caller.now))) throw new Refusal({ code: 'code_wrong' })
    await expectConfirmed(tx, confirmation)
    const closing = await closeWallet(tx, user.userId, caller.now)
    if (closing.kind === 'gone') throw new Refusal({ code: 'INVALID_TOKEN' })
    if (closing.kind === 'refused') throw new Refusal({ code: 'wallet_not_empty', obstacles: closing.obstacles })
    caller.deadline.throwIfExceeded()
  })
  crashPoint('closing.committed')
}

async function refuseObstacles({ database }: AuthDeps, { userId }: SignedIn): Promise<void> {
  const obstacles = await listObstacles(database, userId)
  if (obstacles.length > 0) throw new Refusal({ code: 'wallet_not_empty', obstacles })
}
