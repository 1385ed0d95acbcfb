import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Call, QueryOf, RequestOf, ResponseOf } from '#contract/call'
import type { RefusalFacts } from '#contract/refusals'
import type { Database } from '#server/db/pool'
import { type IdempotencyKey, idempotencyKeyOf } from '#server/idempotency/key'
import type { Keys } from '#server/security/keys'
import type { FindSession, SignedIn, TokenLookup } from '#server/security/sessions'
import type { Language } from '#texts/languages'
import type { TextKey, TextParameters, Texts } from '#texts/texts'
import { createBulkhead } from './bulkhead.ts'
import { type Deadline, withDeadline } from './deadline.ts'
import { logRefusal } from './errors.ts'
import { EventStream, openEventStream } from './event-stream.ts'
import type { KeyedCalls } from './keyed-calls.ts'
import { languageOf } from './language.ts'
import { Refusal } from './refusal.ts'
import { isStorable } from './storable.ts'
import { readableOf, Streamed } from './streamed.ts'

/** What the routes of every feature are hung on. */
export interface Http {
  readonly app: FastifyInstance
  readonly database: Database
  readonly keys: Keys
  readonly texts: Texts
  readonly clock: () => Date
  readonly findSession: FindSession
  /** How many requests of one call may be in progress; those beyond are refused as busy, and no other call suffers for it. */
  readonly callsAtOnce: number
  /** The origins of the page. */
  readonly pageOrigins: readonly string[]
  /** How many calls with an Idempotency-Key a person has in progress. */
  readonly keyedCalls: KeyedCalls
  /** How many events a provider may send from an address in a minute. */
  readonly webhooksPerMinute: number
  /** How long whoever asked is kept waiting for us, in milliseconds, before they are told to come back. */
  readonly answerTimeoutMs: number
  /** Hears of whoever is about to change something, and has done so. */
  readonly noteWrite: (userId: string) => void
  /** Does what a request asks for. */
  readonly around: AroundRequest
  /** The same, for what may call a provider: that hears what it is called for. */
  readonly aroundCalls: AroundRequest
  /** Check every answer against its contract before it is sent (tests). */
  readonly checksAnswers: boolean
}

/** Does what a request asks for, whoever else wants to know of it. */
type AroundRequest = <Answer>(request: FastifyRequest, deadline: Deadline, work: () => Promise<Answer>) => Promise<Answer>

/** For routes that may call a provider for whoever asks. */
export function callingProvider(http: Http): Http {
  return { ...http, around: http.aroundCalls }
}

/** A request after it was parsed by its contract. */
export interface RequestContext<C> {
  readonly body: RequestOf<C>
  readonly query: QueryOf<C>
  readonly language: Language
  readonly now: Date
  /** The remote address, for limits. */
  readonly address: string
  /** The device as it describes itself, for the list of sessions and the sign-in notice. */
  readonly device: string
  /** Of the browser, for the calls of sign-up and sign-in. */
  readonly deviceId: string | undefined
  /** When whoever asks is told to come back. */
  readonly deadline: Deadline
  t(key: TextKey, parameters?: TextParameters): string
}

/** A request of a signed-in user. */
export interface UserRequestContext<C> extends RequestContext<C> {
  readonly user: SignedIn
  /** Resolves when the token is known to count; else INVALID_TOKEN. For a GET that does more than read. */
  confirmed(): Promise<void>
  /** Makes the key of the `Idempotency-Key`, or one that is new each time where the client sent none. */
  idempotencyKey(): IdempotencyKey
}

type Handler<C, Context> = (context: Context) => Promise<ResponseOf<C> | Streamed | EventStream>

/**
 * Registers a call that needs a token: one `Authorization: Token …`, else INVALID_TOKEN. The handler of a GET must do nothing but read: it
 * may be asked for a token that has ended, and what it gives is dropped then. What it does beyond that waits for `confirmed`, and so does an
 * answer that is Streamed.
 */
