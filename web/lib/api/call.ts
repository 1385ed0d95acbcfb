import * as v from 'valibot'
import type { Call } from '#contract/call'
import { refusalReply } from '#contract/refusals'
import { sessionStore, signOut } from '#web/lib/session/session.ts'
import { askingHeaders, askServer, parseJson } from './ask-server.ts'
import { ApiRefusal, NetworkFailure, ServerFailure } from './failures.ts'
import { noteAnswer } from './last-answer.ts'
import { CONFIG_KEY, queryClient } from './query-client.ts'

const TIMEOUT_SECONDS = 30
/** Refusals of a server that is up but cannot now: their words are better than ours. */
const SPEAKING_OUTAGES: readonly string[] = ['busy', 'unavailable']

type Shape = v.GenericSchema

interface CommonOptions {
  /** One per attempt of a person, kept until there is an answer: sent again with the same key and body, it has one effect. */
  readonly idempotencyKey?: string
  /** Ends the call; the promise is then rejected with the signal's reason, not with a failure of ours. */
  readonly signal?: AbortSignal
  /** How long to wait for an answer; 30 when left out. */
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

/** What goes with a call: `body` and `query` exactly where the contract has them. */
type CallOptions<Request extends Shape, Query extends Shape> = CommonOptions & BodyOption<Request> & QueryOption<Query>

type CallArguments<Request extends Shape, Query extends Shape> =
  Record<string, never> extends CallOptions<Request, Query>
    ? [options?: CallOptions<Request, Query>]
    : [options: CallOptions<Request, Query>]

/**
 * Makes a call of the contract and gives its answer, checked against the contract. Rejects with ApiRefusal when the server says no,
 * NetworkFailure when nothing came back, ServerFailure when what came back is of no use. A refused token ends the session.
 */
export async function callApi<Request extends Shape, Query extends Shape, Response extends Shape>(
  call: Call<Request, Query, Response>,
  ...[options]: CallArguments<Request, Query>
): Promise<v.InferOutput<Response>> {
  const { authToken, language } = sessionStore.getState()
  const headers = askingHeaders(call.auth === 'token' ? authToken : undefined, language)
  if (options?.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
  if (options?.body !== undefined) headers['Content-Type'] = 'application/json'

  const answer = await ask(call.path + searchOf(options?.query), {
    method: call.method,
    headers,
    body: options?.body === undefined ? undefined : JSON.stringify(options.body),
    timeoutSeconds: options?.timeoutSeconds ?? TIMEOUT_SECONDS,
    callerSignal: options?.signal,
  })
  noteAnswer()
  const refusal = findRefusal(answer)
  if (refusal) {
    // A late answer to an old token must not end the session of a new one.
    if (refusal.code === 'INVALID_TOKEN' && sessionStore.getState().authToken === authToken) signOut('expired')
    // The page took the feature for on: it is to hear what the operator has said since.
    if (refusal.code === 'switched_off') void queryClient.invalidateQueries({ queryKey: [CONFIG_KEY] })
    throw refusal
  }
  const checked = answer.httpStatus < 500 ? v.safeParse(call.response, answer.body) : undefined
  if (!checked?.success) throw new ServerFailure(answer.httpStatus, { cause: checked?.issues })
  return checked.output
}

interface Answer {
  readonly httpStatus: number
  /** The parsed JSON; undefined when the body is none. */
  readonly body: unknown
}

/** Any status from 200 to 499 is an answer; of those above, only an outage that speaks for itself. */
function findRefusal({ httpStatus, body }: Answer): ApiRefusal | undefined {
  const reply = v.safeParse(refusalReply, body)
  if (!reply.success) return undefined
  return httpStatus < 500 || SPEAKING_OUTAGES.includes(reply.output.code) ? new ApiRefusal(reply.output) : undefined
}

interface Question {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
  readonly timeoutSeconds: number
  readonly callerSignal: AbortSignal | undefined
}

async function ask(address: string, question: Question): Promise<Answer> {
  const { method, headers, body, timeoutSeconds, callerSignal } = question
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), timeoutSeconds * 1000)
  const passOn = () => stop.abort()
  callerSignal?.addEventListener('abort', passOn)
  try {
    callerSignal?.throwIfAborted()
    const { httpStatus, text } = await askServer(address, { method, headers, body: body ?? null, signal: stop.signal })
    return { httpStatus, body: parseJson(text) }
  } catch (cause) {
    if (callerSignal?.aborted) throw callerSignal.reason
    throw new NetworkFailure(stop.signal.aborted ? 'timeout' : 'unreachable', { cause })
  } finally {
    clearTimeout(timer)
    callerSignal?.removeEventListener('abort', passOn)
  }
}

function searchOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return ''
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `?${search}` : ''
}
