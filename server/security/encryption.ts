import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys, SecretKeys } from './keys.ts'

const ALGORITHM = 'aes-256-gcm'
const ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What is encrypted: for which purpose, and in whose row, of which nothing else can be made. */
export interface Encrypted {
  readonly purpose: 'personal' | 'pin'
  /** The table, and what tells its row from others. */
  readonly row: readonly [table: string, id: string]
}

/** Encrypts a text (AES-256-GCM): the id of the key, a nonce, the text and the tag. It opens as what it is of only. */
export function encrypt(keys: SecretKeys, of: Encrypted, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keys.key(of.purpose), nonce).setAAD(contextOf(keys.id, of))
  return Buffer.concat([Buffer.from(keys.id, 'hex'), nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts what `encrypt` made. Throws when it is by a key that we have not, of another row, or was changed. */
export function decrypt(keys: Keys, of: Encrypted, encrypted: Buffer): string {
  const id = keyIdIn(encrypted)
  const found = keys.find(id)
  if (!found) throw new Error(`Something in ${of.row[0]} is encrypted with a key that we have not: ${id}`)
  const nonce = encrypted.subarray(ID_BYTES, ID_BYTES + NONCE_BYTES)
  const decipher = createDecipheriv(ALGORITHM, found.key(of.purpose), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(contextOf(id, of)).setAuthTag(encrypted.subarray(-TAG_BYTES))
  const text = encrypted.subarray(ID_BYTES + NONCE_BYTES, -TAG_BYTES)
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
}

/** The id of the key that something is encrypted with. */
export function keyIdIn(encrypted: Buffer): string {
  return encrypted.toString('hex', 0, ID_BYTES)
}

function contextOf(id: string, { purpose, row }: Encrypted): Buffer {
  return Buffer.from(JSON.stringify([id, purpose, ...row]))
}
