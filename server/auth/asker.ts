import type { Queryable } from '#server/db/queryable'
import { Refusal } from '#server/http/refusal'
import type { Keys } from '#server/security/keys'
import { isDeviceKnown } from './known-devices.ts'
import { makeWorkChallenge, spendProof } from './proof-of-work.ts'

/** Whoever asks for a code of a number, or guesses one. */
export interface Asker {
  /** E.164 with its plus. */
  readonly phone: string
  /** What the limits of an address are counted by; nothing where a session says who asks. */
  readonly address: string | undefined
  readonly deviceId: string
  /** Work that was done to be heard, if any (proof-of-work.ts). */
  readonly proof: string | undefined
  readonly now: Date
}

/** The same, and whether the owner of the number has signed in with the device: all others are strangers. */
export interface KnownAsker extends Asker {
  readonly isKnown: boolean
  /** What guesses at the number are counted by: strangers share one, and each known device has its own. Strangers take nothing from those. */
  readonly bucket: string
  /** What the codes of the number are counted by: strangers share one, and all known devices another, or each new one would bring more. */
  readonly sendingBucket: string
}

/** Tells the owner's devices from strangers. */
export async function recognise(queryable: Queryable, asker: Asker): Promise<KnownAsker> {
  const isKnown = await isDeviceKnown(queryable, asker.phone, asker.deviceId)
  const { phone, deviceId } = asker
  return isKnown
    ? { ...asker, isKnown, bucket: `${phone} ${deviceId}`, sendingBucket: `${phone} known` }
    : { ...asker, isKnown, bucket: phone, sendingBucket: phone }
}

/** The address that somebody is counted by: of a stranger alone, as whoever shares one with those who guess is not one of them. */
export function countedAddress({ isKnown, address }: KnownAsker): string | undefined {
  return isKnown ? undefined : address
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
