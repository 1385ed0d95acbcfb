import Fastify from 'fastify'

/** A message that a vendor was asked to send; `to` is digits or an address. */
export interface Sent {
  readonly to: string
  readonly text: string
  readonly subject?: string
  readonly html?: string
  readonly reference?: string
}

/** What vendors of messages are asked to send, and how they answer; the others are away, or refuse what they are asked for. */
export interface MessageVendor {
  readonly url: string
  readonly sent: Sent[]
  /** The HTTP status for a recipient, or for a path of another vendor, instead of an answer. */
  readonly failing: Map<string, number>
  /** The device of each push message that was sent here. */
  readonly pushed: string[]
  /** Where a device's push service sends on to, with 307. */
  readonly leading: Map<string, string>
  close(): Promise<void>
}

/** Starts vendors of SMS and e-mail that hear everything twice that they are sent twice: for SANDBOX_URL. */
export async function startMessageVendor(): Promise<MessageVendor> {
  const sent: Sent[] = []
  const failing = new Map<string, number>()
  const pushed: string[] = []
  const leading = new Map<string, string>()
  const app = Fastify()
  for (const path of ['/sms/api/messages', '/email/api/messages']) {
    app.post(path, async (request, reply) => {
      const asked = request.body as Sent
      const message = { ...asked, to: asked.to.replace('+', '') }
      sent.push(message)
      const status = failing.get(message.to)
      return status === undefined ? { id: 'any' } : reply.code(status).send({})
    })
  }
  for (const vendor of ['payments', 'payouts', 'identity'])
    app.post(`/${vendor}/*`, async ({ url }, reply) => reply.code(failing.get(url) ?? 503).send({}))
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => {
    payload.resume()
    payload.once('end', () => done(null))
  })
  app.post<{ Params: { device: string } }>('/push/to/:device', async ({ params: { device } }, reply) => {
    pushed.push(device)
    const elsewhere = leading.get(device)
    return elsewhere === undefined ? reply.code(failing.get(device) ?? 201).send() : reply.redirect(elsewhere, 307)
  })
  app.get<{ Querystring: { to: string } }>('/sms.json', async ({ query: { to } }) => {
    const messages = sent.filter((message) => message.to === to).map(({ text }) => ({ text, code: codeIn(text) }))
    return { messages: messages.reverse() }
  })
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), sent, failing, pushed, leading, close: () => app.close() }
}

function codeIn(text: string): string | null {
  return /^[0-9]{4}(?= )/.exec(text)?.[0] ?? null
}
