import type { Document, DocumentedRequest } from '#tests/document-requests'
import type { Random } from './random.ts'
import { bytesOf } from './raw-http.ts'

interface InvalidOptions {
  /** Of somebody who is signed in. */
  readonly token: string
  readonly random: Random
}

/** A request of the document, with the fields that its body has to have. */
interface Model {
  readonly request: DocumentedRequest
  readonly body: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
}

/** Makes a request invalid in a way that does not fit every model: nothing then. */
type Spoiler = (model: Model, options: InvalidOptions) => Buffer | undefined

/** Requests without an end, each invalid for sure: whoever takes one of them has not looked. */
export function* invalidRequests(
  document: Document,
  requests: readonly DocumentedRequest[],
  options: InvalidOptions,
): Generator<Buffer> {
  const models = requests.map((request) => modelOf(document, request))
  while (models.length > 0) {
    const model = models[options.random.below(models.length)]
    const spoiled = model && options.random.pick(SPOILERS)(model, options)
    if (spoiled) yield spoiled
  }
}

function modelOf({ components: { schemas } }: Document, request: DocumentedRequest): Model {
  const schema = request.operation.requestBody?.content['application/json'].schema
  const found = schema?.$ref === undefined ? schema : schemas[schema.$ref.split('/').pop() ?? '']
  const isObject = typeof request.body === 'object' && request.body !== null && !Array.isArray(request.body)
  return { request, body: isObject ? { ...request.body } : {}, required: found?.required ?? [] }
}

// No empty list: where a list is wanted it may be one.
const WRONG_TYPES: readonly [unknown, ...unknown[]] = [
  null,
  0,
  -1,
  1.5,
  1e300,
  true,
  [[]],
  ['1.00'],
  {},
  { $ne: '' },
  { toString: 1 },
]
const WRONG_METHODS: readonly [string, ...string[]] = ['PUT', 'PATCH', 'DELETE']
const WRONG_TOKENS: readonly [string, ...string[]] = ['A'.repeat(43), 'A', "' or 1=1 --", 'x'.repeat(2000), '']
const WRONG_PLACES: readonly [string, ...string[]] = [
  '/v2/wallet/nothing',
  '/v2/wallet/../../etc/passwd',
  '/v2/wallet/%2e%2e/%2e%2e',
  '/v2/wallet/%zz',
  '/v2/wallet/%00',
  '/v2/wallet/exchange/%F0%9F%92%B8',
  `/v2/wallet/${'x'.repeat(1500)}`,
  '/v1/wallet',
]
const WRONG_SIGNATURES: readonly [string, ...string[]] = [
  't=1,v1=00',
  't=,v1=',
  'v1=0',
  '',
  't=9'.repeat(400),
  `t=1,v1=${'0'.repeat(64)}`,
]
const WRONG_CONTENTS: readonly [string, ...string[]] = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/json+x',
  '/',
]
const WEBHOOKS: readonly [string, ...string[]] = ['/webhooks/payments', '/webhooks/payouts', '/webhooks/identity']

const SPOILERS: readonly [Spoiler, ...Spoiler[]] = [
  wrongType,
  wrongType,
  without,
  cutOff,
  scribbled,
  ofStranger,
  wrongMethod,
  wrongPlace,
  wrongContent,
  unsigned,
]

function sent({ request: { path, operation } }: Model, { token }: InvalidOptions, body: unknown, headers = {}): Buffer {
  return bytesOf({ path, ...(operation.security.length > 0 && { token }), headers, body })
}

function wrongType(model: Model, options: InvalidOptions): Buffer | undefined {
  const field = model.required[options.random.below(model.required.length)]
  if (field === undefined) return undefined
  return sent(model, options, { ...model.body, [field]: options.random.pick(WRONG_TYPES) })
}

function without(model: Model, options: InvalidOptions): Buffer | undefined {
  const field = model.required[options.random.below(model.required.length)]
  if (field === undefined) return undefined
  return sent(model, options, Object.fromEntries(Object.entries(model.body).filter(([name]) => name !== field)))
}

/** The beginning of an object is none. */
function cutOff(model: Model, options: InvalidOptions): Buffer | undefined {
  const text = JSON.stringify(model.body)
  return model.required.length === 0 ? undefined : sent(model, options, text.slice(0, 1 + options.random.below(text.length - 1)))
}

/** A byte that no JSON has between its values, somewhere at the seams. */
function scribbled(model: Model, options: InvalidOptions): Buffer | undefined {
  if (model.required.length === 0) return undefined
  const mark = options.random.pick(['\u0000', '\\', ';', '\ufeff\ufeff', ',,', '}'])
  const text = JSON.stringify(model.body)
  return sent(model, options, options.random.below(2) === 0 ? `${mark}${text}` : `${text}${mark}`)
}

