import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Call } from '#contract/call'
import type { CALLS } from '#contract/calls'
import { FIELDS, REFUSALS_OF, SUMMARIES } from '#contract/documentation'
import { REFUSALS, type RefusalCode, refusalReply } from '#contract/refusals'

/** Refusals that a call can have without naming them. */
const EVERYWHERE: readonly RefusalCode[] = [
  'invalid_request',
  'invalid_field',
  'too_long',
  'too_many_requests',
  'busy',
  'unavailable',
  'internal',
]

/** Makes the OpenAPI 3.1 document of the API from its contract. */
export function openApiDocument(
  calls: Readonly<Record<keyof typeof CALLS, Call>>,
  { title, version }: { title: string; version: string },
): object {
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description:
        'Amounts are decimal strings. Messages come in the language of `Accept-Language` (ru by default); `code` and `state` do not change. ' +
        'Every path also answers with a trailing slash.',
    },
    paths: Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [call.path, { [call.method.toLowerCase()]: operation(name, call) }]),
    ),
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token ` followed by the auth_token' },
      },
      schemas: { Refusal: schemaOf(refusalReply) },
    },
  }
}

function operation(name: string, call: Call): object {
  return {
    operationId: name,
    summary: new Map(Object.entries(SUMMARIES)).get(name),
    tags: [call.path.split('/')[3] ?? 'wallet'],
    ...(call.auth === 'token' && { security: [{ token: [] }] }),
    parameters: [...queryParameters(call), languageParameter, ...(call.idempotent ? [idempotencyParameter] : [])],
    ...(call.request && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(call.request) } } } }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(call.response) } } },
      ...refusals(name, call),
    },
  }
}

const languageParameter = { name: 'Accept-Language', in: 'header', schema: { type: 'string', enum: ['ru', 'en'], default: 'ru' } }
const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Sent again with the same key and body, the call has one effect and one answer.',
  schema: { type: 'string', maxLength: 128 },
}

function queryParameters(call: Call): object[] {
  if (!call.query) return []
  const { properties = {}, required = [] } = schemaOf(call.query)
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
}

const REFUSALS_BY_NAME = new Map(Object.entries(REFUSALS_OF))

function refusals(name: string, call: Call): Record<number, object> {
  const codes = [
    ...EVERYWHERE,
    ...(call.auth === 'token' ? (['INVALID_TOKEN'] as const) : []),
    ...(REFUSALS_BY_NAME.get(name) ?? []),
  ]
  const grouped = new Map<number, RefusalCode[]>()
  for (const code of codes) grouped.set(REFUSALS[code], [...(grouped.get(REFUSALS[code]) ?? []), code])
  return Object.fromEntries(
    [...grouped].map(([status, named]) => [
      status,
      {
        description: named.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  )
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly required?: readonly string[]
}

// What JSON Schema has no word for (a check in TypeScript, letters of any language) is left out of the document.
function schemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' })
  return described(rest as JsonSchema)
}

/** The schema with what its fields mean, all the way down; `within` is the field that it is the schema of. */
function described(schema: JsonSchema, within = ''): JsonSchema {
  const { properties, items } = schema
  return {
    ...schema,
    ...(items && { items: described(items, within) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => {
          const { description, example } = FIELDS[`${within}.${name}`] ?? FIELDS[name] ?? {}
          return [
            name,
            {
              ...described(field, name),
              ...(description && { description }),
              ...(example !== undefined && { examples: [example] }),
            },
          ]
        }),
      ),
    }),
  }
}
