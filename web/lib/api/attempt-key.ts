/**
 * A key for one attempt of a person to move money: made when they confirm, kept until there is an answer, sent as Idempotency-Key.
 * 128 random bits; `crypto.randomUUID` is missing on pages without HTTPS.
 */
export function newAttemptKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
