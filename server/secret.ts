import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from './db/cannot-start.ts'
import type { Queryable } from './db/queryable.ts'
import { deriveKeys } from './security/keys.ts'

/** The secret that is stored in a data folder; nothing where there is none. */
export async function findKeptSecret(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, FILE), 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The secret of a wallet without WALLET_SECRET: created at the first start and stored in the data folder, readable by its owner only.
 * Without it no PIN or token can be checked, so it belongs to the data and is backed up with it.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const kept = await findKeptSecret(dataDir)
  if (kept !== undefined) return kept
  // There whole or not at all, also after a crash or a power cut: what it is used for must not outlive it.
  const part = join(dataDir, `${FILE}.${randomUUID()}`)
  await writeFile(part, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  // Whoever was quicker has made it.
  await link(part, join(dataDir, FILE)).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await rm(part)
  await syncFolder(dataDir)
  return await keptSecret(dataDir)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

const FILE = 'secret'

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
