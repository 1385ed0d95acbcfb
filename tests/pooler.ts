import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#tests/builders'
import { freePort } from '#tests/free-port'
import { findPooler } from '../scripts/test-programs.mjs'

/** A PgBouncer in transaction mode before a test's database. */
export interface Pooler {
  /** The database, for its administrator. */
  readonly url: string
  close(): Promise<void>
}

/** Starts PgBouncer in transaction mode before a test's database, with some lines of settings more; rejects with what it says when it ends at once. */
export async function startPooler(databaseUrl: string, settings: readonly string[] = []): Promise<Pooler> {
  const program = await findPooler()
  const [, name = '', host = ''] = /\/(\w+)\?host=([^&]+)/.exec(databaseUrl) ?? []
  const socket = decodeURIComponent(host)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'))
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, [...settingsOf({ name, socket, port }), ...settings].join('\n'))
  // It refuses to run as root, and the folder of the socket is open to PostgreSQL's user alone.
  const { uid, gid } = statSync(socket)
  const account = process.getuid?.() === 0 ? { uid, gid } : {}
  if (account.uid !== undefined) for (const path of [folder, file]) chownSync(path, uid, gid)
  const child = spawn(program, [file], { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', ...account })
  const ended = endOf(child)
  const isUp = until(() => answersAt(port))
  await Promise.race([isUp, ended.then((words) => Promise.reject(new Error(`PgBouncer has ended: ${words}`)))])
  return {
    url: `postgres://postgres@127.0.0.1:${port}/${name}`,
    async close() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function settingsOf({ name, socket, port }: { name: string; socket: string; port: number }): string[] {
  return [
    '[databases]',
    `${name} = host=${socket} port=5432 user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
  ]
}

/** What a process has said on stderr, once it has ended. */
function endOf(child: ChildProcess): Promise<string> {
  let words = ''
  child.stderr?.on('data', (part) => {
    words += String(part)
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message)).once('close', () => resolve(words))
  })
}

function answersAt(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.end())
  })
}
