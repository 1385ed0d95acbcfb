import type { RefusalReply } from '#contract/refusals'

/** The server said no: its message is for the person, in their language. */
export class ApiRefusal extends Error {
  readonly code: string
  /** The field of the request at fault. */
  readonly field: string | undefined
  /** Seconds until it is worth trying again. */
  readonly retryAfter: number | undefined
  readonly attemptsLeft: number | undefined
  readonly transactionId: string | undefined

  constructor(reply: RefusalReply) {
    super(reply.message)
    this.name = 'ApiRefusal'
    this.code = reply.code
    this.field = reply.field
    this.retryAfter = reply.retry_after
    this.attemptsLeft = reply.attempts_left
    this.transactionId = reply.transaction_id
  }
}

const PASSING = ['busy', 'unavailable', 'too_many_requests']

/** Whether it is a refusal of this moment: the same question may be answered the next time. */
export function isPassing(failure: unknown): boolean {
  return failure instanceof ApiRefusal && PASSING.includes(failure.code)
}

/** No answer came: the server was not reached, or not in time. What became of the request is not known. */
export class NetworkFailure extends Error {
  readonly reason: 'unreachable' | 'timeout'

  constructor(reason: 'unreachable' | 'timeout', options?: ErrorOptions) {
    super(`No answer: ${reason}`, options)
    this.name = 'NetworkFailure'
    this.reason = reason
  }
}

/** An answer came that says nothing: a fault of the server, or a body the contract does not know. What became of the request is not known. */
export class ServerFailure extends Error {
  readonly httpStatus: number

  constructor(httpStatus: number, options?: ErrorOptions) {
    super(`The answer cannot be used (HTTP ${httpStatus})`, options)
    this.name = 'ServerFailure'
    this.httpStatus = httpStatus
  }
}
