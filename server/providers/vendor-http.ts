import * as v from 'valibot'
import { NotAccepted } from './not-accepted.ts'
import { Unavailable } from './outage.ts'

/** How to reach a vendor. */
export interface VendorAccess {
  readonly provider: string
  /** The vendor's root URL (of the sandbox: `…/sandbox`), without a trailing slash. */
  readonly baseUrl: string
  /** The bearer token; no Authorization header without one. */
  readonly apiKey?: string
  readonly timeoutMs: number
  /** Hears of each call. */
  readonly onCall?: OnVendorCall
}

/** Hears that a vendor is being called, and says what watches that call; throws Unavailable when it must not be called now. */
export type OnVendorCall = (provider: string) => WatchedCall

/** A call of a vendor that is watched. */
interface WatchedCall {
  /** Sent with it. */
  readonly headers: Readonly<Record<string, string>>
  /** Hears how it ended, once. */
  ended(end: ProviderCallEnd): void
}

/** How a call of a provider ended: with an answer, as unknown there, refused, or without an answer in time. */
export interface ProviderCallEnd {
  readonly outcome: 'answered' | 'unknown' | 'refused' | 'unavailable'
  readonly seconds: number
}

/** A request to a vendor: GET, or POST when it has a body or a form, unless `method` says otherwise. */
export interface VendorCall<Answer> {
  readonly method?: 'PUT'
  readonly path: string
  readonly body?: unknown
  /** Sent as a form instead of JSON. */
  readonly form?: Readonly<Record<string, string>>
  readonly response: v.GenericSchema<unknown, Answer>
}

/** A vendor refused us, not what it was asked for: our credentials, or that there is such a call. Somebody has to see to it. */
export class VendorRefusal extends Error {
  readonly status: number

  constructor(provider: string, path: string, status: number) {
    super(`The ${provider} provider refused ${path}: HTTP ${status}`)
    this.status = status
  }
}

// Refusals of what was asked for. Any other may come from what stands before the vendor, or say that our credentials are wrong, or that the
// reference exists already.
const NOT_ACCEPTED = new Set([400, 402, 422])
// Statuses that mean "not now" rather than "no".
const TRANSIENT = new Set([408, 425, 429])

/**
 * Sends a request to a vendor and parses the response; undefined on 404. Throws Unavailable without a response in time, on
 * 5xx, on a redirect, on an unusable response and while the vendor is left alone; NotAccepted when the vendor does not take what it is asked
 * for, VendorRefusal when it refuses us.
 */
export async function callVendor<Answer>(access: VendorAccess, call: VendorCall<Answer>): Promise<Answer | undefined> {
  const watched = access.onCall?.(access.provider)
  const startedAt = performance.now()
  const ended = (outcome: ProviderCallEnd['outcome']): void =>
    watched?.ended({ outcome, seconds: (performance.now() - startedAt) / 1000 })
  try {
    const answer = await ask(access, call, watched?.headers)
    ended(answer === undefined ? 'unknown' : 'answered')
    return answer
  } catch (error) {
    ended(error instanceof VendorRefusal || error instanceof NotAccepted ? 'refused' : 'unavailable')
    throw error
  }
}

async function ask<Answer>(
  access: VendorAccess,
  call: VendorCall<Answer>,
  headers: WatchedCall['headers'] | undefined,
): Promise<Answer | undefined> {
  const { provider } = access
  const reply = await send(access, call, headers)
  if (reply.status === 404) return undefined
  if (reply.status >= 500 || TRANSIENT.has(reply.status)) throw new Unavailable(provider, new Error(`HTTP ${reply.status}`))
  if (NOT_ACCEPTED.has(reply.status)) throw new NotAccepted(provider, `HTTP ${reply.status}`)
  if (reply.status >= 400) throw new VendorRefusal(provider, call.path, reply.status)
  const parsed = v.safeParse(call.response, reply.body)
  // Only where the response is invalid, not its content: responses hold amounts and tokens.
  if (!parsed.success)
    throw new Unavailable(provider, new Error(parsed.issues.map((issue) => v.getDotPath(issue) ?? 'all of it').join(', ')))
  return parsed.output
}

/** As callVendor, for requests to which 404 is no valid response. */
export async function getFromVendor<Answer>(access: VendorAccess, call: VendorCall<Answer>): Promise<Answer> {
  const answer = await callVendor(access, call)
  if (answer === undefined) throw new VendorRefusal(access.provider, call.path, 404)
  return answer
}

async function send<Answer>(
  { provider, baseUrl, apiKey, timeoutMs }: VendorAccess,
  { method, path, body, form }: VendorCall<Answer>,
  headers: WatchedCall['headers'] | undefined,
): Promise<{ status: number; body: unknown }> {
  const sent = form ? new URLSearchParams(form) : body === undefined ? undefined : JSON.stringify(body)
  try {
    const reply = await fetch(`${baseUrl}${path}`, {
      method: method ?? (sent === undefined ? 'GET' : 'POST'),
      headers: {
        ...headers,
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: sent }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await reply.text()
    return { status: reply.status, body: reply.ok && text !== '' ? JSON.parse(text) : undefined }
  } catch (cause) {
    throw new Unavailable(provider, cause)
  }
}
