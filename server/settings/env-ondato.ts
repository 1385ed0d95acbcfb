import * as v from 'valibot'
import type { OndatoOptions } from '#server/providers/identity/ondato'

/** The environment settings of Ondato. */
export type OndatoSettings = Omit<OndatoOptions, 'pageTitle' | 'timeoutMs' | 'clock'>

const secret = v.pipe(v.string(), v.minLength(16, 'has to have 16 characters at least'))
// Credentials are sent there, so plain http is allowed to this machine only.
const address = v.pipe(
  v.string(),
  v.url('has to be a web address'),
  v.regex(/^https?:\/\/\S+$/i, 'has to be a web address'),
  v.check(
    (url) => url.startsWith('https:') || /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(`${url}/`),
    'has to begin with https://',
  ),
  v.transform((url) => url.replace(/\/$/, '')),
)

/**
 * Reads the settings of Ondato. The URLs default to its live service; no secret has a default. Webhooks are authenticated by HMAC
 * (ONDATO_WEBHOOK_SECRET) or HTTP Basic (ONDATO_WEBHOOK_USER, ONDATO_WEBHOOK_PASSWORD): one of the two, not both.
 */
export const ondatoSchema = v.pipe(
  v.object({
    ONDATO_ID_URL: v.optional(address, 'https://id.ondato.com'),
    ONDATO_IDV_API_URL: v.optional(address, 'https://idvapi.ondato.com'),
    ONDATO_KYC_API_URL: v.optional(address, 'https://kycid.ondato.com'),
    ONDATO_PAGE_URL: v.optional(address, 'https://idv.ondato.com'),
    ONDATO_CLIENT_ID: v.string(),
    ONDATO_CLIENT_SECRET: secret,
    ONDATO_SETUP_ID: v.pipe(v.string(), v.uuid('has to be a UUID')),
    ONDATO_WEBHOOK_SECRET: v.optional(secret),
    ONDATO_WEBHOOK_USER: v.optional(v.pipe(v.string(), v.regex(/^[^:]+$/, 'has to be without a colon'))),
    ONDATO_WEBHOOK_PASSWORD: v.optional(secret),
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }): OndatoSettings => {
    const given = dataset.value
    const proof = webhookProof(given)
    if (!proof) {
      addIssue({ message: 'ONDATO_WEBHOOK_SECRET is needed, or ONDATO_WEBHOOK_USER and ONDATO_WEBHOOK_PASSWORD, not both' })
      return NEVER
    }
    return {
      idUrl: given.ONDATO_ID_URL,
      idvApiUrl: given.ONDATO_IDV_API_URL,
      kycApiUrl: given.ONDATO_KYC_API_URL,
      pageUrl: given.ONDATO_PAGE_URL,
      clientId: given.ONDATO_CLIENT_ID,
      clientSecret: given.ONDATO_CLIENT_SECRET,
      setupId: given.ONDATO_SETUP_ID,
      webhookProof: proof,
    }
  }),
)

function webhookProof(given: {
  readonly ONDATO_WEBHOOK_SECRET?: string | undefined
  readonly ONDATO_WEBHOOK_USER?: string | undefined
  readonly ONDATO_WEBHOOK_PASSWORD?: string | undefined
}): OndatoSettings['webhookProof'] | undefined {
  const { ONDATO_WEBHOOK_SECRET: hmac, ONDATO_WEBHOOK_USER: user, ONDATO_WEBHOOK_PASSWORD: password } = given
  if (hmac !== undefined) return user === undefined && password === undefined ? { kind: 'hmac', secret: hmac } : undefined
  return user !== undefined && password !== undefined ? { kind: 'basic', user, password } : undefined
}
