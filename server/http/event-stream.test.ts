import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { limitConnections } from './connections.ts'
import { type EventConnection, EventStream, isEventStream, openEventStream } from './event-stream.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** A server with one stream, and a connection to it that has read its head and reads on when it is told to. */
async function aStream() {
  app = Fastify()
  limitConnections(app, { max: 10, perAddress: 10 }, () => undefined)
  const opened = new Promise<EventConnection>((resolve) => {
    app.get('/', (request, reply) => openEventStream(new EventStream(resolve), request, reply))
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nhost: wallet\r\n\r\n')
  const connection = await opened
  const closed = new Promise<void>((resolve) => connection.onClose(resolve))
  return { connection, socket, closed, received: () => received }
}

const LONG = 'x'.repeat(1_000_000)

test('events arrive as they are sent, and the end when it is sent', async () => {
  const { connection, socket, received } = await aStream()
  connection.send(['hello'])
  connection.beat()
  connection.send(['money', 'notices'])
  connection.end()
  await once(socket, 'close')
  expect(received()).toContain('content-type: text/event-stream')
  const events = [...received().matchAll(/^(?:data: \w+|event: \w+)$/gm)].map(([event]) => event)
  expect(events).toEqual(['data: hello', 'event: beat', 'data: money', 'data: notices'])
})

test('a client that does not read is disconnected, and nothing is buffered for it [event-stream-1]', async () => {
  const { connection, socket, closed } = await aStream()
  socket.pause()
  // More than the buffers of the operating system hold.
  for (let count = 0; count < 20; count += 1) connection.send([LONG])
  await closed
})

test('a stream is distinguished from other answers', async () => {
  app = Fastify()
  limitConnections(app, { max: 10, perAddress: undefined }, () => undefined)
  const seen: boolean[] = []
  app.addHook('onResponse', (_request, reply, done) => {
    seen.push(isEventStream(reply))
    done()
  })
  app.get('/', (request, reply) => openEventStream(new EventStream((connection) => connection.end()), request, reply))
  app.get('/other', () => ({ status: 'ok' }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const path of ['/', '/other', '/']) await (await fetch(url + path)).text()
  expect(seen).toEqual([true, false, true])
})
