import type * as v from 'valibot'

/** A call of the API: its path, who may call it, its request and response. */
export interface Call<
  Request extends v.GenericSchema = v.GenericSchema,
  Query extends v.GenericSchema = v.GenericSchema,
  Response extends v.GenericSchema = v.GenericSchema,
> {
  /** A GET does nothing but read: its handler may begin before its token is confirmed. */
  readonly method: 'GET' | 'POST'
  /** Without a trailing slash; the server accepts both. */
  readonly path: `/v2/wallet${string}`
  /** `token`: needs `Authorization: Token …`. */
  readonly auth: 'token' | 'none'
  readonly request?: Request
  readonly query?: Query
  readonly response: Response
  /** The call takes an optional `Idempotency-Key`: repeated with the same key and body, it has one effect and one response. */
  readonly idempotent?: true
  /** The browser is recognised by a cookie, which every answer gives anew; a client without cookies is a new device each time. */
  readonly knowsDevice?: true
  /** The answer is a file to be kept (`Content-Disposition: attachment`); one that is no JSON has no `response` to speak of. Of several types the query says which. */
  readonly file?: 'application/json' | 'application/pdf' | 'text/csv' | readonly ('application/pdf' | 'text/csv')[]
  /** The answer goes on as a stream of events (`text/event-stream`), with no `response` to speak of. */
  readonly isEventStream?: true
}

/** Declares a call, keeping the exact types of its schemas. */
export function call<
  Request extends v.GenericSchema = never,
  Query extends v.GenericSchema = never,
  Response extends v.GenericSchema = v.GenericSchema,
>(described: Call<Request, Query, Response>): Call<Request, Query, Response> {
  return described
}

export type RequestOf<C> = C extends Call<infer Request, infer _Query, infer _Response> ? v.InferOutput<Request> : never
export type QueryOf<C> = C extends Call<infer _Request, infer Query, infer _Response> ? v.InferOutput<Query> : never
export type ResponseOf<C> = C extends Call<infer _Request, infer _Query, infer Response> ? v.InferOutput<Response> : never
