import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from './db/cannot-start.ts'
import type { Queryable } from './db/queryable.ts'
import { deriveKeys } from './security/keys.ts'

/**
 * The secret of a wallet without WALLET_SECRET: created at the first start and stored in the data folder, readable by its owner only.
 * Without it no PIN or token can be checked, so it belongs to the data and is backed up with it.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret')
  await mkdir(dataDir, { recursive: true })
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const secret = randomBytes(32).toString('base64url')
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  await chmod(file, 0o600)
  return secret
}

const KEEP = { name: 'secret.keep', text: 'insert into secret_fingerprint (fingerprint) values ($1) on conflict do nothing' }
const FIND = { name: 'secret.find', text: 'select fingerprint from secret_fingerprint' }

/** What tells one secret from another, and nothing else of it. */
export function fingerprintOf(secret: string): Buffer {
  return deriveKeys(secret).hash('fingerprint', 'secret of the database')
}

/**
 * Refuses (CannotStart) a secret that is not the one this database is used with: with another, nobody's PIN or token would be right, and
 * a request sent again would not be known as one. The first start decides.
 */
export async function expectSecretOf(database: Queryable, secret: string): Promise<void> {
  const fingerprint = fingerprintOf(secret)
  await database.run(KEEP, [fingerprint])
  const kept = await database.find<{ fingerprint: Buffer }>(FIND)
  if (kept?.fingerprint.equals(fingerprint)) return
  throw new CannotStart(
    'WALLET_SECRET is not the one that this database is used with: no PIN and no token would be right. Start with that one; where it is lost, see "npm run operator -- secret replace".',
  )
}
