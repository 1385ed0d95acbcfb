import * as v from 'valibot'
import { NotAccepted } from '#server/providers/not-accepted'
import { getFromVendor, type OnVendorCall, VendorRefusal } from '#server/providers/vendor-http'

/** Our client credentials at the authorization server. */
export interface OndatoClient {
  /** The authorization server, without a trailing slash. */
  readonly idUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly timeoutMs: number
  readonly onCall?: OnVendorCall
  readonly clock: () => Date
}

/** Provides the access token. */
export interface OndatoTokens {
  /** The current token, or a new one when it is about to expire; concurrent callers share one request. */
  get(): Promise<string>
  /** Drops a token that the API has rejected. */
  drop(token: string): void
}

const PATH = '/connect/token'
// Renewed this long before it expires, so that none expires in transit.
const MARGIN_SECONDS = 60

const granted = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.pipe(v.number(), v.finite(), v.gtValue(0)),
  token_type: v.literal('Bearer'),
})

/** Keeps the token of OAuth2 client credentials (RFC 6749, 4.4) in memory only. */
export function createOndatoTokens({ idUrl, clientId, clientSecret, timeoutMs, onCall, clock }: OndatoClient): OndatoTokens {
  let held: { readonly token: string; readonly renewAt: number } | undefined
  let asking: Promise<string> | undefined

  async function requestToken(): Promise<string> {
    const answer = await getFromVendor(
      { provider: 'identity', baseUrl: idUrl, timeoutMs, ...(onCall && { onCall }) },
      {
        path: PATH,
        form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
        response: granted,
      },
    ).catch((error: unknown) => {
      // Wrong credentials are 400 here (RFC 6749, 5.2): it is us that it does not take.
      throw error instanceof NotAccepted ? new VendorRefusal('identity', PATH, 400) : error
    })
    const livesSeconds = Math.max(answer.expires_in - MARGIN_SECONDS, answer.expires_in / 2)
    held = { token: answer.access_token, renewAt: clock().getTime() + livesSeconds * 1000 }
    return held.token
  }
  return {
    async get() {
      if (held && clock().getTime() < held.renewAt) return held.token
      asking ??= requestToken().finally(() => {
        asking = undefined
      })
      return asking
    },
    drop(token) {
      if (held?.token === token) held = undefined
    },
  }
}
