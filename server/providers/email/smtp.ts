import type { Transporter } from 'nodemailer'
import { NotAccepted } from '#server/providers/not-accepted'
import { Unavailable } from '#server/providers/outage'
import type { OnVendorCall, ProviderCallEnd } from '#server/providers/vendor-http'
import type { EmailProvider } from './port.ts'

/** A mail server, and whom mail is from. */
export interface SmtpOptions {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; else it is begun by STARTTLS, unless there is to be none. */
  readonly tls: 'at_once' | 'starttls' | 'none'
  readonly user?: string | undefined
  readonly password?: string | undefined
  readonly from: { readonly name: string; readonly address: string }
  /** How long the server may be silent. */
  readonly timeoutMs: number
  /** Hears of each call. */
  readonly onCall?: OnVendorCall
}

// Wrong passwords and certificates do not end by themselves.
const MISCONFIGURED: ReadonlySet<unknown> = new Set(['EAUTH', 'ENOAUTH', 'ETLS', 'ECONFIG'])

// What a list of addresses is written with, and whatever ends a line, is in none.
const ONE_ADDRESS = /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u

/**
 * Sends e-mail by SMTP, a connection each. Its Message-ID is made of the reference, so that mailboxes know one that comes twice. A server
 * that refuses how we sign in, or offers no TLS where there has to be, is an error, not an outage: somebody has to mend it.
 */
export function createSmtpEmail({ host, port, tls, user, password, from, timeoutMs, onCall }: SmtpOptions): EmailProvider {
  const options = {
    host,
    port,
    secure: tls === 'at_once',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(user !== undefined && { auth: { user, pass: password } }),
    tls: { minVersion: 'TLSv1.2' as const },
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let transport: Transporter | undefined
  const ourDomain = from.address.split('@')[1] ?? 'localhost'
  return {
    async send({ to, subject, text, html, reference }) {
      if (!ONE_ADDRESS.test(to)) throw new NotAccepted('email', 'no address')
      const watched = onCall?.('email')
      const startedAt = performance.now()
      const ended = (outcome: ProviderCallEnd['outcome']): void =>
        watched?.ended({ outcome, seconds: (performance.now() - startedAt) / 1000 })
      const mail = {
        from,
        to,
        subject,
        text,
        ...(html !== undefined && { html }),
        messageId: `<${reference}@${ourDomain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      }
      const { createTransport } = await import('nodemailer')
      transport ??= createTransport(options)
      const failure = await transport.sendMail(mail).then(
        () => undefined,
        (error: unknown) => failureOf(error),
      )
      ended(failure === undefined ? 'answered' : failure instanceof Unavailable ? 'unavailable' : 'refused')
      if (failure) throw failure
    },
  }
}

/** What came of it, without the server's words: they may repeat the recipient. */
function failureOf(error: unknown): Error {
  const code: unknown = Reflect.get(Object(error), 'code')
  const [responseCode, command] = [Reflect.get(Object(error), 'responseCode'), Reflect.get(Object(error), 'command')]
  const reason = [code, command, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ')
  if (MISCONFIGURED.has(code)) return new Error(`The mail server does not serve us: ${reason}`)
  const isPermanent = Reflect.get(Object(error), 'permanent') === true
  if (isPermanent && command !== 'MAIL FROM') return new NotAccepted('email', reason)
  return isPermanent
    ? new Error(`The mail server does not take our sender: ${reason}`)
    : new Unavailable('email', new Error(reason))
}
