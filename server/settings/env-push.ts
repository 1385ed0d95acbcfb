import * as v from 'valibot'
import { publicKeyOf, type WebPushOptions } from '#server/providers/push/web-push'

/** The environment settings of web push. */
export type PushSettings = Pick<WebPushOptions, 'privateKey' | 'subject'>

/** Reads the settings of web push: VAPID_PRIVATE_KEY, and VAPID_SUBJECT, the contact for push services. */
export const pushSchema = v.pipe(
  v.object({
    VAPID_PRIVATE_KEY: v.pipe(
      v.string(),
      v.regex(/^[A-Za-z0-9_-]{43}$/, 'has to be 32 bytes in base64url, 43 characters'),
      v.check(isKey, 'has to be a private key of P-256'),
    ),
    VAPID_SUBJECT: v.pipe(
      v.string(),
      v.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*)$/, 'has to be mailto:… or https://…'),
    ),
  }),
  v.transform(
    ({ VAPID_PRIVATE_KEY, VAPID_SUBJECT }): PushSettings => ({ privateKey: VAPID_PRIVATE_KEY, subject: VAPID_SUBJECT }),
  ),
)

function isKey(unchecked: string): boolean {
  try {
    return publicKeyOf(unchecked) !== ''
  } catch {
    return false
  }
}
