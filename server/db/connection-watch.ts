import { randomBytes } from 'node:crypto'
import pg from 'pg'

// How long a connection may be silent before PostgreSQL is asked whether it is at work for it at all.
const SILENT_MS = 1000
const LOOK_EVERY_MS = 250
// The connection that asks may be dead like the others: then a new one is tried.
const ASK_MS = 500
const CONNECT_MS = 1000
// PostgreSQL has found out by itself by then, and whoever is asked may be another server.
const ABANDONED_MS = 60_000
const MARK_BYTES = 8

/**
 * A client whose connection is marked at PostgreSQL, at the beginning of its application_name, in a way that no other is: ids of processes
 * are given out again, and each server has its own.
 */
export class MarkedClient extends pg.Client {
  declare readonly connectionParameters: { application_name?: string }
  readonly mark = randomBytes(MARK_BYTES).toString('hex')

  constructor(config: pg.ClientConfig) {
    super(config)
    // Here, since a connection string goes before what else is said.
    const { application_name: name = 'wallet' } = this.connectionParameters
    this.connectionParameters.application_name = `${this.mark} ${name}`
  }
}

/** A connection of a watched pool. */
export interface Connection {
  query(statement: string | pg.QueryConfig): Promise<pg.QueryResult>
  /** Gives it back; with an error it is closed instead. */
  release(broken?: Error): void
  readonly client: pg.PoolClient
}

/** A pool whose connections are watched. */
export interface WatchedPool {
  connect(): Promise<Connection>
  /** A connection that is not watched: for whoever uses it in their own way. */
  lend<Result>(use: (client: pg.PoolClient) => Promise<Result>): Promise<Result>
}

/**
 * Finds the connections that nothing will ever be heard from again (the other end is gone and no packet said so) while somebody waits
 * for them, and ends them: those who wait are told, and the pool makes new ones. Statements that PostgreSQL is at work on, and commits
 * that wait for a standby, are left alone however long they take.
 */
export interface ConnectionWatch {
  over(pool: pg.Pool): WatchedPool
  close(): Promise<void>
}

interface Line {
  readonly mark: string
  /** Statements whose answer is waited for. */
  owed: number
  heardAt: number
  isLent: boolean
}

/** Starts the watch; `onDead` hears how many connections were ended. */
export function watchConnections(config: pg.ClientConfig, onDead: (count: number) => void): ConnectionWatch {
  const lines = new Map<pg.PoolClient, Line>()
  // Ended by us while the other end may not know: their transactions hold locks. By mark, with the time when it was.
  const abandoned = new Map<string, number>()
  let asking: Promise<void> | undefined
  const asker = createAsker(config)

  async function look(): Promise<void> {
    for (const [mark, endedAt] of abandoned) if (performance.now() - endedAt > ABANDONED_MS) abandoned.delete(mark)
    const isSilent = ({ heardAt, isLent }: Line): boolean => !isLent && performance.now() - heardAt > SILENT_MS
    const silent = [...lines].filter(([, line]) => line.owed > 0 && isSilent(line))
    if (silent.length + abandoned.size === 0) return
    const answer = await asker.ask([...silent.map(([, { mark }]) => mark), ...abandoned.keys()])
    if (answer === 'refused') return
    const atWork = answer === 'unreachable' ? undefined : answer
    const dead = silent.filter(([, line]) => isSilent(line) && !atWork?.has(line.mark))
    if (atWork) for (const mark of abandoned.keys()) if (!atWork.has(mark)) abandoned.delete(mark)
    if (dead.length === 0) return
    // Where one has died the others that nobody has heard of may have died with it; whoever took one next would only find out later.
    const doubtful = [...lines].filter(([, line]) => line.owed === 0 && isSilent(line))
    for (const [client, line] of [...dead, ...doubtful]) end(client, line)
    onDead(dead.length + doubtful.length)
  }

  function end(client: pg.PoolClient, { mark }: Line): void {
    lines.delete(client)
    abandoned.set(mark, performance.now())
    client.connection.stream.destroy()
  }

  const timer = setInterval(() => {
    asking ??= look().finally(() => {
      asking = undefined
    })
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    over(pool) {
      pool.on('connect', (client) =>
        lines.set(client, { mark: markOf(client), owed: 0, heardAt: performance.now(), isLent: false }),
      )
      pool.on('remove', (client) => lines.delete(client))
      return watchedPool(pool, lines)
    },
    async close() {
      clearInterval(timer)
      await asking
      await asker.close()
    },
  }
}

/** A pool that notes of its connections what is waited for, and when something was heard. */
function watchedPool(pool: pg.Pool, lines: ReadonlyMap<pg.PoolClient, Line>): WatchedPool {
  return {
    connect: async () => {
      const client = await pool.connect()
      return {
        client,
        query: (statement) => answered(lines.get(client), client.query(statement)),
        release: (broken) => client.release(broken),
      }
    },
    lend: async (use) => {
      const client = await pool.connect()
      const line = lines.get(client)
      if (line) line.isLent = true
      try {
        return await use(client)
      } finally {
        if (line) Object.assign(line, { heardAt: performance.now(), isLent: false })
        client.release()
      }
    },
  }
}

/** Waits for an answer, and notes that it is waited for. */
async function answered<Answer>(line: Line | undefined, answer: Promise<Answer>): Promise<Answer> {
  if (!line) return await answer
  if (line.owed === 0) line.heardAt = performance.now()
  line.owed += 1
  try {
    return await answer
  } finally {
    line.owed -= 1
    line.heardAt = performance.now()
  }
}

function markOf(client: pg.PoolClient): string {
  if (client instanceof MarkedClient) return client.mark
  throw new Error('A watched pool makes clients without a mark')
}

// Those that wait for us to speak are ended: a transaction that nobody will go on with holds its locks. One that has only just begun to
// wait may have sent its answer. In a case: what follows an unknown in an "and" would still be done.
const AT_WORK = `select mark,
    case
      when state like 'idle%' and state_change < clock_timestamp() - interval '500 milliseconds' then pg_terminate_backend(pid)
      else false
    end as is_ended
  from pg_stat_activity
  join unnest($1::text[]) as mark on mark = left(application_name, ${2 * MARK_BYTES})
  where usename = session_user`

/** The marks of those at work; or that PostgreSQL cannot be reached, or that it answered with an error, which says nothing of anybody. */
type AtWork = ReadonlySet<string> | 'unreachable' | 'refused'

interface Asker {
  /** Which of these connections PostgreSQL is at work for. Those that wait for us to speak are ended. */
  ask(marks: readonly string[]): Promise<AtWork>
  close(): Promise<void>
}

function createAsker(config: pg.ClientConfig): Asker {
  let kept: pg.Client | undefined
  const drop = (): void => {
    kept?.connection.stream.destroy()
    kept = undefined
  }
  const connected = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: CONNECT_MS, query_timeout: ASK_MS })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const tryOnce = async (marks: readonly string[]): Promise<AtWork> => {
    try {
      kept ??= await connected()
      const { rows } = await kept.query<{ mark: string; is_ended: boolean }>(AT_WORK, [marks])
      return new Set(rows.filter(({ is_ended }) => !is_ended).map(({ mark }) => mark))
    } catch (error) {
      drop()
      return error instanceof pg.DatabaseError ? 'refused' : 'unreachable'
    }
  }
  return {
    ask: async (marks) => {
      const isFresh = kept === undefined
      const answer = await tryOnce(marks)
      return typeof answer !== 'string' || isFresh ? answer : tryOnce(marks)
    },
    close: async () => {
      await kept?.end().catch(() => undefined)
    },
  }
}
