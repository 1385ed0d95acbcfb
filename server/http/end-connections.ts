import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long what is being asked or answered when the server is told to close may still take, in milliseconds. */
const GRACE_MS = 7000
const LOOK_EVERY_MS = 50

/**
 * Has a server's connections end when it closes: those that wait for nothing at once, those that are being answered after their answer,
 * all others when the grace is over. Node itself waits for every one that has not finished its request.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', (done) => {
    isClosing = true
    const endIdle = setInterval(() => {
      app.server.closeIdleConnections()
      // One that has never sent anything counts as busy.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, LOOK_EVERY_MS)
    const endAll = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
    app.server.once('close', () => {
      clearInterval(endIdle)
      clearTimeout(endAll)
    })
    done()
  })
}
