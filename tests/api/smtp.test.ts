import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { createSmtpEmail, type SmtpOptions } from '#server/providers/email/smtp'
import { NotAccepted } from '#server/providers/not-accepted'
import { Unavailable } from '#server/providers/outage'
import { MAIL_CERTIFICATE } from '#tests/mail-certificate'

interface Arrived {
  readonly to: readonly string[]
  readonly raw: string
}

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

const EMAIL = { to: 'anna@mail.example', subject: 'Вход в кошелёк', text: 'Новое устройство', reference: 'a-reference' }

/** Starts a mail server; gives its port and what arrived there. */
async function mailServer(options: SMTPServerOptions = {}): Promise<{ port: number; arrived: Arrived[]; server: SMTPServer }> {
  const arrived: Arrived[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        arrived.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: portOf(server.server), arrived, server }
}

/** Starts a server that speaks as it is told. */
async function rawServer(speak: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    speak(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return portOf(server)
}

function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const emailAt = (port: number, options: Partial<SmtpOptions> = {}) =>
  createSmtpEmail({
    host: '127.0.0.1',
    port,
    tls: 'none',
    from: { name: 'Stater', address: 'no-reply@stater.example' },
    // What is answered is waited for, however slow this machine is.
    timeoutMs: 60_000,
    ...options,
  })

test('an e-mail is delivered with its sender, its subject, a Message-ID of its reference, and its text', async () => {
  const { port, arrived } = await mailServer()
  await emailAt(port).send({ ...EMAIL, html: '<p>Новое устройство</p>' })
  expect(arrived).toHaveLength(1)
  const [{ to, raw } = { to: [], raw: '' }] = arrived
  expect(to).toEqual(['anna@mail.example'])
  expect(raw).toMatch(/^From: Stater <no-reply@stater\.example>\r$/m)
  expect(raw).toMatch(/^To: anna@mail\.example\r$/m)
  expect(raw).toMatch(/^Message-ID: <a-reference@stater\.example>\r$/m)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(raw).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(raw).toContain('text/html')
})

test.each([
  ['a line break in the subject', { subject: 'Hello\r\nBcc: evil@mail.example\r\n\r\nmore' }, [['anna@mail.example']]],
  ['a comma in the address', { to: 'anna@mail.example,evil@mail.example' }, []],
  ['a line break in the address', { to: 'anna@mail.example\r\nRCPT TO:<evil@mail.example>' }, []],
])('%s makes no other header and no other recipient', async (_what, change, recipients) => {
  const { port, arrived } = await mailServer()
  await emailAt(port)
    .send({ ...EMAIL, ...change })
    .catch(() => undefined)
  for (const { raw } of arrived) expect(raw).not.toMatch(/^Bcc:/im)
  expect(arrived.map(({ to }) => to)).toEqual(recipients)
})

test('a recipient that the server refuses for good is not accepted; one that it puts off is tried again', async () => {
  const answering = (responseCode: number) => ({
    onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
      done(Object.assign(new Error('anna@mail.example is unknown'), { responseCode })),
  })
  const refusing = await mailServer(answering(550))
  const refused = await emailAt(refusing.port)
    .send(EMAIL)
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(NotAccepted)
  // Whom it was for is nothing for the log.
  expect(String(refused)).not.toContain('anna')
  const busy = await mailServer(answering(451))
  await expect(emailAt(busy.port).send(EMAIL)).rejects.toBeInstanceOf(Unavailable)
})

test('a message that the server refuses for good is not accepted', async () => {
  const { port } = await mailServer({
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => done(Object.assign(new Error('looks like spam'), { responseCode: 554 })))
    },
  })
  await expect(emailAt(port).send(EMAIL)).rejects.toBeInstanceOf(NotAccepted)
})

test('a server that is away, silent, talks gibberish or hangs up before it has said that it has the mail may be asked again', async () => {
  await expect(emailAt(1).send(EMAIL)).rejects.toBeInstanceOf(Unavailable)
  const silent = await rawServer(() => undefined)
  await expect(emailAt(silent, { timeoutMs: 500 }).send(EMAIL)).rejects.toBeInstanceOf(Unavailable)
  const speaking = [
    (socket: Socket) => void socket.end('who are you?\r\n'),
    (socket: Socket) => {
      socket.write('220 here\r\n')
      socket.on('data', (sent) => {
        if (/\r\n\.\r\n$/.test(sent.toString())) socket.end()
        else socket.write(/^DATA/.test(sent.toString()) ? '354 go on\r\n' : '250 fine\r\n')
      })
    },
  ]
  for (const speak of speaking) {
    const port = await rawServer(speak)
    await expect(emailAt(port).send(EMAIL)).rejects.toBeInstanceOf(Unavailable)
  }
})

test('without TLS nothing is sent to a server that should have it, nor to one whose certificate nobody has signed', async () => {
  const plain = await mailServer()
  const said = /The mail server does not serve us: ETLS/
  await expect(emailAt(plain.port, { tls: 'starttls' }).send(EMAIL)).rejects.toThrow(said)
  const unknown = await mailServer({ ...MAIL_CERTIFICATE, disabledCommands: [] })
  await expect(emailAt(unknown.port, { tls: 'starttls' }).send(EMAIL)).rejects.not.toBeInstanceOf(NotAccepted)
  expect([...plain.arrived, ...unknown.arrived]).toEqual([])
})

test('a wrong password is told as what it is, without the password', async () => {
  const { port, arrived } = await mailServer({
    authOptional: false,
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'wallet' && password === 'right' ? done(null, { user: username }) : done(new Error('no')),
  })
  const wrong = await emailAt(port, { user: 'wallet', password: 'not-it' })
    .send(EMAIL)
    .catch((error: unknown) => error)
  expect(wrong).not.toBeInstanceOf(Unavailable)
  expect(String(wrong)).toMatch(/The mail server does not serve us: EAUTH/)
  expect(String(wrong)).not.toContain('not-it')
  await emailAt(port, { user: 'wallet', password: 'right' }).send(EMAIL)
  expect(arrived).toHaveLength(1)
})

const SCRIPT = `import { createSmtpEmail } from '#server/providers/email/smtp'
const { SMTP_PORT, SMTP_TLS } = process.env
const from = { name: 'Stater', address: 'no-reply@stater.example' }
await createSmtpEmail({ host: 'localhost', port: Number(SMTP_PORT), tls: SMTP_TLS, from, timeoutMs: 60000 }).send(${JSON.stringify(EMAIL)})`

test.each(['starttls', 'at_once'] as const)(
  'by TLS (%s) an e-mail is delivered to a server whose certificate is trusted',
  async (tls) => {
    const { port, arrived } = await mailServer({ ...MAIL_CERTIFICATE, disabledCommands: [], secure: tls === 'at_once' })
    const folder = await mkdtemp(join(tmpdir(), 'mail-'))
    opened.push(() => rm(folder, { recursive: true }))
    const trusted = join(folder, 'ca.pem')
    await writeFile(trusted, MAIL_CERTIFICATE.cert)
    // Whom a process trusts it is told at its start.
    await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', SCRIPT], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted, SMTP_PORT: String(port), SMTP_TLS: tls },
    })
    expect(arrived).toHaveLength(1)
  },
)
