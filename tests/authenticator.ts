import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { PIN, type TestUser } from '#tests/builders'

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

/** What a test has go wrong. */
export interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** The person was there, but nobody looked who it is. */
  readonly isUnverified?: boolean
  /** What the authenticator says how often it has signed. */
  readonly signCount?: number
  readonly isTampered?: boolean
  readonly userHandle?: string
  readonly type?: string
}

/** A passkey in software (ES256, without attestation): does what a browser and its authenticator do for the page of `origin`. */
export class TestPasskey {
  readonly credentialId = randomBytes(16)
  readonly origin: string
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private userHandle: string | undefined
  private signCount = 0

  constructor(origin: string) {
    this.origin = origin
  }

  /** Answers navigator.credentials.create. */
  create(options: unknown, deviation: Deviation = {}): string {
    const { challenge, rp, user } = JSON.parse(String(options)) as {
      challenge: string
      rp: { id: string }
      user: { id: string }
    }
    this.userHandle = user.id
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
    const length = Buffer.from([0, this.credentialId.length])
    const authData = Buffer.concat([
      this.head(rp.id, FLAGS.attested, deviation),
      Buffer.alloc(16),
      length,
      this.credentialId,
      publicKey,
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', challenge, deviation).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Answers navigator.credentials.get. */
  get(options: unknown, deviation: Deviation = {}): string {
    const { challenge, rpId } = JSON.parse(String(options)) as { challenge: string; rpId: string }
    this.signCount += 1
    const authData = this.head(rpId, 0, deviation)
    const clientData = this.clientData('webauthn.get', challenge, deviation)
    const signature = createSign('sha256')
      .update(authData)
      .update(createHash('sha256').update(clientData).digest())
      .sign(this.keys.privateKey)
    if (deviation.isTampered) signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1)
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: deviation.userHandle ?? this.userHandle,
    })
  }

  private head(rpId: string, flags: number, deviation: Deviation): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(deviation.signCount ?? this.signCount)
    const said = flags | FLAGS.present | (deviation.isUnverified ? 0 : FLAGS.verified)
    const hash = createHash('sha256')
      .update(deviation.rpId ?? rpId)
      .digest()
    return Buffer.concat([hash, Buffer.from([said]), count])
  }

  private clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.origin } = deviation
    return Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin,
        crossOrigin: false,
      }),
    )
  }

  private answer(response: object): string {
    const id = this.credentialId.toString('base64url')
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }
}

/** Has somebody add a passkey, with their PIN. */
export async function addPasskey(user: TestUser, passkey_name = 'Phone'): Promise<TestPasskey> {
  const passkey = new TestPasskey(user.wallet.url)
  const { options } = await user.post('/v2/wallet/passkeys/start', { pin: PIN })
  const added = await user.post('/v2/wallet/passkeys/add', { passkey_name, credential: passkey.create(options) })
  if (added.status !== 'ok') throw new Error(`No passkey was added: ${JSON.stringify(added)}`)
  return passkey
}
