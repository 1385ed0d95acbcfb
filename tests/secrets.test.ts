import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SECRET = '(?:hash|mac|signature|seal|digest|secret|password|token|apikey|authorization|fingerprint|expected)'
const OPERAND = `[\\w.?]*${SECRET}`
const NOTHING = "(?!undefined|null|''|'string')"
const COMPARED = new RegExp(
  `(?<![\\w.?])(?:${OPERAND} [!=]==? ${NOTHING}[\\w.?\`']+|[\\w.?]+ [!=]==? ${OPERAND}(?![\\w.(])|[\\w.?]*${SECRET}\\w*(?:\\(\\w*\\))?\\??\\.equals\\([^)]*\\))`,
  'gi',
)

/** What is compared in another way, and why nobody can find it out by how long that takes: whoever asks gives neither side of it, or owns both. */
const NOT_GUESSED: readonly (readonly [file: string, text: string, why: string])[] = [
  ['server/idempotency/record.ts', 'record.fingerprint.equals(other.fingerprint)', 'two rows of the database'],
  ['server/idempotency/record.ts', 'record.fingerprint.equals(fingerprint)', "a keyed hash of the person's own request"],
  ['server/ledger/verify-checkpoints.ts', 'written.hash.equals(hash)', 'the books against the books'],
  ['server/ledger/verify-checkpoints.ts', 'one.hash.equals(other.hash)', 'the books against the books'],
  ['server/months/attach.ts', 'known.file_hash?.equals(read.fileHash)', "the operator's own file"],
  ['server/months/file.ts', 'chain?.hash === found.hash', "the operator's own file"],
  ['server/months/write.ts', '?.hash !== head.hash', "the operator's own file"],
  ['server/operator/chain-head.ts', 'one.hash.equals(other.hash)', "the operator's own file"],
  ['server/operator/commands/secret.ts', 'fingerprint.equals(secrets.fingerprint)', 'settings'],
  ['server/operator/secret.ts', 'fingerprint.equals(secrets.fingerprint)', 'settings'],
  ['server/providers/identity/ondato-token.ts', 'held?.token === token', 'our own token, against our own'],
  ['server/providers/payouts/sandbox.ts', 'card?.token === token', "a vendor's answer to what it was asked"],
  ['server/settings/secret.ts', 'fingerprintOf(each).equals(fingerprint)', 'settings'],
  ['server/security/keys.ts', 'fingerprintBy(keys).equals(use.fingerprint)', 'settings'],
  ['server/security/keys.ts', 'previous === secret', 'settings'],
  ['sandbox/payouts.ts', 'payout?.token !== token', 'of whoever has shown the API key'],
]

const files = ['server', 'sandbox'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${room}/${name}`),
)

function comparedIn(text: string): string[] {
  return [...text.matchAll(COMPARED)].map(([found]) => found)
}

test('whoever guesses at a secret learns nothing from how long it is compared: timingSafeEqual does it, and nothing else [secrets-1]', () => {
  const found = files.flatMap((file) => comparedIn(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`))
  const known = NOT_GUESSED.map(([file, text]) => `${file}: ${text}`)
  expect([...new Set(found)].filter((each) => !known.includes(each))).toEqual([])
  expect(known.filter((each) => !found.includes(each))).toEqual([])
})

test.each([
  'if (hash === given) return',
  'return signature !== expected',
  'const isRight = given === right.mac',
  'if (request.headers.authorization === `Bearer`) return',
  'found.codeHash.equals(hashOf(code))',
  'keys.apiKey == key',
])('%s would be noticed', (line) => {
  expect(comparedIn(line)).toHaveLength(1)
})

test.each([
  'if (token === undefined) throw',
  "if (page.password === '') return",
  'timingSafeEqual(hash, expected)',
  'token: string',
])('%s is none', (line) => {
  expect(comparedIn(line)).toEqual([])
})
