import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '#server/db/cannot-start'
import type { Queryable } from '#server/db/queryable'
import { deriveKeys, type FollowingKeys, fingerprintOf, type SecretUse } from '#server/security/keys'
import type { Settings } from './env.ts'

/** The secret that is stored in a data folder; undefined when there is none. */
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
  // The file is there whole or not at all, even after a crash or a power cut: data that was made with the secret must not outlive it.
  const part = join(dataDir, `${FILE}.${randomUUID()}`)
  await writeFile(part, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  // Another process may have made the secret first.
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

// While nobody has a wallet, no earlier version of the program is running.
const KEEP = {
  name: 'secret.keep',
  text: `insert into secret_fingerprint (fingerprint, encrypts) select $1, not exists (select from wallet_user)
    on conflict do nothing`,
}
const FIND = { name: 'secret.find', text: 'select fingerprint, previous, encrypts from secret_fingerprint' }

interface KeptUse extends SecretUse {
  /** The fingerprint of the secret that some data may still be encrypted with. */
  readonly previous: Buffer | null
}

/** The secret that a wallet is started with, and the previous secret while that still counts. */
export interface Secrets {
  readonly secret: string
  readonly previous: string | undefined
}

/** The secrets that a command finds in its settings. It makes none: only the person who starts the wallet knows which secret is meant. */
export async function findSecrets(settings: Settings): Promise<Secrets | undefined> {
  const secret = settings.WALLET_SECRET ?? (settings.DATABASE_URL ? undefined : await findKeptSecret(settings.DATA_DIR))
  return secret === undefined ? undefined : { secret, previous: settings.WALLET_SECRET_PREVIOUS }
}

/**
 * The keys of a wallet. The first start decides which secret the database is used with, and the database records it. Refuses (CannotStart) a start
 * without that secret, or without a previous secret that some data is still encrypted with: no PIN or token would be right, and a repeated request
 * would not be recognised.
 */
export async function openKeys(database: Queryable, { secret, previous }: Secrets): Promise<FollowingKeys> {
  const keys = deriveKeys(secret, previous)
  await database.run(KEEP, [fingerprintOf(secret)])
  const use = await database.find<KeptUse>(FIND)
  if (!(use && keys.follow(use))) {
    throw new CannotStart(
      'WALLET_SECRET is not the one that this database is used with: no PIN and no token would be right. Start with that one; to take another in its place, set that one as WALLET_SECRET_PREVIOUS; where it is lost, see "npm run operator -- secret replace".',
    )
  }
  if (use.previous && !isOneOf({ secret, previous }, use.previous)) {
    throw new CannotStart(
      'Something is still encrypted with the secret before WALLET_SECRET: set that one as WALLET_SECRET_PREVIOUS until "npm run operator -- secret rotate" says that it may go.',
    )
  }
  return keys
}

function isOneOf({ secret, previous = secret }: Secrets, fingerprint: Buffer): boolean {
  return [secret, previous].some((each) => fingerprintOf(each).equals(fingerprint))
}

/** How often every process reads which secret the database is used with, in milliseconds. */
export const SECRET_FOLLOWED_MS = 1000

/** Updates the keys to the secret that the database is used with now. Throws when the keys were made without that secret. */
export async function followSecret(database: Queryable, keys: FollowingKeys): Promise<void> {
  const use = await database.find<KeptUse>(FIND)
  if (use && !keys.follow(use)) throw new Error('The database is used with another secret than this process was started with')
}
