import type { Call } from '#contract/call'
import { REFUSAL_EXAMPLES, type RefusalCode } from '#contract/refusals'

/** The headers of the answers, as the document has them among its components; the protective ones are named in its introduction. */
export const HEADERS = {
  'Cache-Control': { description: 'Nobody keeps an answer', schema: { type: 'string', const: 'no-store' } },
  'X-Request-Id': {
    description: 'The id of the request, by which it is found in the log; another for each, also when it is sent again',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,64}$', examples: ['0b5fd7b0-5f0e-4f0c-9f6c-3f4a9f6a7d11'] },
  },
  'Retry-After': {
    description: 'Seconds until it is worth trying again; where `retry_after` of the body says so',
    schema: { type: 'integer', minimum: 0, examples: [60] },
  },
  'X-RateLimit-Limit': {
    description: 'Requests a minute that an address may make; with `too_many_requests` for them',
    schema: { type: 'integer', minimum: 1, examples: [600] },
  },
  'X-RateLimit-Remaining': {
    description: 'How many are left; with `too_many_requests` for them',
    schema: { type: 'integer', minimum: 0, examples: [0] },
  },
  'X-RateLimit-Reset': {
    description: 'Seconds until there are more; with `too_many_requests` for them',
    schema: { type: 'integer', minimum: 0, examples: [60] },
  },
  'Content-Disposition': {
    description: 'The answer is a file to be kept, and what it is called',
    schema: {
      type: 'string',
      pattern: '^attachment; filename="[A-Za-z0-9.-]+"$',
      examples: ['attachment; filename="stater-2026-11-24.pdf"'],
    },
  },
  'Set-Cookie': {
    description: 'The id of the browser, signed: it proves nothing of a person, and counts of tries are kept by it',
    schema: { type: 'string', pattern: '^__Host-device=' },
  },
} as const

const references = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const OF_ANSWER = references('Cache-Control', 'X-Request-Id')
const OF_RETRY = references('Cache-Control', 'X-Request-Id', 'Retry-After')
const OF_RATE_LIMIT = references(
  'Cache-Control',
  'X-Request-Id',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
)

/**
 * The headers of a call's answers with a status: more where one of its refusals says when it is worth another try, the browser is
 * recognised, or the answer is a file.
 */
export function headersOf(
  { knowsDevice, file }: Call,
  status: number,
  codes: readonly RefusalCode[] = [],
): Record<string, object> {
  const saysWhen = codes.some((code) => REFUSAL_EXAMPLES[code]?.retryAfterSeconds !== undefined)
  const headers = status === 429 ? OF_RATE_LIMIT : saysWhen ? OF_RETRY : OF_ANSWER
  return {
    ...headers,
    ...(knowsDevice && references('Set-Cookie')),
    ...(file && status === 200 && references('Content-Disposition')),
  }
}
