import type * as v from 'valibot'

/** A call of the API: its path, who may call it, its request and response. */
export interface Call<
  Request extends v.GenericSchema = v.GenericSchema,
  Query extends v.GenericSchema = v.GenericSchema,
  Response extends v.GenericSchema = v.GenericSchema,
> {
  /** A GET only reads: its handler may begin before the token is confirmed. */
  readonly method: 'GET' | 'POST'
  /** Without a trailing slash; the server accepts both. */
  readonly path: `/v2/wallet${string}`
  /** `token`: needs `Authorization: Token …`. */
  readonly auth: 'token' | 'none'
  readonly request?: Request
  readonly query?: Query
  readonly response: Response
  /** The call takes an optional `Idempotency-Key`: a repeat with the same key and body has one effect and one response. */
  readonly idempotent?: true
  /** The browser is recognised by a cookie, which every answer renews; a client without cookies is a new device each time. */
  readonly knowsDevice?: true
  /**
   * The answer is a file to be kept (`Content-Disposition: attachment`); a file other than JSON leaves `response` unused. Where there are
   * several types, the query chooses.
   */
  readonly file?: 'application/json' | 'application/pdf' | 'text/csv' | readonly ('application/pdf' | 'text/csv')[]
  /** The answer is a stream of events (`text/event-stream`); `response` is unused. */
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
