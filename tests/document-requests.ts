import fc from 'fast-check'

/** The parts of the API document that requests are generated from. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** A call of the document. */
interface Operation {
  readonly operationId: string
  readonly security: readonly object[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: 'query' | 'header'
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
  readonly responses: Readonly<Record<string, Answered>>
}

interface Answered {
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, unknown>>
}

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly 'x-extensible-enum'?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** A placeholder for a value of an earlier response, by the name of the request: resolved when it is sent. */
export class Known {
  readonly name: string
  readonly which: number

  constructor(name: string, which: number) {
    this.name = name
    this.which = which
  }
}

/** A request generated from the document, valid or corrupted. */
export interface DocumentedRequest {
  readonly path: string
  readonly method: string
  readonly operation: Operation
  readonly query: readonly (readonly [name: string, value: unknown])[]
  readonly headers: Readonly<Record<string, string>>
  /** Whose token it has: a user's, none, or an invalid one. */
  readonly asks: 'user' | 'nobody' | 'stranger'
  readonly user: number
  /** A text is sent as it is. */
  readonly body: unknown
  readonly contentType: string
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'A\u0000B',
  '\ud800',
  '\u202e',
  '٣٣٣٣',
  '-1',
  '1e3',
  'NaN',
  '0.001',
  '9'.repeat(309),
  'x'.repeat(5000),
  '__proto__',
  "'; drop table account; --",
  '../../etc/passwd',
  '-'.repeat(36),
]
const hostile = fc.oneof(
  fc.constantFrom<unknown>(...HOSTILE_TEXTS),
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e300, [], [null], {}, { $ne: '' }, { toString: 1 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
)
const HOSTILE_BODIES = ['', '{', '[]', 'null', '"text"', '{"a":1,}', '{"__proto__":{"x":1}}', `{"a":${'['.repeat(5000)}`]
const HOSTILE_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'idempotency-key': 'x'.repeat(129) },
  { 'idempotency-key': 'a b' },
  { 'accept-language': ';;q=,,*' },
  { 'accept-language': 'en;q=9' },
  { 'user-agent': '\u00ed\u00a0\u0080' },
  { 'x-forwarded-for': "1.1.1.1, ' or 1=1" },
  { 'content-length': '0' },
]

/** Generates requests from the document: two thirds valid, the others corrupted in one place; `known` names the values of responses. */
export function documentedRequests(document: Document, known: readonly string[]): fc.Arbitrary<DocumentedRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const values = new Values(document, known)
  // Signing out requires a new sign-up: once in a while is enough.
  const weighted = operations.map((each) => ({
    weight: each.operation.operationId === 'logout' ? 1 : 5,
    arbitrary: values.request(each),
  }))
  return fc.oneof(...weighted)
}

/** Arbitrary values of the document's schemas. */
class Values {
  readonly #document: Document
  readonly #known: ReadonlySet<string>

  constructor(document: Document, known: readonly string[]) {
    this.#document = document
    this.#known = new Set(known)
  }

  request({ path, method, operation }: { path: string; method: string; operation: Operation }): fc.Arbitrary<DocumentedRequest> {
    const named = (place: 'query' | 'header') => operation.parameters.filter((parameter) => parameter.in === place)
    const schema = operation.requestBody?.content['application/json'].schema
    const made = fc.record({
      query: this.#fields(
        Object.fromEntries(named('query').map((each) => [each.name, each.schema])),
        named('query').flatMap((each) => (each.required ? [each.name] : [])),
      ).map((query) => Object.entries(query)),
      headers: this.#fields(Object.fromEntries(named('header').map((each) => [each.name, each.schema])), []).map((headers) =>
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, carried(String(value))])),
      ),
      asks: fc.oneof(
        { weight: 12, arbitrary: fc.constant('user' as const) },
        { weight: 1, arbitrary: fc.constantFrom('nobody' as const, 'stranger' as const) },
      ),
      user: fc.nat(),
      body: schema ? this.#value(schema, '') : fc.constant(undefined),
      contentType: fc.constant('application/json'),
    })
    const whole = made.map((request) => ({ path, method, operation, ...request }))
    return fc.oneof({ weight: 2, arbitrary: whole }, { weight: 1, arbitrary: whole.chain((request) => spoiled(request)) })
  }

  #value(schema: Schema, name: string): fc.Arbitrary<unknown> {
    const made = this.#ofSchema(schema, name)
    if (!this.#known.has(name)) return made
    return fc.oneof({ weight: 4, arbitrary: fc.nat().map((which) => new Known(name, which)) }, { weight: 1, arbitrary: made })
  }

  #ofSchema(schema: Schema, name: string): fc.Arbitrary<unknown> {
    const { $ref, type, oneOf, properties, required = [], items, maxItems = 5 } = schema
    if ($ref) return this.#value(this.#document.components.schemas[$ref.split('/').pop() ?? ''] ?? {}, name)
    if (oneOf) return fc.oneof(...oneOf.map((each) => this.#value(each, name)))
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (properties) return this.#fields(properties, required)
    if (type === 'array') return fc.array(this.#value(items ?? {}, name), { maxLength: maxItems })
    if (type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 })
    if (type === 'boolean') return fc.boolean()
    const text = textOf(schema)
    const named = schema['x-extensible-enum'] ?? schema.examples ?? []
    return named.length === 0 ? text : fc.oneof(text, fc.constantFrom(...named))
  }

  #fields(properties: Readonly<Record<string, Schema>>, required: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
    const values = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, this.#value(each, name)]))
    return fc.record(values, { requiredKeys: [...required] }) as fc.Arbitrary<Record<string, unknown>>
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((at) => at.toISOString())
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter(fits)
  return fc.string({ unit: 'grapheme', minLength, maxLength }).filter(fits)
}

/** A text as a header value: its bytes, without line breaks. */
function carried(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e\x80-\xff]/g, ' ')
}

/** A request corrupted in one place. */
function spoiled(request: DocumentedRequest): fc.Arbitrary<DocumentedRequest> {
  const { body, query } = request
  const fields = typeof body === 'object' && body !== null ? Object.keys(body) : []
  const asked = query.length > 0 ? query.map(([name]) => name) : ['limit']
  return fc.oneof(
    ...(fields.length > 0
      ? [
          fc
            .tuple(fc.constantFrom(...fields), hostile)
            .map(([field, value]) => ({ ...request, body: { ...Object(body), [field]: value } })),
          fc.constantFrom(...fields).map((field) => ({
            ...request,
            body: Object.fromEntries(Object.entries(Object(body)).filter(([name]) => name !== field)),
          })),
        ]
      : []),
    fc.constantFrom(...HOSTILE_BODIES).map((text) => ({ ...request, ...(request.method === 'POST' && { body: text }) })),
    fc.constantFrom('text/plain', 'application/xml', 'multipart/form-data; boundary=x').map((contentType) => ({
      ...request,
      ...(request.method === 'POST' && { contentType, body: 'a=b' }),
    })),
    fc
      .constantFrom(...HOSTILE_HEADERS.slice(0, -1))
      .map((headers) => ({ ...request, headers: { ...request.headers, ...headers } })),
    fc
      .tuple(fc.constantFrom(...asked), fc.constantFrom(...HOSTILE_TEXTS))
      .map((one) => ({ ...request, query: [...query.filter(([name]) => name !== one[0]), one] })),
    fc.constantFrom(...asked).map((name) => ({ ...request, query: [...query, [name, 'a'] as const, [name, 'b'] as const] })),
  )
}
