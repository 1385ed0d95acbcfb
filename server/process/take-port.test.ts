import { createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { reasonOf } from './reason.ts'
import { takePort } from './take-port.ts'

const listen = (port: number, host = '127.0.0.1'): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(port, host, () => resolve(server))
  })

async function told(port: number, host?: string): Promise<string> {
  const place = { port, host: host ?? '127.0.0.1', who: 'Health and metrics listen', settings: 'MONITORING_PORT' }
  return takePort(place, () => listen(port, host)).then(
    (server) => {
      server.close()
      return 'open'
    },
    (error: unknown) => reasonOf(error),
  )
}

test('a taken port is reported in one line, with the part that wanted it and the setting that changes it; a free port is opened', async () => {
  const taken = await listen(0)
  const address = taken.address()
  const port = address && typeof address === 'object' ? address.port : 0
  expect(await told(port)).toBe(
    `Port ${port} is in use by another program. Health and metrics listen there: choose another MONITORING_PORT.`,
  )
  await new Promise((resolve) => taken.close(resolve))
  expect(await told(port)).toBe('open')
})

test('an address that this machine does not have is reported as such', async () => {
  expect(await told(0, '192.0.2.1')).toMatch(/^This machine has no address 192\.0\.2\.1, which HOST or MONITORING_HOST names\. /)
})