export function route<C extends Call>(http: Http, call: C, handle: Handler<C, UserRequestContext<C>>): void {
  if (call.auth !== 'token') throw new Error(`${call.path} is open; use openRoute`)
  register(http, call, async (request, deadline) => {
    const now = http.clock()
    const { lastKnown, found, isIdle } = authenticate(http, request, now)
    const answerTo = async (user: SignedIn): Promise<ResponseOf<C> | Streamed | EventStream> => {
      const context = parse(http, call, request, { now, deadline })
      const given = givenKeyOf(request)
      return handle({
        ...context,
        user,
        confirmed: async () => {
          if (!(await found)) throw await refusedToken(isIdle)
        },
        idempotencyKey: () => idempotencyKeyOf(http.keys, { call: call.path, userId: user.userId, body: context.body, given }),
      })
    }
    // What only reads begins at once, in the same trip to the database as the look-up of its token: its answer goes to nobody else.
    const early = call.method === 'GET' && lastKnown ? answerTo(lastKnown) : undefined
    early?.catch(() => undefined)
    const user = await found
    if (!user) throw await refusedToken(isIdle)
    if (call.method === 'GET') return early ?? answerTo(user)
    // Of a token that was not known before.
    const leave = call.idempotent && !lastKnown ? http.keyedCalls.begin(user.userId) : undefined
    http.noteWrite(user.userId)
    return answerTo(user).finally(() => {
      leave?.()
      http.noteWrite(user.userId)
    })
  })
}

/** The refusal of a token. It says why only where the session was idle too long. */
async function refusedToken(isIdle: TokenLookup['isIdle']): Promise<Refusal> {
  return new Refusal({ code: 'INVALID_TOKEN', ...((await isIdle()) && { reason: 'idle' }) })
}

/** Begins a call with an Idempotency-Key for a person whose token is known; gives what ends it. Refuses as KeyedCalls. */
function beginKeyed(http: Http, call: Call, request: FastifyRequest): (() => void) | undefined {
  const token = call.idempotent && tokenOf(request)
  const user = token ? http.findSession.lastKnown(token) : undefined
  return user && http.keyedCalls.begin(user.userId)
}

/** Registers a call that anybody may make. */
export function openRoute<C extends Call>(http: Http, call: C, handle: Handler<C, RequestContext<C>>): void {
  if (call.auth !== 'none') throw new Error(`${call.path} needs a token; use route`)
  register(http, call, async (request, deadline) => {
    if (call.method !== 'GET') refuseOtherSites(http, request)
    return handle(parse(http, call, request, { now: http.clock(), deadline }))
  })
}

/**
 * Refuses (invalid_request) what a browser sends for the page of another site: it would have people here sent codes, or signed in as somebody
 * else. A client that is no browser says nothing of it. Where the page is served by another site than this, PUBLIC_URL is its address, or CORS_ORIGINS
 * names it.
 */
function refuseOtherSites({ pageOrigins }: Http, { headers }: FastifyRequest): void {
  const { origin = '' } = headers
  if (headers['sec-fetch-site'] === 'cross-site' && !pageOrigins.includes(origin)) throw new Refusal({ code: 'invalid_request' })
}

function register(http: Http, call: Call, handle: (request: FastifyRequest, deadline: Deadline) => Promise<unknown>): void {
  const bulkhead = createBulkhead(http.callsAtOnce)
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const answer = await inTime(http, request, reply, async (deadline) => {
      const leave = beginKeyed(http, call, request)
      const work = () => http.around(request, deadline, () => handle(request, deadline))
      return bulkhead.run(work).finally(() => leave?.())
    })
    if (answer instanceof EventStream) return openEventStream(answer, request, reply)
    if (answer instanceof Streamed) {
      const { file } = answer
      reply.type(file?.type ?? 'application/json; charset=utf-8')
      if (file) reply.header('content-disposition', `attachment; filename="${file.name}"`)
      return readableOf(answer, { onFailure: (error) => logRefusal(error, request) })
    }
    if (http.checksAnswers) v.parse(call.response, answer)
    return answer
  }
  http.app.route({ method: call.method, url: call.path, handler })
}

