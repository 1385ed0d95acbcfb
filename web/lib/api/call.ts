import * as v from 'valibot'
import type { Call } from '#contract/call'
import { refusalReply } from '#contract/refusals'
import { sessionStore, signOut } from '#web/lib/session/session.ts'
import { ApiRefusal, NetworkError, ServerError } from './failures.ts'
import { recordResponse } from './last-response.ts'
import { noteUnreached } from './online.ts'
import { CONFIG_KEY, queryClient } from './query-client.ts'
import { parseJson, requestHeaders, sendRequest } from './send-request.ts'

// An answer with only the specified fields is completed (specified-answers.ts).
export { isUntold } from './untold.ts'

const TIMEOUT_SECONDS = 30
/** Refusals of a server that is up but cannot serve now: their messages are better than ours. */
const OUTAGE_REFUSALS: readonly string[] = ['busy', 'unavailable']

type Shape = v.GenericSchema

interface CommonOptions {
  /**
   * One key per attempt of the user, reused until there is a response: repeated with the same key and body, the call has one effect.
   */
  readonly idempotencyKey?: string
  /** Aborts the call; the promise then rejects with the signal's reason, not with an error of ours. */
  readonly signal?: AbortSignal
  /** How many seconds to wait for a response; 30 when left out. */
  readonly timeoutSeconds?: number
}

type BodyOption<Request extends Shape> = [Request] extends [never]
  ? { readonly body?: undefined }
  : { readonly body: v.InferOutput<Request> }
type QueryOption<Query extends Shape> = [Query] extends [never]
  ? { readonly query?: undefined }
  : Record<string, never> extends v.InferOutput<Query>
    ? { readonly query?: v.InferOutput<Query> }
    : { readonly query: v.InferOutput<Query> }

/** The options of a call: `body` and `query` exactly where the contract has them. */
type CallOptions<Request extends Shape, Query extends Shape> = CommonOptions & BodyOption<Request> & QueryOption<Query>

type CallArguments<Request extends Shape, Query extends Shape> =
  Record<string, never> extends CallOptions<Request, Query>
    ? [options?: CallOptions<Request, Query>]
    : [options: CallOptions<Request, Query>]

/**
 * Calls the API and returns the response, validated against the contract. Rejects with ApiRefusal when the server refuses, NetworkError
 * when there is no response, ServerError when the response is unusable. A refused token ends the session.
 */
export async function callApi<Request extends Shape, Query extends Shape, Response extends Shape>(
  call: Call<Request, Query, Response>,
  ...[options]: CallArguments<Request, Query>
): Promise<v.InferOutput<Response>> {
  const { authToken, language } = sessionStore.getState()
  const headers = requestHeaders(call.auth === 'token' ? authToken : undefined, language)
  if (options?.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
  if (options?.body !== undefined) headers['Content-Type'] = 'application/json'

  const response = await send(call.path + searchOf(options?.query), {
    method: call.method,
    headers,
    body: options?.body === undefined ? undefined : JSON.stringify(options.body),
    timeoutSeconds: options?.timeoutSeconds ?? TIMEOUT_SECONDS,
    callerSignal: options?.signal,
  })
  recordResponse()
  const refusal = findRefusal(response)
  if (refusal) {
    endRefusedSession(refusal, authToken)
    // The page believed the feature was on: fetch the current feature flags.
    if (refusal.code === 'switched_off') void queryClient.invalidateQueries({ queryKey: [CONFIG_KEY] })
    throw refusal
  }
  const checked = response.httpStatus < 500 ? v.safeParse(call.response, response.body) : undefined
  if (checked?.success) return checked.output
  const { readSpecified } = await import('./specified-answers.ts')
  const specified = readSpecified(call, response, options?.body ?? options?.query)
  if (!specified) throw new ServerError(response.httpStatus, { cause: checked?.issues })
  return specified.output
}

/** Ends the session whose token is refused. A late response to an old token must not end the session of a new one. */
export function endRefusedSession({ code, cause }: ApiRefusal, token: string | undefined): void {
  if (code === 'INVALID_TOKEN' && sessionStore.getState().authToken === token)
    signOut(Object(cause).reason === 'idle' ? 'idle' : 'refused')
}

interface ApiResponse {
  readonly httpStatus: number
  /** The parsed JSON; undefined when the body is not JSON. */
  readonly body: unknown
}

/**
 * A refusal has a status below 500; from 500 on, only an outage with its own message is a refusal. A refusal may lack a code or a
 * message, and a refused token may lack a status.
 */
export function findRefusal({ httpStatus, body }: ApiResponse): ApiRefusal | undefined {
  const said: { readonly code: unknown } = { code: '', message: '', ...Object(body) }
  const reply = v.safeParse(refusalReply, said.code === 'INVALID_TOKEN' ? { ...said, status: 'error' } : said)
  if (!reply.success) return undefined
  return httpStatus < 500 || OUTAGE_REFUSALS.includes(reply.output.code) ? new ApiRefusal(reply.output, body) : undefined
}

interface ApiRequest {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
  readonly timeoutSeconds: number
  readonly callerSignal: AbortSignal | undefined
}

async function send(address: string, request: ApiRequest): Promise<ApiResponse> {
  const { method, headers, body, timeoutSeconds, callerSignal } = request
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), timeoutSeconds * 1000)
  const passOn = () => stop.abort()
  callerSignal?.addEventListener('abort', passOn)
  try {
    callerSignal?.throwIfAborted()
    const { httpStatus, text } = await sendRequest(address, { method, headers, body: body ?? null, signal: stop.signal })
    return { httpStatus, body: parseJson(text) }
  } catch (cause) {
    if (callerSignal?.aborted) throw callerSignal.reason
    if (!stop.signal.aborted) noteUnreached()
    throw new NetworkError(stop.signal.aborted ? 'timeout' : 'unreachable', { cause })
  } finally {
    clearTimeout(timer)
    callerSignal?.removeEventListener('abort', passOn)
  }
}

/** The search part of an address for the fields of a query, `?limit=10`; undefined fields are left out. */
export function searchOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return ''
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `?${search}` : ''
}
