import * as v from 'valibot'
import { callVendor, type OnVendorCall, type VendorCall, VendorRefusal } from '#server/providers/vendor-http'
import { LANGUAGE_FACTS } from '#texts/languages'
import { ondatoIdentification, ondatoState, ondatoVerification } from './ondato-state.ts'
import { createOndatoTokens } from './ondato-token.ts'
import { type OndatoProof, ondatoHeader, readOndatoWebhook } from './ondato-webhook.ts'
import type { CheckAsked, IdentityProvider } from './port.ts'

/** Ondato's URLs and our credentials; URLs without a trailing slash. */
export interface OndatoOptions {
  /** Authorization server, `https://id.ondato.com`. */
  readonly idUrl: string
  /** Sessions, `https://idvapi.ondato.com`. */
  readonly idvApiUrl: string
  /** Identifications, `https://kycid.ondato.com`. */
  readonly kycApiUrl: string
  /** The page users are sent to, `https://idv.ondato.com`. */
  readonly pageUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** The id of the identity verification setup, a UUID. */
  readonly setupId: string
  readonly webhookProof: OndatoProof
  /** The heading of Ondato's page. */
  readonly pageTitle: string
  readonly timeoutMs: number
  readonly onCall?: OnVendorCall
  readonly clock: () => Date
}

const SESSIONS = '/v1/identity-verifications'

const created = v.object({ id: v.pipe(v.string(), v.uuid()) })
// Success, with a body or without.
const accepted = v.pipe(
  v.unknown(),
  v.transform(() => true),
)

/**
 * Identification by Ondato. A session cannot be found by our reference, so one whose id we did not get is never
 * used; `find` refuses (Error) a session of another setup.
 */
export function createOndatoIdentity(options: OndatoOptions): IdentityProvider {
  const { idvApiUrl, kycApiUrl, pageUrl, setupId, webhookProof, timeoutMs, onCall } = options
  const tokens = createOndatoTokens(options)

  async function request<Answer>(baseUrl: string, call: VendorCall<Answer>): Promise<Answer | undefined> {
    const token = await tokens.get()
    const access = { provider: 'identity', baseUrl, timeoutMs, ...(onCall && { onCall }) }
    try {
      return await callVendor({ ...access, apiKey: token }, call)
    } catch (error) {
      if (!(error instanceof VendorRefusal && error.status === 401)) throw error
      // Revoked before it expired: retry once with a fresh one.
      tokens.drop(token)
      return callVendor({ ...access, apiKey: await tokens.get() }, call)
    }
  }
  async function get<Answer>(baseUrl: string, call: VendorCall<Answer>): Promise<Answer> {
    const answer = await request(baseUrl, call)
    if (answer === undefined) throw new VendorRefusal('identity', call.path, 404)
    return answer
  }
  return {
    name: 'ondato',
    signatureHeader: ondatoHeader(webhookProof),
    begin: async (asked) => {
      const { reference, firstName, lastName } = asked
      const body = { setupId, externalReferenceId: reference, registration: { firstName, lastName } }
      const { id } = await get(idvApiUrl, { path: SESSIONS, body, response: created })
      await get(idvApiUrl, {
        method: 'PUT',
        path: `${SESSIONS}/${id}/setup-localisations`,
        body: localisation(asked, options.pageTitle),
        response: accepted,
      })
      return { url: `${pageUrl}/?id=${id}`, externalId: id.toLowerCase() }
    },
    find: async (externalId) => {
      const path = `${SESSIONS}/${encodeURIComponent(externalId)}`
      const session = await request(idvApiUrl, { path, response: ondatoVerification })
      if (!session) return undefined
      if (session.setup && !isSameId(session.setup.id, setupId)) throw new Error('An Ondato session belongs to another setup')
      const kycId = session.step?.kycIdentification?.id
      const kyc = kycId
        ? await request(kycApiUrl, { path: `/v1/identifications/${encodeURIComponent(kycId)}`, response: ondatoIdentification })
        : undefined
      if (kyc?.identityVerificationId && !isSameId(kyc.identityVerificationId, session.id)) {
        throw new Error('An Ondato identification belongs to another session')
      }
      const [reference, known] = [session.externalReferenceId.toLowerCase(), session.id.toLowerCase()]
      return { reference, externalId: known, ...ondatoState(session, kyc) }
    },
    verify: (webhook) => readOndatoWebhook(webhook, webhookProof),
  }
}

/** Every end of the session redirects to the same URL: the redirect proves nothing. */
function localisation({ language, returnUrl }: CheckAsked, pageTitle: string) {
  const locale = LANGUAGE_FACTS[language].locale
  return {
    defaultLanguage: locale,
    localisationSettings: [
      {
        language: locale,
        pageTitle,
        successRedirectUrl: returnUrl,
        failureRedirectUrl: returnUrl,
        consentDeclinedRedirectUrl: returnUrl,
      },
    ],
  }
}

function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
