import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import type { Queryable } from '#server/db/queryable'
import type { Keys } from '#server/security/keys'
import { consume, type Limit } from '#server/security/limits'

// 256 derivations on average, where one checks it (docs/decisions/013-strangers-and-known-devices.md has what that takes).
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 2000, keyPrefix: '00' }
const LIFETIME_SECONDS = 600
const ONCE: Limit = { scope: 'proofs', max: 1, windowSeconds: LIFETIME_SECONDS }

const solved = v.object({
  challenge: v.object({
    parameters: v.object({
      algorithm: v.string(),
      nonce: v.string(),
      salt: v.string(),
      cost: v.number(),
      keyLength: v.number(),
      keyPrefix: v.string(),
      data: v.object({ phone: v.string(), until: v.number() }),
    }),
    signature: v.string(),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})

/**
 * Makes a challenge for whoever asks for a number, as JSON: work that a person hardly notices, and a machine that guesses has to do for each guess
 * (ALTCHA, PBKDF2). It holds for ten minutes and for that number.
 */
export async function makeWorkChallenge(keys: Keys, phone: string, now: Date): Promise<string> {
  // Not by the library's own expiry, which goes by this process's clock.
  const data = { phone, until: now.getTime() + LIFETIME_SECONDS * 1000 }
  return JSON.stringify(await createChallenge({ ...WORK, deriveKey, data, hmacSignatureSecret: secretOf(keys) }))
}

/** Whether a proof, `{challenge, solution}` as JSON, is one of ours for this number, is still good and has not been used; it is then. */
export async function spendProof(
  queryable: Queryable,
  keys: Keys,
  { phone, proof, now }: { readonly phone: string; readonly proof: string | undefined; readonly now: Date },
): Promise<boolean> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), solved), proof)
  if (!read.success) return false
  const { challenge, solution } = read.output
  const { data } = challenge.parameters
  if (data.phone !== phone || data.until <= now.getTime()) return false
  for (const each of keys.all) {
    const result = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: secretOf(each) })
    if (result.verified) return (await consume(queryable, ONCE, challenge.signature, now)).ok
  }
  return false
}

function secretOf(keys: Pick<Keys, 'key'>): string {
  return keys.key('proof').toString('base64')
}
