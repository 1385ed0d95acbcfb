import { createECDH, hkdfSync } from 'node:crypto'
import { NotAccepted } from '#server/providers/not-accepted'
import { Unavailable } from '#server/providers/outage'
import type { OnVendorCall, ProviderCallEnd } from '#server/providers/vendor-http'
import { type PushMessage, type PushProvider, SubscriptionGone } from './port.ts'

/** How push services know the wallet, and which are asked. */
export interface WebPushOptions {
  /** 32 bytes in base64url. Another key ends every subscription. */
  readonly privateKey: string
  /** Whom a push service turns to: `mailto:…` or `https://…`. */
  readonly subject: string
  readonly timeoutMs: number
  /** The sandbox's push service, a URL that its addresses begin with. */
  readonly sandboxUrl?: string
  readonly onCall?: OnVendorCall
}

const PORT = 'push'
/** The push services of the browsers there are. */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+(\.[a-z0-9-]+)*\.notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
]
const TRANSIENT = new Set([408, 425, 429])

/** Sends by the browsers' own push services (RFC 8030), encrypted for the browser (RFC 8291), signed as the wallet (RFC 8292). */
export function createWebPush({ privateKey, subject, timeoutMs, sandboxUrl, onCall }: WebPushOptions): PushProvider {
  const publicKey = publicKeyOf(privateKey)
  const vapidDetails = { subject, publicKey, privateKey }
  const takes = (endpoint: string): boolean => isOfPushService(endpoint) || isBelow(endpoint, sandboxUrl)

  async function post(message: PushMessage): Promise<number> {
    const { default: webPush } = await import('web-push')
    const { endpoint, headers, body } = webPush.generateRequestDetails(message.to, message.text, {
      vapidDetails,
      TTL: message.lifetimeSeconds,
      urgency: message.urgency,
      topic: message.topic,
      contentEncoding: 'aes128gcm',
    })
    try {
      const { status, body: answer } = await fetch(endpoint, {
        method: 'POST',
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        body: new Uint8Array(body ?? []),
        // Wherever it leads, it is not where we meant to go.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      // What it says is of no use, and may be long.
      await answer?.cancel()
      return status
    } catch (cause) {
      throw new Unavailable(PORT, cause)
    }
  }

  return {
    publicKey,
    takes,
    async send(message) {
      if (!takes(message.to.endpoint)) throw new NotAccepted(PORT, 'the address is of no push service')
      const startedAt = performance.now()
      const watched = onCall?.(PORT)
      const ended = (outcome: ProviderCallEnd['outcome']): void =>
        watched?.ended({ outcome, seconds: (performance.now() - startedAt) / 1000 })
      const status = await post(message).catch((error: unknown) => {
        ended('unavailable')
        throw error
      })
      const isUnavailable = status >= 500 || TRANSIENT.has(status)
      ended(isUnavailable ? 'unavailable' : status < 300 ? 'answered' : 'refused')
      if (isUnavailable) throw new Unavailable(PORT, new Error(`HTTP ${status}`))
      if (status === 404 || status === 410) throw new SubscriptionGone(`HTTP ${status}`)
      if (status >= 300) throw new NotAccepted(PORT, `HTTP ${status}`)
    },
  }
}

function isOfPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  return protocol === 'https:' && port === '' && username + password === '' && HOSTS.some((host) => host.test(hostname))
}

/** Whether an address lies below another, however it is spelled. */
function isBelow(endpoint: string, base: string | undefined): boolean {
  if (base === undefined || !URL.canParse(endpoint)) return false
  const { origin, pathname, username, password } = new URL(endpoint)
  const { origin: baseOrigin, pathname: basePath } = new URL(base)
  return origin === baseOrigin && username + password === '' && pathname.startsWith(`${basePath}/`)
}

/** The public key of a private one, both base64url. Throws for what is no private key. */
export function publicKeyOf(privateKey: string): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return pair.getPublicKey().toString('base64url')
}

/** A private key that is the same for the same secret: for the sandbox. */
export function privateKeyFrom(secret: string): string {
  for (let attempt = 0; ; attempt += 1) {
    const key = Buffer.from(hkdfSync('sha256', secret, '', `sandbox push ${attempt}`, 32)).toString('base64url')
    // One of four thousand million is none.
    try {
      publicKeyOf(key)
      return key
    } catch {}
  }
}