/** Does what a request asks for; whoever asked is told to come back when that takes long. */
export function inTime<Answer>(
  { answerTimeoutMs }: Pick<Http, 'answerTimeoutMs'>,
  request: FastifyRequest,
  { elapsedTime }: FastifyReply,
  work: (deadline: Deadline) => Promise<Answer>,
): Promise<Answer> {
  return withDeadline({ ms: answerTimeoutMs - elapsedTime, work, onLateFailure: (error) => logRefusal(error, request) })
}

const AUTHORIZATION = /^Token ([A-Za-z0-9_-]{20,128})$/

function tokenOf({ raw: { headers, rawHeaders } }: FastifyRequest): string | undefined {
  // Of several Node hands on the first: which of them counts is not ours to guess.
  const isOne = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'authorization').length === 1
  return isOne ? AUTHORIZATION.exec(headers.authorization ?? '')?.[1] : undefined
}

function authenticate(http: Http, request: FastifyRequest, now: Date): TokenLookup {
  const token = tokenOf(request)
  if (token === undefined) throw new Refusal({ code: 'INVALID_TOKEN' })
  return http.findSession(token, now, request.ip)
}

function parse<C extends Call>(
  http: Http,
  call: C,
  request: FastifyRequest,
  { now, deadline }: Pick<RequestContext<C>, 'now' | 'deadline'>,
): RequestContext<C> {
  const language = languageOf(request.headers['accept-language'])
  return {
    body: parsed<RequestOf<C>>(call.request, request.body),
    query: parsed<QueryOf<C>>(call.query, request.query, 'query'),
    language,
    now,
    deadline,
    address: request.ip,
    deviceId: request.deviceId,
    device: (request.headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, 200),
    t: (key, parameters) => http.texts.translate(language, key, parameters),
  }
}

function parsed<Shape>(schema: v.GenericSchema | undefined, unchecked: unknown, part?: 'query'): Shape {
  if (!schema) return undefined as Shape
  // To the schema a list is an object without the fields.
  if (Array.isArray(unchecked)) throw new Refusal({ code: 'invalid_request' })
  const result = v.safeParse(schema, unchecked)
  const where = part && { part }
  if (!result.success) throw new Refusal({ ...faultOf(result.issues), ...where })
  const field = findUnstorable(result.output)
  if (field !== undefined) throw new Refusal({ code: 'invalid_field', field, ...where })
  return result.output as Shape
}

/** What a request is refused for: a text that is too long, else the first thing that is wrong with it. */
function faultOf(issues: readonly v.BaseIssue<unknown>[]): RefusalFacts {
  for (const { type, requirement, input, path } of issues) {
    const field = path?.[0]?.key
    if (type === 'max_length' && typeof input === 'string' && field !== undefined) {
      return { code: 'too_long', field: String(field), max: Number(requirement) }
    }
  }
  const field = issues[0]?.path?.[0]?.key
  return field === undefined ? { code: 'invalid_request' } : { code: 'invalid_field', field: String(field) }
}

/** The first field that has text which is none, in it or anywhere below; nothing when all text can be stored. */
function findUnstorable(fields: unknown): string | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined
  return Object.entries(fields).find(([, value]) => isUnstorable(value))?.[0]
}

function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return !isStorable(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(isUnstorable)
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/

/** The `Idempotency-Key` of a request; nothing when the client sent none. */
function givenKeyOf(request: FastifyRequest): string | undefined {
  const given = request.headers['idempotency-key']
  if (given !== undefined && (typeof given !== 'string' || !IDEMPOTENCY_KEY.test(given))) {
    throw new Refusal({ code: 'invalid_field', field: 'Idempotency-Key' })
  }
  return given
}

/** The envelope of an answer that went well. */
export function ok(message: string): { status: 'ok'; message: string } {
  return { status: 'ok', message }
}
