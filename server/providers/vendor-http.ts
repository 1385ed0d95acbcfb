import type * as z from 'zod'
import { Unavailable } from './outage.ts'

/** How a vendor is reached. */
export interface VendorAccess {
  readonly provider: string
  /** The vendor's root (of the sandbox: `…/sandbox`), without a slash at the end. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly timeoutMs: number
}

/** One question to a vendor: a GET, or a POST when it has a body. */
export interface VendorCall<Answer> {
  readonly path: string
  readonly body?: unknown
  readonly answer: z.ZodType<Answer>
}

// Refusals that say "not now" rather than "no".
const TRANSIENT = new Set([408, 425, 429])

/**
 * Asks a vendor and reads its answer; nothing when it answers 404. Throws Unavailable when no answer comes, in time or at all, on
 * 5xx, on a redirect and on an answer that cannot be understood; an ordinary Error when the vendor refuses the question itself.
 */
export async function askVendor<Answer>(access: VendorAccess, call: VendorCall<Answer>): Promise<Answer | undefined> {
  const { provider } = access
  const reply = await send(access, call)
  if (reply.status === 404) return undefined
  if (reply.status >= 500 || TRANSIENT.has(reply.status)) throw new Unavailable(provider, new Error(`HTTP ${reply.status}`))
  if (reply.status >= 400) throw new Error(`The ${provider} provider refused ${call.path}: HTTP ${reply.status}`)
  const parsed = call.answer.safeParse(reply.body)
  // Only where the answer went wrong, not what it was: answers hold amounts and tokens.
  if (!parsed.success)
    throw new Unavailable(provider, new Error(parsed.error.issues.map(({ path }) => path.join('.')).join(', ')))
  return parsed.data
}

/** As askVendor, for questions to which 404 is no answer. */
export async function getFromVendor<Answer>(access: VendorAccess, call: VendorCall<Answer>): Promise<Answer> {
  const answer = await askVendor(access, call)
  if (answer === undefined) throw new Error(`The ${access.provider} provider refused ${call.path}: HTTP 404`)
  return answer
}

async function send<Answer>(
  { provider, baseUrl, apiKey, timeoutMs }: VendorAccess,
  { path, body }: VendorCall<Answer>,
): Promise<{ status: number; body: unknown }> {
  try {
    const reply = await fetch(`${baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await reply.text()
    return { status: reply.status, body: reply.ok ? JSON.parse(text) : undefined }
  } catch (cause) {
    throw new Unavailable(provider, cause)
  }
}
