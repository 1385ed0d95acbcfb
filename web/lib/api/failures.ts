import type { RefusalReply } from '#contract/refusals'

/** The server refused; its message is for the user, in their language. */
export class ApiRefusal extends Error {
  readonly code: string
  /** The field of the request at fault. */
  readonly field: string | undefined
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined
  readonly attemptsLeft: number | undefined
  readonly transactionId: string | undefined
  /** Work that the server requires before the same request (`proof_required`). */
  readonly challenge: string | undefined

  /** `cause` is the whole body: some calls need more of its fields. */
  constructor(reply: RefusalReply, cause?: unknown) {
    super(reply.message, { cause })
    this.code = reply.code
    this.field = reply.field
    this.retryAfter = reply.retry_after
    this.attemptsLeft = reply.attempts_left
    this.transactionId = reply.transaction_id
    this.challenge = reply.challenge
  }
}

const TRANSIENT = ['busy', 'unavailable', 'too_many_requests']

/** Whether a refusal is temporary: the same request may succeed later. */
export function isTransient(failure: unknown): boolean {
  return failure instanceof ApiRefusal && TRANSIENT.includes(failure.code)
}

/** No response: the server was not reached, or did not respond in time. The outcome of the request is unknown. */
export class NetworkError extends Error {
  readonly reason: 'unreachable' | 'timeout'

  constructor(reason: 'unreachable' | 'timeout', options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** An unusable response: a server error, or a body that breaks the contract. The outcome of the request is unknown. */
export class ServerError extends Error {
  readonly httpStatus: number

  constructor(httpStatus: number, options?: ErrorOptions) {
    super(`HTTP ${httpStatus}`, options)
    this.httpStatus = httpStatus
  }
}
