import pg from 'pg'

// How long a connection may be silent before PostgreSQL is asked whether it is at work for it at all.
const SILENT_MS = 1000
const LOOK_EVERY_MS = 250
// The connection that asks may be dead like the others: then a new one is tried.
const ASK_MS = 500
const CONNECT_MS = 1000

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
  /** A connection that is not judged: for who uses it in their own way. */
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
  /** Statements whose answer is waited for. */
  owed: number
  heardAt: number
  isLent: boolean
}

/** Starts the watch; `onDead` hears how many connections were ended. */
export function watchConnections(config: pg.ClientConfig, onDead: (count: number) => void): ConnectionWatch {
  const lines = new Map<pg.PoolClient, Line>()
  // Ended by us while the other end may not know: their transactions hold locks.
  let abandoned: number[] = []
  let asking: Promise<void> | undefined
  const asker = createAsker(config)

  async function look(): Promise<void> {
    const isSilent = ({ heardAt, isLent }: Line): boolean => !isLent && performance.now() - heardAt > SILENT_MS
    const silent = [...lines].filter(([, line]) => line.owed > 0 && isSilent(line))
    if (silent.length + abandoned.length === 0) return
    const pids = [...silent.map(([client]) => processOf(client)), ...abandoned]
    const atWork = await asker.ask(pids)
    const dead = silent.filter(([client, line]) => isSilent(line) && !atWork?.has(processOf(client)))
    if (atWork) abandoned = abandoned.filter((pid) => atWork.has(pid))
    if (dead.length === 0) return
    // Where one has died the others that nobody has heard of may have died with it; whoever took one next would only find out later.
    const doubtful = [...lines].filter(([, line]) => line.owed === 0 && isSilent(line))
    for (const [client] of [...dead, ...doubtful]) end(client)
    onDead(dead.length + doubtful.length)
  }

  function end(client: pg.PoolClient): void {
    lines.delete(client)
    abandoned.push(processOf(client))
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
      pool.on('connect', (client) => lines.set(client, { owed: 0, heardAt: performance.now(), isLent: false }))
      pool.on('remove', (client) => lines.delete(client))
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
    },
    async close() {
      clearInterval(timer)
      await asking
      await asker.close()
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

function processOf(client: pg.PoolClient): number {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : 0
}

// Those that wait for us to speak are ended: a transaction that nobody will go on with holds its locks. One that has only just begun to
// wait may have sent its answer.
const AT_WORK = `select pid,
    state like 'idle%' and state_change < clock_timestamp() - interval '500 milliseconds' and pg_terminate_backend(pid) as is_ended
  from pg_stat_activity
  where pid = any($1)`

interface Asker {
  /** Which of these processes of PostgreSQL are at work; nothing when it cannot be asked. Those that wait for us to speak are ended. */
  ask(pids: readonly number[]): Promise<ReadonlySet<number> | undefined>
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
  const tryOnce = async (pids: readonly number[]): Promise<ReadonlySet<number> | undefined> => {
    try {
      kept ??= await connected()
      const { rows } = await kept.query<{ pid: number; is_ended: boolean }>(AT_WORK, [pids])
      return new Set(rows.filter(({ is_ended }) => !is_ended).map(({ pid }) => pid))
    } catch {
      drop()
      return undefined
    }
  }
  return {
    ask: async (pids) => {
      const isFresh = kept === undefined
      return (await tryOnce(pids)) ?? (isFresh ? undefined : await tryOnce(pids))
    },
    close: async () => {
      await kept?.end().catch(() => undefined)
    },
  }
}
