import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { aUser, until } from '#tests/builders'
import { freePort } from '#tests/free-port'
import { ServerProcess } from '#tests/server-process'
import { createDatabase } from '#tests/test-wallet'

const servers: ServerProcess[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill()
})

/** The wallet in two processes, and where each tells of itself. */
async function twoProcesses() {
  const port = await freePort(2)
  const server = await ServerProcess.start(await createDatabase(), { WORKERS: '2', MONITORING_PORT: String(port) })
  servers.push(server)
  const places = [port, port + 1]
  for (const place of places)
    await until(async () => isReady(place)).catch((error) => {
      throw new Error(`${place} is not ready: ${server.said}${server.complaints}`, { cause: error })
    })
  return { server, places }
}

/** Whether an address answers within a second. A connection that is handed to a process as it is killed is answered by nobody. */
const answers = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => undefined))?.ok === true

const isReady = (monitoringPort: number): Promise<boolean> => answers(`http://127.0.0.1:${monitoringPort}/readyz`)

/** The processes that a process has made. */
async function childrenOf(pid: number | undefined): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return listed.trim().split(' ').filter(Boolean).map(Number)
}

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('two processes share the port, log the start once, and end together within ten seconds', async () => {
  const { server } = await twoProcesses()
  expect(server.said.match(/is open/g)).toHaveLength(1)
  const person = await aUser(server)
  expect((await person.get('/v2/wallet')).status).toBe('ok')
  const children = await childrenOf(server.pid)
  expect(children).toHaveLength(2)
  const toldAt = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - toldAt).toBeLessThan(10_000)
  expect(children.filter(lives)).toEqual([])
})

test('a killed process is replaced, and the other answers meanwhile', async () => {
  const { server, places } = await twoProcesses()
  const config = `${server.url}/v2/wallet/config`
  const [first = 0] = await childrenOf(server.pid)
  process.kill(first, 'SIGKILL')
  await until(async () => answers(config), 3)
  await until(async () => (await childrenOf(server.pid)).length === 2)
  for (const place of places) await until(async () => isReady(place))
  expect(await answers(config)).toBe(true)
})

test('when their parent process is gone they end as well', async () => {
  const { server } = await twoProcesses()
  const children = await childrenOf(server.pid)
  await server.kill()
  await until(async () => children.every((pid) => !lives(pid)), 12)
})

test('a start that fails ends all of them and says why', async () => {
  const server = await ServerProcess.prepare(await createDatabase(), { WORKERS: '2', BRAND: 'nobody' })
  servers.push(server)
  server.begin()
  expect(await server.whenEnded()).toBe(1)
  expect(server.complaints).toContain('nobody')
})

test.each([
  ['one process', '1'],
  ['two', '2'],
])(
  'a port in use ends the start of %s, with one line that says what the port was for and which setting changes it',
  async (_of, WORKERS) => {
    const server = await ServerProcess.prepare(await createDatabase(), { WORKERS, SANDBOX_CARD_FIELD: 'on' })
    servers.push(server)
    const others: Server[] = []
    const takenBy = async (port: number): Promise<string> => {
      const other = createServer().listen(port, '127.0.0.1')
      others.push(other)
      await once(other, 'listening')
      server.complaints = ''
      server.begin()
      expect(await server.whenEnded()).toBe(1)
      return server.complaints
    }
    const field = `Port ${server.port + 1} is in use by another program. The sandbox's card field listens there: choose another SANDBOX_CARD_FIELD_PORT (PORT + 1 where it is not set).\n`
    expect(await takenBy(server.port + 1)).toContain(field)
    const own = `Port ${server.port} is in use by another program. The page and the API listen there: choose another PORT.\n`
    expect(await takenBy(server.port)).toContain(own)
    for (const other of others) other.close()
  },
  60_000,
)
