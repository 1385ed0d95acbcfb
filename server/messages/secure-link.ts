import { timingSafeEqual } from 'node:crypto'
import type { Keys, SecretKeys } from '#server/security/keys'

const ID_BYTES = 16
// 96 bits: more than anybody tries out at a server.
const TAG_BYTES = 12

/**
 * The link by which whoever reads a message says that it wasn't them, where the wallet is served (without a slash at its end): the same each
 * time the message is sent. What says which message it is follows the #, so that no log of a server has it.
 */
export function secureLink(keys: Keys, publicUrl: string, messageId: string): string {
  const id = Buffer.from(messageId.replaceAll('-', ''), 'hex')
  return `${publicUrl}/secure#${Buffer.concat([id, tagOf(keys, messageId)]).toString('base64url')}`
}

/** The id of the message that a link's token was made for; undefined for one that was not made by us. */
export function messageOfLink(keys: Keys, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + TAG_BYTES) return undefined
  const id = bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const tag = bytes.subarray(ID_BYTES)
  return keys.all.some((known) => timingSafeEqual(tagOf(known, id), tag)) ? id : undefined
}

function tagOf(keys: Pick<SecretKeys, 'hash'>, messageId: string): Buffer {
  return keys.hash('secure_link', messageId).subarray(0, TAG_BYTES)
}
