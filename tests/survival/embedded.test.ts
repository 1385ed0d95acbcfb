import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AlreadyRunning, type Embedded, startEmbedded } from '#server/db/embedded'
import { findEmbeddedPrograms, restoreLinks } from '#server/db/embedded-programs'
import { until } from '#tests/builders'

const isRoot = process.getuid?.() === 0
const NOBODY = { uid: 65534, gid: 65534 }

const said: string[] = []
const log = { info: (line: string) => said.push(line), error: (line: string) => said.push(line) }
let stopped: string
let folder: string
let dataDir: string
let running: Embedded[] = []
let children: ChildProcess[] = []

beforeAll(async () => {
  stopped = mkdtempSync(join(tmpdir(), 'embedded-'))
  chmodSync(stopped, 0o755)
  await (await startEmbedded({ dataDir: join(stopped, 'data'), log })).stop()
})

afterAll(() => rmSync(stopped, { recursive: true, force: true }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'data')
  said.length = 0
})

afterEach(async () => {
  await Promise.all(running.map((database) => database.stop()))
  for (const child of children) if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGTERM')
  running = []
  children = []
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<Embedded> {
  const database = await startEmbedded({ dataDir, log })
  running.push(database)
  return database
}

/** Starts it where it has been started and stopped before, which is sooner done than the first start. */
async function startAgain(): Promise<Embedded> {
  layStopped()
  return start()
}

/** Puts a database that has been stopped into the data folder, each file of who owns it. */
function layStopped(): void {
  execFileSync('cp', ['-a', join(stopped, 'data'), dataDir])
}

/** Starts the database in a process of its own and gives that process with its first line beginning with one of the words. */
async function startElsewhere(account?: typeof NOBODY): Promise<{ child: ChildProcess; line: string }> {
  const script = join(import.meta.dirname, 'start-embedded.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...account,
  })
  children.push(child)
  if (!child.stdout) throw new Error('The child has no output')
  for await (const line of createInterface(child.stdout)) {
    if (/^(ready|refused|failed) /.test(line)) return { child, line }
  }
  throw new Error('The child said nothing')
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function ask(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const reply = await client.query({ text: sql, rowMode: 'array' })
    return reply.rows.flat()
  } finally {
    await client.end()
  }
}

function postmasterPid(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8'), 10)
}

describe('the built-in database', () => {
  test('is durable, checks its pages, sorts the same everywhere and is reached over a private socket only', async () => {
    const { connectionString } = await start()
    const names = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'data_checksums',
      'server_encoding',
      'listen_addresses',
      'shared_buffers',
      'max_wal_size',
      'log_parameter_max_length_on_error',
    ]
    const settings = await ask(connectionString, `select ${names.map((name) => `current_setting('${name}')`).join(', ')}`)
    expect(settings).toEqual(['on', 'on', 'on', 'on', 'UTF8', '', '256MB', '2GB', '0'])
    expect(await ask(connectionString, 'select current_database()')).toEqual(['wallet'])
    expect(await ask(connectionString, "select lower('ЁЖ')")).toEqual(['ёж'])
    expect(statSync(join(dataDir, 'run')).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'cluster')).mode & 0o777).toBe(0o700)
  })

  test('keeps its data over a restart', async () => {
    const first = await startAgain()
    await ask(first.connectionString, "create table kept as select 'Анна' as name")
    await first.stop()
    expect(existsSync(join(dataDir, 'cluster', 'postmaster.pid'))).toBe(false)
    const second = await start()
    expect(await ask(second.connectionString, 'select name from kept')).toEqual(['Анна'])
  })

  test('stops once however often it is told to, and a stop frees the folder', async () => {
    const database = await startAgain()
    await Promise.all([database.stop(), database.stop()])
    await start()
  })

  test('a second start on the same folder is refused by name, and does not disturb the first', async () => {
    const first = await startAgain()
    const refusal = await startEmbedded({ dataDir, log }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AlreadyRunning)
    expect(refusal).toMatchObject({ dataDir, pid: process.pid })
    expect(String(refusal)).toContain(`The database in ${dataDir} is in use by process ${process.pid}.`)
    const { line } = await startElsewhere()
    expect(line).toContain(`refused The database in ${dataDir} is in use by process ${process.pid}.`)
    expect(await ask(first.connectionString, 'select 1')).toEqual([1])
  })

  test('of several starts at once exactly one gets the folder', async () => {
    const outcomes = await Promise.allSettled([start(), start(), start(), start()])
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refusals).toHaveLength(3)
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(AlreadyRunning)
  })

  test('a start takes over after the owner was killed, and nothing committed is lost', async () => {
    layStopped()
    const { child, line } = await startElsewhere()
    await ask(line.slice('ready '.length), 'create table kept as select 42 as answer')
    const orphan = postmasterPid()
    await end(child, 'SIGKILL')
    expect(postmasterPid()).toBe(orphan)
    const { connectionString } = await start()
    expect(postmasterPid()).not.toBe(orphan)
    expect(await ask(connectionString, 'select answer from kept')).toEqual([42])
  })

  test('a start recovers after both the owner and PostgreSQL were killed', async () => {
    layStopped()
    const { child, line } = await startElsewhere()
    await ask(line.slice('ready '.length), 'create table kept as select 42 as answer')
    const orphan = postmasterPid()
    await end(child, 'SIGKILL')
    process.kill(orphan, 'SIGKILL')
    const { connectionString } = await start()
    expect(await ask(connectionString, 'select answer from kept')).toEqual([42])
  })

  test('PostgreSQL that is killed while its owner lives is restarted automatically', async () => {
    const { connectionString } = await startAgain()
    await ask(connectionString, 'create table kept as select 42 as answer')
    process.kill(postmasterPid(), 'SIGKILL')
    const answers = () => ask(connectionString, 'select answer from kept').catch(() => [])
    await until(async () => said.some((line) => line.includes('ended unexpectedly')) && (await answers()).length === 1)
  })

  test('a stale note that names an innocent process harms neither it nor the start', async () => {
    const database = await startAgain()
    const note = readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8')
    await database.stop()
    writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), note.replace(/^[0-9]+/, String(process.pid)))
    const again = await start()
    expect(await ask(again.connectionString, 'select 1')).toEqual([1])
  })

  test('libraries without links, because an install script was skipped, get them', () => {
    const { folder: original } = findEmbeddedPrograms()
    cpSync(join(original, 'package.json'), join(folder, 'package.json'))
    cpSync(join(original, 'scripts'), join(folder, 'scripts'), { recursive: true })
    mkdirSync(join(folder, 'native', 'lib'), { recursive: true })
    const links = [{ source: 'native/lib/libicudata.so.60.2', target: 'native/lib/libicudata.so.60' }]
    writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))
    writeFileSync(join(folder, 'native', 'lib', 'libicudata.so.60.2'), 'a library')
    restoreLinks(folder)
    expect(readFileSync(join(folder, 'native', 'lib', 'libicudata.so.60'), 'utf8')).toBe('a library')
  })

  test('a Ctrl-C in the terminal does not reach PostgreSQL before its owner stops it', async () => {
    await startAgain()
    const [, , , , group] = readFileSync(`/proc/${postmasterPid()}/stat`, 'utf8').split(' ')
    expect(Number(group)).toBe(postmasterPid())
  })

  test('a data folder with a path too long for a socket has its socket in a short private folder', async () => {
    dataDir = join(folder, 'deep'.repeat(20), 'data')
    const { connectionString } = await start()
    const run = decodeURIComponent(/host=([^&]+)/.exec(connectionString)?.[1] ?? '')
    expect(run).toMatch(/^\/tmp\/e-wallet-[0-9a-f]{16}$/)
    expect(statSync(run).mode & 0o777).toBe(0o700)
    expect(await startEmbedded({ dataDir, log }).catch((error: unknown) => error)).toBeInstanceOf(AlreadyRunning)
    await Promise.all(running.map((database) => database.stop()))
    rmSync(run, { recursive: true })
  })

  test('a start that fails says why, with the end of the log', async () => {
    layStopped()
    writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '15\n')
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/database files are incompatible with server/)
  })
})

