import * as v from 'valibot'
import type { SmtpOptions } from '#server/providers/email/smtp'

/** The environment settings of a mail server. */
export type SmtpSettings = Omit<SmtpOptions, 'timeoutMs'>

const PORTS: Readonly<Record<string, number>> = { 'smtps:': 465, 'smtp:': 587 }
const MAILBOX = /^(?:(?<name>[^<>@\p{Cc}]*[^<>@\s\p{Cc}])\s*)?<(?<address>[^\s@<>,;\p{Cc}]+@[^\s@<>,;\p{Cc}]+)>$/u

/**
 * Reads the settings of a mail server: SMTP_URL, `smtps://user:password@host:port` for TLS at once, `smtp://…` for STARTTLS, which is required
 * unless SMTP_TLS=none; EMAIL_FROM, `Name <address>`.
 */
export const smtpSchema = v.pipe(
  v.object({
    SMTP_URL: v.pipe(
      v.string(),
      v.check(
        (url) => URL.canParse(url) && /^smtps?:\/\/[^/]/.test(url) && isDecodable(new URL(url)),
        'has to be smtp://… or smtps://…',
      ),
    ),
    SMTP_TLS: v.optional(v.picklist(['required', 'none'], 'has to be one of required, none'), 'required'),
    EMAIL_FROM: v.pipe(v.string(), v.regex(MAILBOX, 'has to be Name <address>')),
  }),
  v.transform(({ SMTP_URL, SMTP_TLS, EMAIL_FROM }): SmtpSettings => {
    const url = new URL(SMTP_URL)
    const { name = '', address = '' } = MAILBOX.exec(EMAIL_FROM)?.groups ?? {}
    return {
      host: url.hostname.replaceAll(/^\[|\]$/g, ''),
      port: url.port === '' ? (PORTS[url.protocol] ?? 587) : Number(url.port),
      tls: url.protocol === 'smtps:' ? 'at_once' : SMTP_TLS === 'none' ? 'none' : 'starttls',
      ...(url.username !== '' && { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }),
      from: { name, address },
    }
  }),
)

function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}
