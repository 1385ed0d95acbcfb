import * as v from 'valibot'
import { Unavailable } from './outage.ts'

/** How a vendor is reached. */
export interface VendorAccess {
  readonly provider: string
  /** The vendor's root (of the sandbox: `…/sandbox`), without a slash at the end. */
  readonly baseUrl: string
  /** The bearer token; nothing is sent without one. */
  readonly apiKey?: string
  readonly timeoutMs: number
}

/** One question to a vendor: a GET, or a POST when it has a body or a form, unless `method` says otherwise. */
export interface VendorCall<Answer> {
  readonly method?: 'PUT'
  readonly path: string
  readonly body?: unknown
  /** Sent as a form in place of JSON. */
  readonly form?: Readonly<Record<string, string>>
  readonly answer: v.GenericSchema<unknown, Answer>
}

/** A vendor refused the question itself: asked again in the same words it would refuse again. */
export class VendorRefusal extends Error {
  readonly status: number

  constructor(provider: string, path: string, status: number) {
    super(`The ${provider} provider refused ${path}: HTTP ${status}`)
    this.status = status
  }
}

// Refusals that say "not now" rather than "no".
const TRANSIENT = new Set([408, 425, 429])

/**
 * Asks a vendor and reads its answer; nothing when it answers 404. Throws Unavailable when no answer comes, in time or at all, on
 * 5xx, on a redirect and on an answer that cannot be understood; VendorRefusal when the vendor refuses the question itself.
 */
export async function askVendor<Answer>(access: VendorAccess, call: VendorCall<Answer>): Promise<Answer | undefined> {
  const { provider } = access
  const reply = await send(access, call)
  if (reply.status === 404) return undefined
  if (reply.status >= 500 || TRANSIENT.has(reply.status)) throw new Unavailable(provider, new Error(`HTTP ${reply.status}`))
  if (reply.status >= 400) throw new VendorRefusal(provider, call.path, reply.status)
  const parsed = v.safeParse(call.answer, reply.body)
  // Only where the answer went wrong, not what it was: answers hold amounts and tokens.
  if (!parsed.success)
    throw new Unavailable(provider, new Error(parsed.issues.map((issue) => v.getDotPath(issue) ?? 'all of it').join(', ')))
  return parsed.output
}

/** As askVendor, for questions to which 404 is no answer. */
export async function getFromVendor<Answer>(access: VendorAccess, call: VendorCall<Answer>): Promise<Answer> {
  const answer = await askVendor(access, call)
  if (answer === undefined) throw new VendorRefusal(access.provider, call.path, 404)
  return answer
}

async function send<Answer>(
  { provider, baseUrl, apiKey, timeoutMs }: VendorAccess,
  { method, path, body, form }: VendorCall<Answer>,
): Promise<{ status: number; body: unknown }> {
  const sent = form ? new URLSearchParams(form) : body === undefined ? undefined : JSON.stringify(body)
  try {
    const reply = await fetch(`${baseUrl}${path}`, {
      method: method ?? (sent === undefined ? 'GET' : 'POST'),
      headers: {
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
