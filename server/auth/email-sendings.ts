import type { Queryable } from '#server/db/queryable'
import { Refusal } from '#server/http/refusal'
import { consume, type Limit, reset } from '#server/security/limits'

const HOUR = 3600
const DAY = 86_400
/** Between two e-mails that somebody asks for. */
export const EMAIL_GAP_SECONDS = 60
const GAP: Limit = { scope: 'email_gap', max: 1, windowSeconds: EMAIL_GAP_SECONDS }
const PER_BUCKET: Limit = { scope: 'emails_per_day', max: 10, windowSeconds: DAY }
// Nobody has a mailbox filled by whoever knows its name.
const PER_MAILBOX: Limit = { scope: 'emails_per_mailbox', max: 10, windowSeconds: DAY }
const PER_ADDRESS: Limit = { scope: 'emails_per_address', max: 20, windowSeconds: HOUR }
const IN_ALL: Limit = { scope: 'emails_in_all', max: 2000, windowSeconds: HOUR }

interface Asking {
  /** Of whom it is counted: a person, or whoever asks for a number (asker.ts). */
  readonly bucket: string
  /** A keyed hash of the mailbox. */
  readonly email: string
  /** What the limits of an address are counted by, where a stranger asks. */
  readonly address: string | undefined
  readonly now: Date
}

/**
 * Counts a request for an e-mail: a minute between two, ten a day for who asks and for a mailbox, two thousand an hour in all, and
 * twenty for an address of strangers. Gives the refusal, code_too_soon or code_limit, instead of throwing it: what is refused has to be counted, too.
 */
export async function consumeEmail(queryable: Queryable, { bucket, email, address, now }: Asking): Promise<Refusal | undefined> {
  const gap = await consume(queryable, GAP, bucket, now)
  if (!gap.ok) return new Refusal({ code: 'code_too_soon', retryAfterSeconds: gap.retryAfterSeconds })
  const counted = [
    ...(address === undefined ? [] : [[PER_ADDRESS, address] as const]),
    [PER_BUCKET, bucket],
    [PER_MAILBOX, email],
    [IN_ALL, 'all'],
  ] as const
  for (const [limit, key] of counted) {
    const taken = await consume(queryable, limit, key, now)
    if (!taken.ok) return new Refusal({ code: 'code_limit', retryAfterSeconds: taken.retryAfterSeconds })
  }
  return undefined
}

/** Lets whoever asked ask again at once: their code was used, or could not be sent. */
export async function openEmailGap(queryable: Queryable, bucket: string): Promise<void> {
  await reset(queryable, GAP, bucket)
}
