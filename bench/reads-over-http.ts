import { type ChildProcess, spawn } from 'node:child_process'
import { httpLoad, requestOf } from './http-load.ts'
import type { Load } from './measure.ts'
import type { BenchUser } from './people.ts'

const CONNECTIONS = 64
// Away from those that a wallet takes beside its own.
const HELLO_PORT = 38491
// The framework with nothing in it, in a process of its own as the wallet is.
const HELLO = `import Fastify from 'fastify'
const app = Fastify()
app.get('/', async () => ({ hello: 'world' }))
await app.listen({ port: ${HELLO_PORT}, host: '127.0.0.1' })
process.stdout.write('listening')`

/** A bare hello of the same framework over as many connections, in a process that `stop` ends. */
export async function startHello(): Promise<{ load: Load; stop(): void }> {
  const hello: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', HELLO], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    hello.stdout?.once('data', () => resolve())
    hello.once('exit', (code) => reject(new Error(`The hello ended with ${code}`)))
  })
  const request = requestOf('GET', '/')
  return { load: httpLoad(HELLO_PORT, CONNECTIONS, () => request), stop: () => hello.kill('SIGTERM') }
}

/** P4: a call that only reads, signed in, by all users in turn. */
export function readLoad(port: number, path: string, users: readonly BenchUser[]): Load {
  const requests = users.map(({ token }) => requestOf('GET', path, { headers: { authorization: `Token ${token}` } }))
  let next = 0
  return httpLoad(port, CONNECTIONS, () => requests[next++ % requests.length] ?? Buffer.alloc(0))
}