function asRoot() {
  test('runs as another user, who may only pass through the data folder', async () => {
    await start()
    expect(statSync(`/proc/${postmasterPid()}`).uid).not.toBe(0)
    expect(statSync(dataDir).uid).toBe(0)
    expect(statSync(dataDir).mode & 0o777).toBe(0o711)
    expect(statSync(join(dataDir, 'postgres.log')).mode & 0o777).toBe(0o600)
  })

  test('a folder that this user cannot reach is refused by name', async () => {
    chmodSync(folder, 0o700)
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
      `${folder} is closed to it. Choose a data folder elsewhere (DATA_DIR)`,
    )
  })

  test('a full folder of another program is not changed', async () => {
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'theirs.txt'), 'theirs')
    await start()
    expect(statSync(dataDir).uid).toBe(0)
    expect(statSync(dataDir).mode & 0o777).toBe(0o755)
    expect(statSync(join(dataDir, 'theirs.txt')).uid).toBe(0)
  })

  test('an ordinary user starts it, and root continues with the same files as that user', async () => {
    mkdirSync(dataDir)
    chownSync(dataDir, NOBODY.uid, NOBODY.gid)
    const { child, line } = await startElsewhere(NOBODY)
    expect(line).toMatch(/^ready /)
    await ask(line.slice('ready '.length), 'create table kept as select 42 as answer')
    await end(child, 'SIGTERM')
    const { connectionString } = await start()
    expect(await ask(connectionString, 'select answer from kept')).toEqual([42])
    expect(statSync(`/proc/${postmasterPid()}`).uid).toBe(NOBODY.uid)
    await Promise.all(running.map((database) => database.stop()))
    const again = await startElsewhere(NOBODY)
    expect(again.line).toMatch(/^ready /)
    await end(again.child, 'SIGTERM')
  })
}

if (isRoot) describe('the built-in database, started by root', asRoot)
