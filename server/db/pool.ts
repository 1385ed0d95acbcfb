import pg from 'pg'
import type { Fact } from './batched.ts'
import { type Connection, MarkedClient, type WatchedPool, watchConnections } from './connection-watch.ts'
import type { Queryable, Statement } from './queryable.ts'
import { createReader, TRIPS_MAX } from './reader.ts'
import { writersOf } from './writers.ts'

// int8 is bigint here; numeric is not used for money.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

/** One open transaction. */
export interface Transaction extends Queryable {
  readonly isTransaction: true
}

/** The database: statements outside transactions, and transactions. */
export interface Database extends Queryable {
  /**
   * Runs the work in one READ COMMITTED transaction; commits when it returns, rolls back when it throws. Deadlocks and
   * serialisation failures are tried again, three times at most: the work must have no effect outside the transaction.
   */
  inTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Reads a fact, together with whatever else is wanted at that moment (reader.ts). */
  read<Value>(fact: Fact<Value>): Promise<Value>
  /**
   * A transaction in two trips to the server instead of one a statement: the reads travel with its beginning, the write with its
   * commit. `read` and `write` must ask for all their statements before they first wait. Retried like inTransaction.
   */
  inTwoTrips<Facts, Result>(
    read: (tx: Queryable) => Promise<Facts>,
    write: (tx: Queryable, facts: Facts) => { readonly result: Result; readonly written: Promise<unknown> },
  ): Promise<Result>
  /** Runs a long look at one unchanging snapshot of the whole database, without time-outs; nothing can be written. */
  inSnapshot<Result>(look: (snapshot: Queryable) => Promise<Result>): Promise<Result>
  /** As inSnapshot, and what the work writes is committed when it returns. */
  inWritingSnapshot<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** A bare client for what needs one connection of its own (migrations, streaming). */
  withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>
  /** The connections that are open now, by pool: what travels in packets has a pool of its own. */
  connections(): readonly { pool: 'single' | 'pipelined'; total: number; idle: number; waiting: number }[]
  close(): Promise<void>
}

/** Where a pool of connections leads, how large it grows, and who hears of a connection that breaks while nobody uses it. */
export interface DatabaseOptions {
  /** A pg connection config, or a connection string. */
  readonly connection: string | pg.PoolConfig
  readonly connectionsMax: number
  readonly onError: (error: Error) => void
}

// For a free connection: longer than a lock is waited for, shorter than a person waits.
const FREE_MS = 2500
// For a new one to open: an attempt that meets a dead link must not outlive it for long.
const OPEN_MS = 1500
const KEEP_ALIVE_MS = 10_000
const RETRIABLE = new Set(['40001', '40P01'])
// Two transactions wrote down at once what is there only once: an answer under an Idempotency-Key, a case, the payment of a quote. The
// second finds the first one's when it tries again.
const FOUND_NEXT_TIME = new Set(['idempotency_record_pkey', 'operator_case_once', 'payment_once_a_quote'])
const TRIES_AGAIN = 3
// The ledger's batches, those that wait alone (ledger/batch-queue.ts), and the reader's trips.
const PIPELINED_MAX = 6 + TRIPS_MAX
const SESSION = [
  '-c statement_timeout=5000',
  '-c lock_timeout=2000',
  '-c idle_in_transaction_session_timeout=10000',
  // The other end of what we have lost lets go of its locks.
  '-c tcp_keepalives_idle=10',
  '-c tcp_keepalives_interval=3',
  '-c tcp_keepalives_count=3',
  '-c timezone=UTC',
  // Every statement here finds its rows by an index. Without this, a plan made while a table was small (a foreign key's check, too) is
  // kept when it has grown, and reads all of it.
  '-c enable_seqscan=off',
  '-c jit=off',
]
// No timeout of a statement ends its wait for a standby (seen on 15 and 18).
const COMMIT = 'commit'
/** How long a commit is waited for, in milliseconds, before whoever asked is told to come back. */
export const COMMIT_MS = 2500
const LONG = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local enable_seqscan = on'
const SNAPSHOT = `begin isolation level repeatable read read only; ${LONG}`
const WRITING_SNAPSHOT = `begin isolation level repeatable read; ${LONG}`

