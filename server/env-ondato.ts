import * as z from 'zod'
import type { OndatoOptions } from '#server/providers/identity/ondato'

/** What is set from outside for Ondato. */
export type OndatoSettings = Omit<OndatoOptions, 'pageTitle' | 'timeoutMs' | 'clock'>

const secret = z.string().min(16)
// Credentials go there, so plain http only to this machine.
const address = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.startsWith('https:') || /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(`${url}/`), 'needs https')
  .transform((url) => url.replace(/\/$/, ''))

/**
 * Reads the settings of Ondato. The addresses are those of its live service; no secret has a default. Webhooks are proven by HMAC
 * (ONDATO_WEBHOOK_SECRET) or by name and password (ONDATO_WEBHOOK_USER, ONDATO_WEBHOOK_PASSWORD): one of the two, not both.
 */
export const ondatoSchema = z
  .object({
    ONDATO_ID_URL: address.default('https://id.ondato.com'),
    ONDATO_IDV_API_URL: address.default('https://idvapi.ondato.com'),
    ONDATO_KYC_API_URL: address.default('https://kycid.ondato.com'),
    ONDATO_PAGE_URL: address.default('https://idv.ondato.com'),
    ONDATO_CLIENT_ID: z.string(),
    ONDATO_CLIENT_SECRET: secret,
    ONDATO_SETUP_ID: z.uuid(),
    ONDATO_WEBHOOK_SECRET: secret.optional(),
    ONDATO_WEBHOOK_USER: z
      .string()
      .regex(/^[^:]+$/)
      .optional(),
    ONDATO_WEBHOOK_PASSWORD: secret.optional(),
  })
  .transform((given, context): OndatoSettings => {
    const proof = webhookProof(given)
    if (!proof) {
      context.addIssue({
        code: 'custom',
        path: ['ONDATO_WEBHOOK_SECRET'],
        message: 'set it, or ONDATO_WEBHOOK_USER and ONDATO_WEBHOOK_PASSWORD, not both',
      })
      return z.NEVER
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
  })

function webhookProof(given: {
  readonly ONDATO_WEBHOOK_SECRET?: string | undefined
  readonly ONDATO_WEBHOOK_USER?: string | undefined
  readonly ONDATO_WEBHOOK_PASSWORD?: string | undefined
}): OndatoSettings['webhookProof'] | undefined {
  const { ONDATO_WEBHOOK_SECRET: hmac, ONDATO_WEBHOOK_USER: user, ONDATO_WEBHOOK_PASSWORD: password } = given
  if (hmac !== undefined) return user === undefined && password === undefined ? { kind: 'hmac', secret: hmac } : undefined
  return user !== undefined && password !== undefined ? { kind: 'basic', user, password } : undefined
}
