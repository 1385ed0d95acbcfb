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
} as const

const references = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Of an answer that went well, and of a refusal. */
export const ANSWER_HEADERS = references('Cache-Control', 'X-Request-Id')
/** Of a refusal that is worth another try. */
export const RETRY_HEADERS = references('Cache-Control', 'X-Request-Id', 'Retry-After')
/** Of a refusal for too many requests, of one kind or of all. */
export const RATE_LIMITED_HEADERS = references(
  'Cache-Control',
  'X-Request-Id',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
)
