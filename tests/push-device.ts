import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { type Answer, ask, type Reachable, type TestUser } from '#tests/builders'

/** What a device was told, decrypted, and how its push service was asked to bring it. */
export interface ToldNews {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly path: string
  readonly lang: string
  readonly icon: string
  readonly topic: string | null
  readonly urgency: string
  readonly ttl: number
}

/** A message as a push service has it: encrypted, in base64url. */
interface Sealed {
  readonly body: string
  readonly topic: string | null
  readonly urgency: string
  readonly ttl: number
}

/** The keys of a browser's subscription, and what opens messages to it: written here anew, by RFC 8291 and 8188. */
export function browserKeys() {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length))
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    /** Opens a message; throws when it is not for these keys. */
    open(sealed: string): string {
      const bytes = Buffer.from(sealed, 'base64url')
      const [salt, idLength] = [bytes.subarray(0, 16), bytes.readUInt8(20)]
      const theirs = bytes.subarray(21, 21 + idLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs])
      const secret = derive(pair.computeSecret(theirs), auth, info, 32)
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
      const text = bytes.subarray(21 + idLength)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 }).setAuthTag(text.subarray(-16))
      const opened = Buffer.concat([decipher.update(text.subarray(0, -16)), decipher.final()])
      // After the text a delimiter, and nothing but zeros.
      return opened.subarray(0, opened.lastIndexOf(2)).toString()
    },
  }
}

export const PUSH = '/v2/wallet/push'

/** A browser of somebody's, at the sandbox's push service. */
export class PushDevice {
  readonly user: TestUser
  readonly endpoint: string
  private readonly browser = browserKeys()

  constructor(user: TestUser, endpoint: string) {
    this.user = user
    this.endpoint = endpoint
  }

  get keys() {
    return this.browser.keys
  }

  /** Has the wallet tell it of news. */
  subscribe({
    showsAmounts = false,
    language = 'en',
    ...other
  }: {
    showsAmounts?: boolean
    language?: string
    endpoint?: string
    keys?: unknown
  } = {}): Promise<Answer> {
    const body = { endpoint: this.endpoint, keys: this.keys, shows_amounts: showsAmounts, ...other }
    return this.user.post(`${PUSH}/subscribe`, body, { language })
  }

  /** What it was told so far, the oldest first. */
  async told(): Promise<ToldNews[]> {
    return (await this.sealed()).map(({ body, ...how }) => ({ ...JSON.parse(this.browser.open(body)), ...how }))
  }

  /** The same as the push service has it. */
  async sealed(): Promise<Sealed[]> {
    const { messages } = (await (await fetch(this.endpoint)).json()) as { messages: Sealed[] }
    return messages
  }

  /** The browser ends its subscription. */
  async end(): Promise<void> {
    await fetch(this.endpoint, { method: 'DELETE' })
  }
}

/** A browser of somebody's that has subscribed at the sandbox by the wallet's key, of which the wallet knows nothing yet. */
export async function aPushDevice(user: TestUser, at: Reachable = user.wallet): Promise<PushDevice> {
  const { public_key } = await user.get(PUSH)
  return new PushDevice(user, await newEndpoint(at, String(public_key)))
}

/** An address at the sandbox's push service, by a key of a wallet's. */
export async function newEndpoint(at: Reachable, key: string): Promise<string> {
  return String((await ask(at, 'POST', '/sandbox/push/subscriptions', { body: { application_server_key: key } })).endpoint)
}
