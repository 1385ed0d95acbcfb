import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { createCluster, createDatabase, type Place } from './embedded-cluster.ts'
import { type Account, findClosedFolder, findEmbeddedPrograms, type Programs, serverAccount } from './embedded-programs.ts'
import { type ServerLog, startPostgres, stopOrphan } from './embedded-server.ts'
import { claimFolder, LOCK_NAME_MAX } from './owner-lock.ts'

/** A running built-in database: how to reach it, and how to end it. */
export interface Embedded {
  /** Over a Unix socket in a folder that is closed to other users; the database is `wallet`. */
  readonly connectionString: string
  /** Shuts PostgreSQL down in good order and frees the data folder; a second call waits for the first. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: ServerLog
  /** What PostgreSQL's process has in its environment beside the little that it always has: a clock of its own, say. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Another process has the data folder and lives. */
export class AlreadyRunning extends Error {
  readonly dataDir: string
  readonly pid: number
  /** How the running one can be reached, by whoever only wants to look. */
  readonly connectionString: string

  constructor(dataDir: string, pid: number, connectionString: string) {
    super(`The database in ${dataDir} is in use by process ${pid}. Stop that one first, or choose another data folder.`)
    this.dataDir = dataDir
    this.pid = pid
    this.connectionString = connectionString
  }
}

// Of a socket's path, its end included: 104 bytes on macOS, 108 on Linux.
const SOCKET_PATH_MAX = 103

/**
 * Starts the PostgreSQL 18 of the npm package on a data folder of its own, which is made at the first start. It is durable (fsync
 * and full page writes on), listens on a Unix socket only and begins again by itself when it is killed. As root it runs as another
 * user. Refuses: AlreadyRunning; a folder or programs that user cannot reach.
 */
export async function startEmbedded({ dataDir, log, environment = {} }: EmbeddedOptions): Promise<Embedded> {
  const programs = findEmbeddedPrograms()
  const place = { ...prepareFolders(dataDir, programs), environment }
  const claim = await claimFolder(place.run)
  if ('owner' in claim) throw new AlreadyRunning(place.folder, claim.owner, connectionStringOf(place))
  try {
    await stopOrphan(place, log)
    if (!existsSync(place.cluster)) await createCluster(programs, place)
    const server = await startPostgres(programs, place, log)
    await createDatabase(place.run).catch(async (error: unknown) => {
      await server.stop()
      throw error
    })
    let stopped: Promise<void> | undefined
    const stop = () => server.stop().finally(() => claim.lock.release())
    return {
      connectionString: connectionStringOf(place),
      stop: () => {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    await claim.lock.release()
    throw error
  }
}

/** Reaches the database of a data folder to look at it: the running one, or one started for the purpose. */
export async function reachEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    return await startEmbedded(options)
  } catch (error) {
    if (error instanceof AlreadyRunning) return { connectionString: error.connectionString, stop: () => Promise.resolve() }
    throw error
  }
}

function connectionStringOf({ run }: Place): string {
  return `postgres://postgres@/wallet?host=${encodeURIComponent(run)}&port=5432`
}

function prepareFolders(dataDir: string, programs: Programs): Place {
  const isNew = open(dataDir, () => mkdirSync(dataDir, { recursive: true })) !== undefined
  const folder = realpathSync(dataDir)
  const cluster = join(folder, 'cluster')
  const account = serverAccount(cluster)
  const content = open(folder, () => readdirSync(folder))
  if (isNew) chmodSync(folder, 0o700)
  if (account) {
    // The folder stays root's, with whatever else is in it; PostgreSQL only walks through. One that is plainly not ours stays as it is.
    if (content.length === 0 || content.includes('cluster')) chmodSync(folder, lstatSync(folder).mode | 0o011)
    refuseClosed(folder, account, 'Choose a data folder elsewhere (DATA_DIR)')
    refuseClosed(programs.postgres, account, 'Put the project elsewhere')
    // A cluster whose owner has no name here (another machine's user): PostgreSQL runs under names only.
    if (existsSync(cluster) && lstatSync(cluster).uid !== account.uid) {
      execFileSync('chown', ['-Rh', `${account.uid}:${account.gid}`, cluster])
    }
  }
  const run = prepareRunFolder(folder, account)
  return { folder, cluster, run, logFile: join(folder, 'postgres.log'), ...(account && { account }) }
}

function open<Result>(folder: string, step: () => Result): Result {
  try {
    return step()
  } catch (cause) {
    throw new CannotStart(`The data folder ${folder} cannot be made or read by this user.`, { cause })
  }
}

function refuseClosed(path: string, account: Account, wayOut: string): void {
  const closed = findClosedFolder(path, account)
  if (!closed) return
  throw new CannotStart(
    `PostgreSQL does not run as root, so it is started as the user "${account.name}", and that user cannot reach ${path}: ` +
      `${closed} is closed to it. ${wayOut}, start as an ordinary user, or set DATABASE_URL.`,
  )
}

// The socket is the key to the database, so its folder is open to nobody else.
function prepareRunFolder(folder: string, account: Account | undefined): string {
  const inside = join(folder, 'run')
  const isShort = Buffer.byteLength(join(inside, 'x'.repeat(LOCK_NAME_MAX))) <= SOCKET_PATH_MAX
  // Not os.tmpdir(): with another TMPDIR a second start would look for the first in another place.
  const run = isShort ? inside : `/tmp/e-wallet-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  mkdirSync(run, { recursive: true, mode: 0o700 })
  const found = lstatSync(run)
  const isOurs = found.isDirectory() && (found.uid === process.getuid?.() || found.uid === account?.uid)
  if (!isOurs) throw new CannotStart(`${run} belongs to somebody else: remove it, then start again.`)
  if (account) chownSync(run, account.uid, account.gid)
  chmodSync(run, 0o700)
  return run
}
