import type { Call } from '#contract/call'
import type { DocumentedCall } from '#contract/calls'
import { REFUSAL_EXAMPLES, REFUSALS, type RefusalCode } from '#contract/refusals'
import type { Texts } from '#texts/texts'
import { renderRefusal } from './answer.ts'
import { headersOf } from './openapi-headers.ts'

/** What every call can be refused for. */
const EVERYWHERE: readonly RefusalCode[] = ['too_many_requests', 'busy', 'unavailable', 'internal']

/** Every refusal of a call, whether for its kind or for itself. */
function refusalsOf(call: Call, { refusals }: DocumentedCall): readonly RefusalCode[] {
  const hasShape = call.request !== undefined || call.query !== undefined
  const codes: readonly RefusalCode[] = [
    ...(call.method === 'POST' ? (['invalid_request'] as const) : []),
    // The Idempotency-Key is looked at in every call of a signed-in user.
    ...(hasShape || call.auth === 'token' ? (['invalid_field'] as const) : []),
    ...(hasShape ? (['too_long'] as const) : []),
    ...(call.auth === 'token' ? (['INVALID_TOKEN'] as const) : []),
    ...refusals,
    ...(call.idempotent ? (['idempotency_mismatch', 'idempotency_running'] as const) : []),
    ...EVERYWHERE,
  ]
  return [...new Set(codes)]
}

/** The responses of a call that are refusals, by status, each with its codes. */
export function refusalResponses(call: Call, documentation: DocumentedCall): Record<string, object> {
  const grouped = new Map<number, RefusalCode[]>()
  for (const code of refusalsOf(call, documentation)) grouped.set(REFUSALS[code], [...(grouped.get(REFUSALS[code]) ?? []), code])
  return Object.fromEntries([...grouped].map(([status, codes]) => [status, refusalResponse(call, status, codes)]))
}

function refusalResponse(call: Call, status: number, codes: readonly RefusalCode[]): object {
  return {
    description: `Refused: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    headers: headersOf(call, status, codes),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Refusal' },
            { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: codes } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

/** An example of each refusal that a call can have, in the words of this wallet. */
export function refusalExamples(
  calls: readonly { readonly call: Call; readonly documentation: DocumentedCall }[],
  texts: Texts,
): Record<string, object> {
  const codes = new Set(calls.flatMap(({ call, documentation }) => refusalsOf(call, documentation)))
  return Object.fromEntries(
    [...codes].map((code) => {
      const facts = { code, ...REFUSAL_EXAMPLES[code] }
      return [code, { value: renderRefusal(facts, texts, 'en') }]
    }),
  )
}
