/**
 * An Idempotency-Key for one attempt to move money: created when the user confirms, reused until there is a response. 128 random bits;
 * `crypto.randomUUID` is missing on pages without HTTPS.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