function ofStranger(model: Model, { random }: InvalidOptions): Buffer | undefined {
  const { path, method, operation } = model.request
  if (operation.security.length === 0) return undefined
  return bytesOf({ method, path, token: random.pick(WRONG_TOKENS), ...(method === 'POST' && { body: model.body }) })
}

function wrongMethod(model: Model, { random, token }: InvalidOptions): Buffer {
  return bytesOf({ method: random.pick(WRONG_METHODS), path: model.request.path, token, body: model.body })
}

function wrongPlace(model: Model, { random, token }: InvalidOptions): Buffer {
  return bytesOf({
    method: model.request.method,
    path: random.pick(WRONG_PLACES),
    token,
    ...(model.request.method === 'POST' && { body: model.body }),
  })
}

function wrongContent(model: Model, options: InvalidOptions): Buffer | undefined {
  if (model.required.length === 0) return undefined
  return sent(model, options, model.body, { 'content-type': options.random.pick(WRONG_CONTENTS) })
}

function unsigned({ body }: Model, { random }: InvalidOptions): Buffer {
  const headers = { 'sandbox-signature': random.pick(WRONG_SIGNATURES) }
  return bytesOf({ path: random.pick(WEBHOOKS), headers, body: random.below(4) === 0 ? '{"id":' : body })
}

const HEAD = 'POST /v2/wallet/exchange HTTP/1.1\r\nhost: survive\r\n'
const JSON_HEAD = `${HEAD}content-type: application/json\r\n`

/** Bytes that are no request, or one that contradicts itself. */
export const BROKEN_REQUESTS: readonly Buffer[] = [
  '\r\n\r\n\r\n',
  '\u0000\u0000\u0000\u0000\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'get / http/1.1\r\nhost: x\r\n\r\n',
  'GET  / HTTP/1.1\r\nhost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'GET http://elsewhere.example/v2/wallet HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /v2/wallet HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n',
  'GET /v2/wallet HTTP/1.1\r\nhost x\r\n\r\n',
  'GET /v2/wallet HTTP/1.1\r\nhost: x\r\n folded: y\r\n\r\n',
  'GET /v2/wallet HTTP/1.1\r\nhost: x\r\na\u0000b: y\r\n\r\n',
  `GET /v2/wallet HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`,
  `GET /v2/wallet HTTP/1.1\r\nhost: x\r\n${Array.from({ length: 3000 }, (_, place) => `h${place}: x\r\n`).join('')}\r\n`,
  `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  'GET /v2/wallet/text-data?language=%ff%fe HTTP/1.1\r\nhost: x\r\n\r\n',
  'CONNECT survive:80 HTTP/1.1\r\nhost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n',
  'TRACE /v2/wallet HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /v2/wallet HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  `${HEAD}expect: 100-continue\r\ncontent-length: 2\r\n\r\n{}`,
  `${HEAD}expect: the moon\r\ncontent-length: 2\r\n\r\n{}`,
  `${JSON_HEAD}content-length: -1\r\n\r\n{}`,
  `${JSON_HEAD}content-length: 0x2\r\n\r\n{}`,
  `${JSON_HEAD}content-length: 99999999999999999999\r\n\r\n{}`,
  `${JSON_HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{} `,
  `${JSON_HEAD}content-length: 1\r\n\r\n{}`,
  `${JSON_HEAD}content-length: 200\r\n\r\n{}`,
  `${JSON_HEAD}content-length: 20000\r\n\r\n${'x'.repeat(20_000)}`,
  `${JSON_HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${JSON_HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `${JSON_HEAD}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`,
  `${JSON_HEAD}transfer-encoding: chunked\r\n\r\n5000\r\n${'x'.repeat(0x5000)}\r\n0\r\n\r\n`,
  `${JSON_HEAD}transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${JSON_HEAD}transfer-encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${JSON_HEAD}content-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}`,
  `${HEAD}content-type: application/json; charset=utf-7\r\ncontent-length: 2\r\n\r\n{}`,
  `${HEAD}content-type: \u00ff\u00fe\r\ncontent-length: 2\r\n\r\n{}`,
  `${JSON_HEAD}content-length: 5000\r\n\r\n${'['.repeat(5000)}`,
  `${JSON_HEAD}content-length: 4\r\n\r\n\u00ff\u00fe\u00ff\u00fe`,
  'POST /webhooks/payments HTTP/1.1\r\nhost: x\r\nsandbox-signature: a\r\nsandbox-signature: b\r\ncontent-length: 0\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
].map((text) => Buffer.from(text, 'latin1'))
