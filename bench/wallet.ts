import { type ChildProcess, spawn } from 'node:child_process'
import { verifyBooks } from '#server/app/verify-books'
import { migrate } from '#server/db/migrate'
import { type Database, openDatabase } from '#server/db/pool'
import { type Ledger, openLedger } from '#server/ledger/ledger'
import type { Keys } from '#server/security/keys'
import { loadBrandAssets } from '#server/settings/brand'
import { openKeys } from '#server/settings/secret'
import { storeFirstLevels } from '#server/users/levels'

export const SECRET = 'a secret of the benchmark, long enough for keys'
export const PORT = 38471

/** A wallet's database as this process works on it, beside any wallet that does. */
export interface Books {
  readonly database: Database
  readonly ledger: Ledger
  readonly keys: Keys
  close(): Promise<void>
}

/** Makes the tables of a wallet in an empty database, or brings them up to date, and opens its books. */
export async function openBooks(connection: string): Promise<Books> {
  const database = openDatabase({ connection, connectionsMax: 8, onError: () => undefined })
  await migrate(database)
  await storeFirstLevels(database, (await loadBrandAssets('stater')).levels)
  // As a first start does, which finds nobody yet: from then on the wallet knows the secret as its own.
  const keys = await openKeys(database, { secret: SECRET, previous: undefined })
  const ledger = await openLedger(database, new Date())
  return {
    database,
    ledger,
    keys,
    async close() {
      await ledger.close()
      await database.close()
    },
  }
}

/** The wallet as it is started for people, on the benchmark's database, in a process of its own. */
export async function startWallet(connection: string, settings: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
  const wallet = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      PORT: String(PORT),
      HOST: '127.0.0.1',
      DATABASE_URL: connection,
      WALLET_SECRET: SECRET,
      SERVES_PAGE: 'off',
      RATE_LIFETIME_SECONDS: '3600',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    wallet.stdout?.once('data', () => resolve())
    wallet.once('exit', (code) => reject(new Error(`The wallet ended with ${code}`)))
  })
  return wallet
}

/** Ends it, and waits until it has. */
export async function endWallet(wallet: ChildProcess): Promise<void> {
  wallet.kill('SIGTERM')
  await new Promise((resolve) => wallet.once('exit', resolve))
}

/** Throws unless every invariant of the books holds. */
export async function expectTrueBooks(database: Database): Promise<void> {
  const wrong = (await database.inSnapshot(verifyBooks)).filter(({ faults }) => faults.length > 0)
  if (wrong.length > 0) throw new Error(`The books are wrong after the load: ${JSON.stringify(wrong)}`)
}
