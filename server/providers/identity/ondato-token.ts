import * as v from 'valibot'
import { getFromVendor } from '#server/providers/vendor-http'

/** Who we are at the authorization server. */
export interface OndatoClient {
  /** The authorization server, without a slash at the end. */
  readonly idUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly timeoutMs: number
  readonly clock: () => Date
}

/** Gives the access token that counts. */
export interface OndatoTokens {
  /** The token in hand, or a new one when it is about to run out; several who ask at once share one question. */
  get(): Promise<string>
  /** Throws a token away that the API did not take. */
  drop(token: string): void
}

const PATH = '/connect/token'
// Renewed this long before it runs out, so that none runs out on its way.
const MARGIN_SECONDS = 60

const granted = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.pipe(v.number(), v.finite(), v.gtValue(0)),
  token_type: v.literal('Bearer'),
})

/** Holds the token of OAuth2 client credentials (RFC 6749, 4.4) in memory only. */
export function createOndatoTokens({ idUrl, clientId, clientSecret, timeoutMs, clock }: OndatoClient): OndatoTokens {
  let held: { readonly token: string; readonly renewAt: number } | undefined
  let asking: Promise<string> | undefined

  async function ask(): Promise<string> {
    const answer = await getFromVendor(
      { provider: 'identity', baseUrl: idUrl, timeoutMs },
      {
        path: PATH,
        form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
        answer: granted,
      },
    )
    const livesSeconds = Math.max(answer.expires_in - MARGIN_SECONDS, answer.expires_in / 2)
    held = { token: answer.access_token, renewAt: clock().getTime() + livesSeconds * 1000 }
    return held.token
  }
  return {
    async get() {
      if (held && clock().getTime() < held.renewAt) return held.token
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
    drop(token) {
      if (held?.token === token) held = undefined
    },
  }
}
