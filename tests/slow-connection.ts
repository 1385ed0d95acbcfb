import { connect, type Socket } from 'node:net'

/** A connection, what has come over it, and after how many milliseconds the other side has ended it, if it has. */
export interface OpenConnection {
  readonly socket: Socket
  readonly seen: { received: string; endedAfterMs: number | undefined }
}

/** Connects to the port of an address from an address of this machine; it is for whoever opens it to destroy its socket. */
export async function openConnection(url: string, localAddress = '127.0.0.1'): Promise<OpenConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  const seen = { received: '', endedAfterMs: undefined as number | undefined }
  const begun = performance.now()
  socket.on('data', (text: Buffer) => {
    seen.received += text.toString()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    seen.endedAfterMs = performance.now() - begun
  })
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve).once('error', () => resolve())
  })
  return { socket, seen }
}
