import { createHmac, randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'

/** The credentials that the stand-in shares with the wallet. */
export const ONDATO = {
  clientId: 'app.wallet.tests',
  clientSecret: 'client secret of the tests',
  setupId: '0b5fd7b0-5f0e-4f0c-9f6c-3f4a9f6a7d11',
  webhookSecret: 'webhook secret of the tests',
}

/** The settings of a wallet whose identity provider is the stand-in at an address. */
export const ondatoSettings = (url: string): Record<string, string> => ({
  IDENTITY_PROVIDER: 'ondato',
  ONDATO_ID_URL: url,
  ONDATO_IDV_API_URL: url,
  ONDATO_KYC_API_URL: url,
  ONDATO_PAGE_URL: 'https://idv.ondato.example/',
  ONDATO_CLIENT_ID: ONDATO.clientId,
  ONDATO_CLIENT_SECRET: ONDATO.clientSecret,
  ONDATO_SETUP_ID: ONDATO.setupId,
  ONDATO_WEBHOOK_SECRET: ONDATO.webhookSecret,
})

interface Session {
  readonly id: string
  readonly kycId: string
  readonly asked: { readonly setupId: string; readonly externalReferenceId: string; readonly registration?: unknown }
  status: string
  localisation: unknown
  identification: { status: string; statusReason?: string; isSuccess: boolean | null } | undefined
}

/** The user's part of a session: started, then decided by Ondato. */
export type OndatoOutcome = 'begin' | 'finish' | 'approve' | 'reject' | 'expire' | 'abort'

/** Ondato as the wallet sees it, on a local port: authorization, sessions, identifications, and events (its public API). */
export class OndatoStandIn {
  readonly url: string
  /** Tokens issued so far. */
  tokensGiven = 0
  /** The lifetime of tokens issued from now on. */
  tokenSeconds = 3600
  /** The headers of every request so far. */
  readonly heard: Readonly<Record<string, unknown>>[] = []
  /** The response instead of the API's: status and body. */
  fault: { readonly status: number; readonly body: string } | undefined
  private readonly app: FastifyInstance
  private readonly sessions: Map<string, Session>
  private readonly tokens: Set<string>

  private constructor(app: FastifyInstance, url: string, sessions: Map<string, Session>, tokens: Set<string>) {
    this.app = app
    this.url = url
    this.sessions = sessions
    this.tokens = tokens
  }

  static async start(): Promise<OndatoStandIn> {
    const app = Fastify()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    const sessions = new Map<string, Session>()
    const tokens = new Set<string>()
    let standIn: OndatoStandIn | undefined
    app.addHook('onRequest', async ({ headers }) => {
      standIn?.heard.push(headers)
    })
    app.post(
      '/connect/token',
      async (request, reply) => standIn?.giveToken(request.body) ?? reply.code(400).send({ error: 'invalid_client' }),
    )
    app.register(async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        if (standIn?.fault) return reply.code(standIn.fault.status).type('application/json').send(standIn.fault.body)
        if (!tokens.has(request.headers.authorization?.replace(/^Bearer /, '') ?? '')) return reply.code(401).send()
      })
      api.post<{ Body: Session['asked'] }>('/v1/identity-verifications', async ({ body }, reply) => {
        if (body.setupId !== ONDATO.setupId) return reply.code(400).send({ message: 'No such setup' })
        const session: Session = {
          id: randomUUID(),
          kycId: randomUUID(),
          asked: body,
          status: 'Pending',
          localisation: null,
          identification: undefined,
        }
        sessions.set(session.id, session)
        return reply.code(201).send({ id: session.id })
      })
      api.put<{ Params: { id: string } }>(
        '/v1/identity-verifications/:id/setup-localisations',
        async ({ params, body }, reply) => {
          const session = sessions.get(params.id)
          if (!session) return reply.code(404).send()
          session.localisation = body
          return reply.code(204).send()
        },
      )
      api.get<{ Params: { id: string } }>('/v1/identity-verifications/:id', async ({ params }, reply) => {
        const session = sessions.get(params.id)
        return session ? shownSession(session) : reply.code(404).send()
      })
      api.get<{ Params: { id: string } }>('/v1/identifications/:id', async ({ params }, reply) => {
        const session = [...sessions.values()].find(({ kycId, identification }) => identification && kycId === params.id)
        return session ? shownIdentification(session) : reply.code(404).send()
      })
    })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    standIn = new OndatoStandIn(app, url, sessions, tokens)
    return standIn
  }

  stop(): Promise<void> {
    return this.app.close()
  }

  /** The request that created a session, with its redirect URLs. */
  session(id: string): { readonly asked: Session['asked']; readonly localisation: unknown } {
    return this.get(id)
  }

  /** Revokes all tokens before they expire. */
  revokeTokens(): void {
    this.tokens.clear()
  }

  decide(id: string, outcome: OndatoOutcome, reason?: string): void {
    const session = this.get(id)
    if (outcome === 'expire' || outcome === 'abort') {
      session.status = outcome === 'expire' ? 'Expired' : 'Aborted'
      return
    }
    session.status = outcome === 'begin' ? 'InProgress' : 'Completed'
    const status = { begin: 'Processing', finish: 'Processed', approve: 'Approved', reject: 'Rejected' }[outcome]
    session.identification = {
      status,
      ...(reason && { statusReason: reason }),
      isSuccess: outcome === 'approve' ? true : outcome === 'reject' ? false : null,
    }
  }

  /** An event of a session, as it is delivered: with all the data read from the document. */
  event(id: string, type: string, at: Date): { readonly body: string; readonly signature: string } {
    const session = this.get(id)
    const isOfSession = type.startsWith('IdentityVerification.')
    const body = JSON.stringify({
      id: randomUUID(),
      applicationId: 'd0f64457-9398-42ce-bb72-937d1ad29376',
      createdUtc: at.toISOString(),
      payload: isOfSession
        ? shownSession(session)
        : { ...shownIdentification(session), document: { documentNumber: 'CANARY-4510-123456', files: 'x'.repeat(40_000) } },
      type,
    })
    const seconds = Math.floor(at.getTime() / 1000)
    const hash = createHmac('sha256', ONDATO.webhookSecret).update(`${seconds}.${body}`).digest('hex')
    return { body, signature: `t=${seconds},s=${hash}` }
  }

  private giveToken(unchecked: unknown) {
    const asked = new Map(Object.entries(unchecked ?? {}))
    const isKnown = asked.get('client_id') === ONDATO.clientId && asked.get('client_secret') === ONDATO.clientSecret
    if (asked.get('grant_type') !== 'client_credentials' || !isKnown) return undefined
    const token = randomUUID()
    this.tokens.add(token)
    this.tokensGiven += 1
    return { access_token: token, expires_in: this.tokenSeconds, token_type: 'Bearer', scope: 'idv_api kyc_identifications_api' }
  }

  private get(id: string): Session {
    const session = this.sessions.get(id)
    if (!session) throw new Error(`No session ${id}`)
    return session
  }
}

function shownSession({ id, kycId, asked, status, identification }: Session) {
  return {
    id,
    externalReferenceId: asked.externalReferenceId,
    setup: { id: asked.setupId, versionId: '1' },
    status,
    step: identification ? { kycIdentification: { id: kycId, isSuccess: identification.isSuccess } } : null,
  }
}

function shownIdentification({ id, kycId, asked, identification }: Session) {
  return {
    id: kycId,
    identityVerificationId: id,
    externalReferenceId: asked.externalReferenceId,
    status: identification?.status,
    statusReason: identification?.statusReason ?? null,
  }
}
