import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, openSync, readFileSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from './cannot-start.ts'
import { BARE_ENVIRONMENT, connectTo, type Place } from './embedded-cluster.ts'
import type { Programs } from './embedded-programs.ts'

/** Where the starter says what it does; pino's logger fits. */
export interface ServerLog {
  info(line: string): void
  error(line: string): void
}

// fsync, synchronous_commit and full_page_writes stay as PostgreSQL has them: on. Terse errors keep values (phones) out of the log.
const SETTINGS = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  shared_buffers: '256MB',
  max_connections: '200',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
}

const LOG_BYTES_MAX = 10_000_000
const START_MS = 300_000
const STOP_MS = 30_000
// Said once when it has not worked for so often: half a minute or so.
const RESTARTS_QUIET = 20

/**
 * Runs PostgreSQL on its cluster and returns when it takes connections. When it dies although nobody stopped it, it is started
 * again. Throws with the last lines of its log when it does not start.
 */
export async function startPostgres(programs: Programs, place: Place, log: ServerLog): Promise<{ stop(): Promise<void> }> {
  let isStopping = false
  let revival: Promise<void> = Promise.resolve()
  const run = async (): Promise<ChildProcess> => {
    const started = await launch(programs, place)
    started.once('exit', (code, signal) => {
      if (isStopping) return
      log.error(`PostgreSQL ended unexpectedly (${signal ?? code}); starting it again`)
      revival = revive()
    })
    return started
  }
  const revive = async () => {
    for (let attempt = 1; !isStopping; attempt += 1) {
      try {
        child = await run()
        return
      } catch (error) {
        // Never given up: a full disk, say, keeps it from starting until somebody has made room.
        if (attempt === RESTARTS_QUIET) log.error(`PostgreSQL does not start again, and is still tried: ${String(error)}`)
        await pause(Math.min(100 * attempt, 2000))
      }
    }
  }
  let child = await run()
  return {
    stop: async () => {
      isStopping = true
      await revival
      await shutDown(child)
    },
  }
}

async function launch(programs: Programs, place: Place): Promise<ChildProcess> {
  const patience = Date.now() + STOP_MS
  for (;;) {
    sweep(place)
    const outcome = await tryLaunch(programs, place)
    if ('child' in outcome) return outcome.child
    // Workers of one that was killed let go of its memory a moment later.
    const isTransient = outcome.said.includes('pre-existing shared memory block')
    if (!isTransient || Date.now() > patience) {
      throw new CannotStart(`PostgreSQL did not start. The end of ${place.logFile}:\n${outcome.said}`, { cause: outcome.fault })
    }
    await pause(100)
  }
}

type Launch = { readonly child: ChildProcess } | { readonly said: string; readonly fault: unknown }

async function tryLaunch(programs: Programs, place: Place): Promise<Launch> {
  const logFrom = rotateLog(place.logFile)
  const child = spawnServer(programs, place)
  let fault: unknown
  child.once('error', (error) => {
    fault = error
  })
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline && !fault && isRunning(child)) {
    const isReady = await connectTo(place.run).then(
      (client) => client.end().then(() => true),
      () => false,
    )
    if (isReady && isRunning(child)) return { child }
    await pause(25)
  }
  await shutDown(child)
  const said = readFileSync(place.logFile).subarray(logFrom).toString().trim().split('\n').slice(-10).join('\n')
  return { said, fault }
}

// In a process group of its own: a Ctrl-C in the terminal must not stop it before the wallet has closed its connections.
function spawnServer(programs: Programs, { cluster, run, logFile, account, environment }: Place): ChildProcess {
  const output = openSync(logFile, 'a', 0o600)
  if (account) chownSync(logFile, account.uid, account.gid)
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: run }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(programs.postgres, ['-D', cluster, ...settings], {
    cwd: '/',
    env: { ...BARE_ENVIRONMENT, ...environment },
    detached: true,
    stdio: ['ignore', output, output],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  closeSync(output)
  child.unref()
  return child
}

function rotateLog(logFile: string): number {
  const bytes = existsSync(logFile) ? statSync(logFile).size : 0
  if (bytes <= LOG_BYTES_MAX) return bytes
  renameSync(logFile, `${logFile}.1`)
  return 0
}

async function shutDown(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || !isRunning(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.ref()
  // SIGINT: sessions are ended, everything is written. SIGQUIT, if that hangs: the next start recovers from the log of changes.
  child.kill('SIGINT')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_MS)
  await ended
  clearTimeout(impatience)
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

/** Stops the PostgreSQL of a predecessor that was killed and left it running. The caller holds the folder's lock. */
export async function stopOrphan(place: Place, log: ServerLog): Promise<void> {
  const pid = notedPid(place)
  if (pid === undefined || !isPostmasterOf(pid, place.cluster)) return
  log.info(`Stopping PostgreSQL ${pid}, left over from a process that was killed`)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    for (const deadline = Date.now() + STOP_MS; Date.now() < deadline; await pause(20)) {
      if (!isPostmasterOf(pid, place.cluster)) return
    }
  }
  throw new CannotStart(`PostgreSQL ${pid}, left over from a process that was killed, does not stop.`)
}

// PostgreSQL takes its notes for true as long as any process has the id in them, be it a zombie or a stranger: the notes of one
// that is gone are taken away. That its workers are gone too it still finds out by itself, from the shared memory.
function sweep(place: Place): void {
  const pid = notedPid(place)
  if (pid !== undefined && isPostmasterOf(pid, place.cluster)) return
  rmSync(join(place.cluster, 'postmaster.pid'), { force: true })
  rmSync(join(place.run, '.s.PGSQL.5432.lock'), { force: true })
}

function notedPid({ cluster }: Place): number | undefined {
  const note = join(cluster, 'postmaster.pid')
  const pid = existsSync(note) ? Number.parseInt(readFileSync(note, 'utf8'), 10) : 0
  return pid > 0 ? pid : undefined
}

// Process ids are given out again, so the process itself is looked at before it gets a signal. A zombie has no command line any more.
function isPostmasterOf(pid: number, cluster: string): boolean {
  try {
    if (process.platform !== 'linux') {
      const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
      return command.includes(`postgres -D ${cluster} `)
    }
    const [program = '', ...options] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (basename(program) !== 'postgres') return false
    return options.includes(cluster) || readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return false
  }
}
