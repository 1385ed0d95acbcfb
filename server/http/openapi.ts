import { ANSWER_KEPT_DAYS } from '#contract/attempt'
import type { Call } from '#contract/call'
import { type CALLS, DOCUMENTATION, type DocumentedCall } from '#contract/calls'
import { type BodyVariant, TAGS } from '#contract/documentation'
import { documentedRefusal, refusalFields } from '#contract/documented-refusal'
import { sharedFields } from '#contract/shapes'
import { LANGUAGES } from '#texts/languages'
import type { Texts } from '#texts/texts'
import { apiHeaders } from './headers.ts'
import { HEADERS, headersOf } from './openapi-headers.ts'
import { refusalExamples, refusalResponses } from './openapi-refusals.ts'
import { exampleOf, type JsonSchema, schemaOf } from './openapi-schema.ts'

/** The facts about a wallet that its document states. */
export interface DocumentedWallet {
  readonly title: string
  readonly version: string
  readonly texts: Texts
  readonly support: { readonly email: string }
  /** Where people reach it. */
  readonly publicUrl: string
}

type Calls = Readonly<Record<keyof typeof CALLS, Call>>

interface NamedCall {
  readonly name: string
  readonly call: Call
  readonly documentation: DocumentedCall
}

const BY_NAME: ReadonlyMap<string, DocumentedCall> = new Map(Object.entries(DOCUMENTATION))

/** Makes the OpenAPI 3.1 document of the API from its contract. Throws when a text of it has no example. */
export function openApiDocument(calls: Calls, { title, version, texts, support, publicUrl }: DocumentedWallet): object {
  const named = Object.entries(calls).flatMap(([name, call]): NamedCall[] => {
    const documentation = BY_NAME.get(name)
    return documentation ? [{ name, call, documentation }] : []
  })
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      summary: `The API of the ${title} wallet`,
      description: INTRODUCTION,
      contact: { name: title, email: support.email, url: publicUrl },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/', description: 'The wallet that serves this document' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(named.map((each) => [each.call.path, { [each.call.method.toLowerCase()]: operation(each) }])),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Token `, with a space, and the `auth_token` of a sign-up or a sign-in',
        },
      },
      headers: HEADERS,
      schemas: {
        ...Object.fromEntries(named.flatMap(schemasOf)),
        Refusal: schemaOf(documentedRefusal, [refusalFields, sharedFields]),
      },
      examples: refusalExamples(named, texts),
    },
  }
}

const PROTECTION = Object.keys(apiHeaders(true))
  .filter((name) => name !== 'cache-control')
  .map((name) => `\`${name}\``)
  .join(', ')

const SPOKEN = LANGUAGES.map((language) => `\`${language}\``).join(' or ')

const INTRODUCTION = `Amounts are decimal strings; instants are ISO 8601 with zone.

Messages and names are for people, in the language of \`Accept-Language\` (${SPOKEN}, \`${LANGUAGES[0]}\` when none of them is asked for). \`code\`, \`state\` and \`kind\` are for programs and do not change with it. An answer may get new fields, and a name new values where it says so; what a client does not know it leaves alone. Fields of a request that nobody asked for are left alone too.

A refusal has \`status\` \`error\` and a \`code\`. Each call names the codes it can have, by status. A body that is no JSON, of another type or longer than 16 KiB is \`invalid_request\` (400).

Every path also answers with a trailing slash. \`GET\` takes \`HEAD\` as well. Another method is refused with 405 and \`method_not_allowed\`, and \`Allow\` names those there are; an unknown path with 404 and \`not_found\`. What is no HTTP, has headers longer than 16 KiB or takes too long to come is answered before any call: with 400, 431 or 408 and a body that is no refusal.

Every answer also has protective headers: ${PROTECTION} (\`strict-transport-security\` in production alone). A long answer is compressed for who takes gzip, with \`vary\`.`

function operation(named: NamedCall): object {
  const { name, call, documentation } = named
  const { summary, description, tag } = documentation
  return {
    operationId: name,
    summary,
    description,
    tags: [tag],
    security: call.auth === 'token' ? [{ token: [] }] : [],
    parameters: [...queryParameters(call, documentation), LANGUAGE, ...(call.idempotent ? [IDEMPOTENCY_KEY] : [])],
    ...(call.request && { requestBody: { required: true, content: requestContent(named, call.request) } }),
    responses: {
      200: {
        description: 'Done',
        headers: headersOf(call, 200),
        content: answerContent(named),
      },
      ...refusalResponses(call, documentation),
    },
  }
}

