import { type ChildProcess, spawn } from 'node:child_process'
import { measureLoad, requestOf } from './http-load.ts'
import type { BenchUser } from './people.ts'

const CONNECTIONS = 64
const HELLO_PORT = 38472
// The framework with nothing in it, in a process of its own as the wallet is.
const HELLO = `import Fastify from 'fastify'
const app = Fastify()
app.get('/', async () => ({ hello: 'world' }))
await app.listen({ port: ${HELLO_PORT}, host: '127.0.0.1' })
process.stdout.write('listening')`

/** What a bare hello of the same framework reaches per second over as many connections. */
export async function measureHello(seconds: number): Promise<number> {
  const hello: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', HELLO], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await new Promise<void>((resolve, reject) => {
      hello.stdout?.once('data', () => resolve())
      hello.once('exit', (code) => reject(new Error(`The hello ended with ${code}`)))
    })
    const request = requestOf('GET', '/')
    await measureLoad(HELLO_PORT, () => request, { connections: CONNECTIONS, seconds: 1 })
    return (await measureLoad(HELLO_PORT, () => request, { connections: CONNECTIONS, seconds })).perSecond
  } finally {
    hello.kill('SIGTERM')
  }
}

/** P4: a call that only reads, signed in, by all users in turn; per second. Throws when one is refused. */
export async function measureRead(port: number, path: string, users: readonly BenchUser[], seconds: number): Promise<number> {
  const requests = users.map(({ token }) => requestOf('GET', path, { headers: { authorization: `Token ${token}` } }))
  let next = 0
  const request = (): Buffer => requests[next++ % requests.length] ?? Buffer.alloc(0)
  await measureLoad(port, request, { connections: CONNECTIONS, seconds: 1 })
  const { perSecond, refused } = await measureLoad(port, request, { connections: CONNECTIONS, seconds })
  if (refused > 0) throw new Error(`${refused} of ${path} were refused`)
  return perSecond
}
