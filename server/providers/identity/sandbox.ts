import * as v from 'valibot'
import { allowedPage } from '#server/providers/allowed-page'
import { readEvent } from '#server/providers/signature'
import { callVendor, getFromVendor, type OnVendorCall } from '#server/providers/vendor-http'
import { ABORT_REASONS, type IdentityCheck, type IdentityProvider } from './port.ts'

/** The vendor's URL and our credentials. `pageOrigins` are the only origins its page may have. */
export interface SandboxIdentityOptions {
  readonly baseUrl: string
  readonly apiKey: string
  readonly timeoutMs: number
  readonly onCall?: OnVendorCall
  readonly webhookUrl: string
  readonly pageOrigins: readonly string[]
  /** The valid webhook secrets: the current one, and the previous one during a rotation. */
  readonly webhookSecrets: readonly string[]
}

const STATES = { pending: 'pending', in_review: 'review', approved: 'complete', aborted: 'aborted' } as const

const check = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.minLength(1)),
    reference: v.pipe(v.string(), v.minLength(1)),
    status: v.picklist(['pending', 'in_review', 'approved', 'aborted']),
    reason: v.optional(v.picklist(ABORT_REASONS)),
  }),
  v.transform(({ id, reference, status, reason }): IdentityCheck => {
    const known = { externalId: id, reference, state: STATES[status] }
    return reason ? { ...known, reason } : known
  }),
)

const opened = v.object({ id: v.pipe(v.string(), v.minLength(1)), url: v.string() })
const event = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  type: v.literal('identity.updated'),
  check: v.object({ id: v.pipe(v.string(), v.minLength(1)) }),
})

/** Identity checks on the sandbox's page; the same reference again leads to the same page. */
export function createSandboxIdentity(options: SandboxIdentityOptions): IdentityProvider {
  const { baseUrl, apiKey, timeoutMs, onCall, webhookUrl, pageOrigins, webhookSecrets } = options
  const access = { provider: 'identity', baseUrl, apiKey, timeoutMs, ...(onCall && { onCall }) }
  const path = '/identity/api/checks'
  return {
    name: 'sandbox',
    signatureHeader: 'sandbox-signature',
    begin: async ({ reference, firstName, lastName, returnUrl, language }) => {
      const body = {
        reference,
        first_name: firstName,
        last_name: lastName,
        return_url: returnUrl,
        webhook_url: webhookUrl,
        language,
      }
      const { id, url } = await getFromVendor(access, { path, body, response: opened })
      return { url: allowedPage('identity', url, pageOrigins), externalId: id }
    },
    find: (externalId) => callVendor(access, { path: `${path}/${encodeURIComponent(externalId)}`, response: check }),
    verify: (webhook) => {
      const told = readEvent(event, webhook, webhookSecrets)
      return told && { eventId: told.id, kind: told.type, externalId: told.check.id }
    },
  }
}