/** A client that gives up a connection which does not open. */
class QuickClient extends MarkedClient {
  constructor(config?: string | pg.ClientConfig) {
    super({ ...(typeof config === 'string' ? { connectionString: config } : config), connectionTimeoutMillis: OPEN_MS })
  }
}

/**
 * A bare pool that outlives its connections: one that breaks leaves it, what was under way on it fails, and `onError` hears of those
 * that broke while nobody used them. A free connection is waited for 2.5 s at most.
 */
export function openPool(config: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: FREE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    Client: QuickClient,
    ...config,
  })
  // The pool listens to a connection only while it is idle, and an 'error' that nobody listens to ends the process. Whoever uses the
  // connection is told by the statement that fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // PostgreSQL may stop before the last connection has said goodbye; that is no news.
  pool.on('error', (error) => pool.ending || onError(error))
  return pool
}

/** A commit has not been confirmed in time: it may still be, and the request sent again under its key will tell. */
export class CommitUnknown extends Error {}

/**
 * Opens a pool. Statements end after 5 s, waits for locks after 2 s, idle transactions after 10 s. Half of the connections are for those
 * who read: of those who write, NoPlace is thrown to whoever finds no other for long.
 */
export function openDatabase({ connection, connectionsMax, onError }: DatabaseOptions): Database {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection
  const options = SESSION.join(' ')
  const watch = watchConnections(config, (count) => onError(new Error(`${count} connections were silent and have been ended`)))
  const [singlePool, pipelinedPool] = [
    openPool({ ...config, max: connectionsMax, options }, onError),
    openPool({ ...config, max: PIPELINED_MAX, options, pipeline: true }, onError),
  ]
  const [single, pipelined] = [watch.over(singlePool), watch.over(pipelinedPool)]
  const writers = writersOf(single, { max: Math.max(1, Math.floor(connectionsMax / 2)), waitMs: FREE_MS })
  return {
    ...queryable((statement, values) => onOne(isRead(statement) ? single : writers, prepared(statement, values))),
    inTransaction: (work) => retried(() => transaction(writers, 'begin', work)),
    read: createReader((read) => inOneTrip(pipelined, read)),
    inTwoTrips: (read, write) => retried(() => twoTrips(pipelined, read, write)),
    inSnapshot: (look) => transaction(single, SNAPSHOT, look),
    inWritingSnapshot: (work) => transaction(writers, WRITING_SNAPSHOT, work),
    withClient: (work) => single.lend(work),
    connections: () => [connectionsOf('single', singlePool, writers.waiting()), connectionsOf('pipelined', pipelinedPool)],
    close: async () => {
      await Promise.all([singlePool.end(), pipelinedPool.end(), watch.close()])
    },
  }
}

function isRead({ text }: Statement): boolean {
  return text.trimStart().startsWith('select')
}

type Connections = Pick<WatchedPool, 'connect'>

/** Runs a statement on a connection that is free. */
async function onOne(pool: Connections, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const connection = await pool.connect()
  let broken: Error | undefined
  try {
    return await connection.query(statement)
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    connection.release(broken)
  }
}

function connectionsOf<Name>(name: Name, { totalCount: total, idleCount: idle, waitingCount }: pg.Pool, writersWaiting = 0) {
  return { pool: name, total, idle, waiting: waitingCount + writersWaiting }
}

