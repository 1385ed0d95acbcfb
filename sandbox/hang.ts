import type { FastifyReply } from 'fastify'

/** Leaves a request without an answer until the time is up, the caller has disconnected, or the server closes. */
export function hang(reply: FastifyReply, hangMs: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, hangMs)
    reply.raw.once('close', end)
    closing.addEventListener('abort', end, { once: true })
  })
}
