import pg from 'pg'
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { failedStatement } from '#server/db/pool'
import { currentCause } from './cause.ts'

/** An error as it is logged. */
export interface LoggedError {
  readonly type: string
  readonly message?: string
  /** A SQLSTATE, or the code of a system's error. */
  readonly code?: string
  /** The name of the prepared statement. */
  readonly statement?: string
  readonly constraint?: string
  readonly table?: string
  readonly routine?: string
  /** The place of the error: its stack, without the message at the start. */
  readonly stack?: readonly string[]
  readonly cause?: LoggedError
}

// In these SQLSTATE classes PostgreSQL's messages name tables, roles, locks and files, never a value; WL is our own.
const CLASSES_WITHOUT_VALUES = new Set(['08', '25', '28', '3D', '40', '42', '53', '55', '57', '58', 'WL'])
const CAUSES_MAX = 4
const FRAMES_MAX = 20

/**
 * The logged form of an error. It contains no value of a row, a parameter or an input (`detail`, `where`, messages that quote invalid input), and
 * no attached object, such as the connection with its keys.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const message = quotesInput(error) ? undefined : error.message
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const stack = (error.stack ?? '').split('\n').flatMap((line) => (/^\s+at /.test(line) ? [line.trim()] : []))
  return {
    type: error.constructor.name,
    ...(message && { message }),
    ...(code && { code }),
    ...(error instanceof pg.DatabaseError && placeOf(error)),
    ...(stack.length > 0 && { stack: stack.slice(0, FRAMES_MAX) }),
    ...(error.cause !== undefined && depth < CAUSES_MAX && { cause: describeError(error.cause, depth + 1) }),
  }
}

function placeOf(error: pg.DatabaseError): Pick<LoggedError, 'statement' | 'constraint' | 'table' | 'routine'> {
  const { constraint, table, routine } = error
  const statement = failedStatement(error)
  return {
    ...(statement && { statement }),
    ...(constraint && { constraint }),
    ...(table && { table }),
    ...(routine && { routine }),
  }
}

// A SyntaxError of JSON.parse or BigInt quotes its input.
function quotesInput(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return !CLASSES_WITHOUT_VALUES.has((error.code ?? '').slice(0, 2))
  return error instanceof SyntaxError
}

// Without this, an error that is logged without a text would have its own message as the text.
const sayErrorsByDescription: NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> = function (words, method) {
  const [first, text] = words
  const facts: unknown = first
  const hasError = facts instanceof Error || (typeof facts === 'object' && facts !== null && 'err' in facts)
  if (!hasError || text !== undefined) return method.apply(this, words)
  return method.apply(this, [facts instanceof Error ? { err: facts } : facts, 'An error'])
}

/** The id of the request or job run that a log line belongs to. */
function idOfCause(): { requestId?: string } {
  const cause = currentCause()
  return cause ? { requestId: cause.requestId } : {}
}

/** The wallet's logger, on stderr by default. It logs errors as describeError does, and never a token. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  const serializers = { err: describeError, error: describeError }
  const redact = ['req.headers.authorization', 'headers.authorization']
  const hooks = { logMethod: sayErrorsByDescription }
  return pino({ level, serializers, redact, hooks, mixin: idOfCause }, destination)
}
