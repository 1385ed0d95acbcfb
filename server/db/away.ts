import pg from 'pg'

// Classes: connection lost or refused; out of disk, memory or connections. Single ones: shut down, starting, ended as idle.
const AWAY_CLASSES = new Set(['08', '53'])
/** In the class of lost connections, but no waiting mends it: what a pooler answers to the settings of a session. */
export const PROTOCOL_VIOLATION = '08P01'
const AWAY = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '58030'])
// Lock or statement time-out, deadlock or serialisation failure that trying again did not mend.
const STATEMENT_TOO_LONG = '57014'
const CONTENDED = new Set(['55P03', STATEMENT_TOO_LONG, '40001', '40P01'])
const SOCKET_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
// The driver has no codes for these.
const DRIVER_AWAY = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed',
]

/** Whether an error says that the database cannot be reached or cannot work now, and may be able to later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error
    return AWAY.has(code) || (AWAY_CLASSES.has(code.slice(0, 2)) && code !== PROTOCOL_VIOLATION)
  }
  if (DRIVER_AWAY.some((beginning) => error.message.startsWith(beginning))) return true
  if (!('code' in error && typeof error.code === 'string')) return false
  // A socket that is not there; any other file that is missing is no matter of the database.
  if (error.code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return SOCKET_AWAY.has(error.code)
}

// It takes no writes (a primary that has become a standby, or is full at a provider's); it refuses the role, its password, or has no such
// database any more.
const REFUSING = new Set(['25006', '28000', '28P01', '3D000'])

/** Whether an error says that the database is there and refuses us: somebody has to change that, and then it goes on by itself. */
export function isDatabaseRefusing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && REFUSING.has(error.code ?? '')
}

/** Whether an error says that others had the same rows for too long; asked again a moment later it may go well. */
export function isDatabaseContended(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONTENDED.has(error.code ?? '')
}

/** Whether a statement was ended for taking longer than the database lets it. */
export function isStatementTooLong(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === STATEMENT_TOO_LONG
}
