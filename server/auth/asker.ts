import type { Queryable } from '#server/db/queryable'
import { Refusal } from '#server/http/refusal'
import type { Keys } from '#server/security/keys'
import { isDeviceKnown } from './known-devices.ts'
import { makeWorkChallenge, spendProof } from './proof-of-work.ts'

/** Whoever asks for a code of a number, or guesses one. */
export interface Asker {
  /** E.164 with its plus. */
  readonly phone: string
  /** What the limits of an address are counted by. */
  readonly address: string
  readonly deviceId: string
  /** Work that was done to be heard, if any (proof-of-work.ts). */
  readonly proof: string | undefined
  readonly now: Date
}

/** The same, and whether the owner of the number has signed in with the device: all others are strangers. */
export interface KnownAsker extends Asker {
  readonly isKnown: boolean
  /** What counts of the number are kept by: strangers share one, and each known device has its own. Strangers take nothing from those. */
  readonly bucket: string
}

/** Tells the owner's devices from strangers. */
export async function recognise(queryable: Queryable, asker: Asker): Promise<KnownAsker> {
  const isKnown = await isDeviceKnown(queryable, asker.phone, asker.deviceId)
  return { ...asker, isKnown, bucket: isKnown ? `${asker.phone} ${asker.deviceId}` : asker.phone }
}

/** Nothing for whoever has worked to be heard; for others proof_required, with the work to be done, or else the seconds to be waited. */
export async function requireProof(
  queryable: Queryable,
  keys: Keys,
  asker: Asker,
  retryAfterSeconds: number,
): Promise<Refusal | undefined> {
  if (await spendProof(queryable, keys, asker)) return undefined
  const challenge = await makeWorkChallenge(keys, asker.phone, asker.now)
  return new Refusal({ code: 'proof_required', retryAfterSeconds, challenge })
}