async function transaction<Result>(
  pool: Connections,
  begin: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect()
  let broken: Error | undefined
  let committing: Promise<unknown> | undefined
  try {
    await connection.query(begin)
    const result = await work({
      ...queryable((statement, values) => connection.query(prepared(statement, values))),
      isTransaction: true,
    })
    committing = connection.query(COMMIT)
    await withinCommitTime(committing)
    return result
  } catch (error) {
    if (!(error instanceof CommitUnknown)) {
      await connection.query('rollback').catch((lost: Error) => {
        broken = lost
      })
    }
    throw error
  } finally {
    // One whose commit is still waited for stays taken until it has ended.
    const release = (): void => connection.release(broken)
    if (committing) committing.then(release, (lost: Error) => connection.release(lost))
    else release()
  }
}

/** Waits for a commit, but not as long as it may wait for a standby: then nobody knows what has become of it. */
async function withinCommitTime(committing: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CommitUnknown('A commit takes too long')), COMMIT_MS)
  })
  await Promise.race([committing, late]).finally(() => clearTimeout(timer))
}

/** Sends the statements of a read in one packet; each is a transaction of its own. */
async function inOneTrip(pool: WatchedPool, read: (queryable: Queryable) => Promise<Error | undefined>): Promise<void> {
  const connection = await pool.connect()
  let broken: Error | undefined
  try {
    const tx = queryable((statement, values) => connection.query(prepared(statement, values)))
    broken = await inOnePacket(connection, () => read(tx))
  } finally {
    connection.release(broken)
  }
}

/** Runs what asks for statements at once; they leave together, which saves a call of the system for each. */
function inOnePacket<Result>({ client }: Connection, ask: () => Result): Result {
  const { stream } = client.connection
  stream.cork()
  try {
    return ask()
  } finally {
    process.nextTick(() => stream.uncork())
  }
}

async function twoTrips<Facts, Result>(
  pool: WatchedPool,
  read: (tx: Queryable) => Promise<Facts>,
  write: (tx: Queryable, facts: Facts) => { readonly result: Result; readonly written: Promise<unknown> },
): Promise<Result> {
  const connection = await pool.connect()
  const tx = queryable((statement, values) => connection.query(prepared(statement, values)))
  let broken: Error | undefined
  try {
    const [, facts] = await inOnePacket(connection, () => allDone([connection.query('begin'), read(tx)]))
    return await inOnePacket(connection, async () => {
      const { result, written } = write(tx, facts)
      // After a write that failed, this commit is a rollback.
      await allDone([written, connection.query(COMMIT)])
      return result
    })
  } catch (error) {
    await connection.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    connection.release(broken)
  }
}

/** Waits for all to end, also when one fails, so that nothing of this transaction is still under way; then throws the first failure. */
async function allDone<Results extends unknown[]>(work: { [Place in keyof Results]: Promise<Results[Place]> }): Promise<Results> {
  await Promise.allSettled(work)
  return (await Promise.all(work)) as Results
}

async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const isRetriable = RETRIABLE.has(sqlState(error) ?? '') || FOUND_NEXT_TIME.has(violatedConstraint(error) ?? '')
      if (attempt > TRIES_AGAIN || !isRetriable) throw error
    }
  }
}

/** The SQLSTATE of a database error, or nothing for any other. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The name of the constraint a database error is about, or nothing. */
function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

function prepared(statement: Statement, values: readonly unknown[]): pg.QueryConfig {
  return { name: statement.name, text: statement.text, values: [...values] }
}

const STATEMENTS = new WeakMap<object, string>()

/** The name of the statement that a database error is about, or nothing for any other. */
export function failedStatement(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? STATEMENTS.get(error) : undefined
}

function queryable(send: (statement: Statement, values: readonly unknown[]) => Promise<pg.QueryResult>): Queryable {
  const query: typeof send = (statement, values) =>
    send(statement, values).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError) STATEMENTS.set(error, statement.name)
      throw error
    })
  return {
    list: async <Row extends object>(statement: Statement, values: readonly unknown[] = []) =>
      (await query(statement, values)).rows as Row[],
    find: async <Row extends object>(statement: Statement, values: readonly unknown[] = []) =>
      (await query(statement, values)).rows[0] as Row | undefined,
    run: async (statement, values = []) => (await query(statement, values)).rowCount ?? 0,
  }
}