function answerContent({ name, call, documentation }: NamedCall): object {
  if (call.isEventStream)
    return { 'text/event-stream': { schema: { type: 'string' }, example: 'data: hello\n\ndata: money\n\n' } }
  if (isNoJson(call)) {
    const types = [call.file ?? []].flat()
    return Object.fromEntries(
      types.map((type) => [type, { schema: { type: 'string', ...(type !== 'text/csv' && { format: 'binary' }) } }]),
    )
  }
  return {
    'application/json': {
      schema: { $ref: `#/components/schemas/${typeName(name)}Answer` },
      example: exampleOf(schemaOf(call.response, documentation.fields), name),
    },
  }
}

function isNoJson({ file, isEventStream }: Pick<Call, 'file' | 'isEventStream'>): boolean {
  return (file !== undefined && file !== 'application/json') || isEventStream === true
}

const LANGUAGE = {
  name: 'Accept-Language',
  in: 'header',
  description: `The language of what is for people: ${SPOKEN}, by weight; \`${LANGUAGES[0]}\` when none of them is asked for`,
  schema: { type: 'string', default: LANGUAGES[0], examples: [...LANGUAGES, 'en-GB,en;q=0.9'] },
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'One for each attempt of a person. Sent again with the same key and body, the call has one effect and one answer; with another body ' +
    'it is refused (`idempotency_mismatch`, 422). What a rule refused stays refused under its key; what was malformed, came too often or ' +
    `met an outage may be sent again. A key is kept for ${ANSWER_KEPT_DAYS} days, and is a new one afterwards.`,
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 128,
    pattern: '^[!-~]{1,128}$',
    examples: ['6f1c2b0e-8a53-4c1e-9d0b-7f3a5e2d1c44'],
  },
}

function queryParameters({ query }: Call, { fields }: DocumentedCall): object[] {
  if (!query) return []
  const { properties = {}, required = [] } = schemaOf(query, fields)
  return Object.entries(properties).map(([field, { description, ...schema }]) => ({
    name: field,
    in: 'query',
    required: required.includes(field),
    ...(description !== undefined && { description }),
    schema,
  }))
}

function requestContent({ name, documentation }: NamedCall, request: NonNullable<Call['request']>): object {
  const { fields, bodies } = documentation
  const schema = schemaOf(request, fields)
  return {
    'application/json': {
      schema: { $ref: `#/components/schemas/${typeName(name)}Request` },
      examples: Object.fromEntries(
        bodies.length > 0
          ? bodies.map((body) => [body.name, { summary: body.description, value: exampleOf(bodySchema(schema, body, bodies)) }])
          : [['request', { value: exampleOf(schema, name) }]],
      ),
    },
  }
}

/** The schemas of a call's request and answer among the components. */
function schemasOf({ name, call, documentation }: NamedCall): [string, object][] {
  if (isNoJson(call)) return []
  const { fields, bodies } = documentation
  const { request, response } = call
  const answer: [string, object] = [`${typeName(name)}Answer`, schemaOf(response, fields)]
  if (!request) return [answer]
  const schema = schemaOf(request, fields)
  if (bodies.length === 0) return [[`${typeName(name)}Request`, schema], answer]
  const oneOf = bodies.map((body) => ({ $ref: `#/components/schemas/${body.name}` }))
  return [
    ...bodies.map((body): [string, object] => [body.name, bodySchema(schema, body, bodies)]),
    [`${typeName(name)}Request`, { oneOf }],
    answer,
  ]
}

/** One of the variants of a body: without the fields of the others, and with its own required. */
function bodySchema(schema: JsonSchema, { description, fields }: BodyVariant, bodies: readonly BodyVariant[]): JsonSchema {
  const ofOthers = new Set(bodies.flatMap((body) => body.fields).filter((field) => !fields.includes(field)))
  const { properties = {}, required = [] } = schema
  const kept = Object.entries(properties).filter(([name]) => !ofOthers.has(name))
  return { ...schema, description, properties: Object.fromEntries(kept), required: [...required, ...fields] }
}

function typeName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
