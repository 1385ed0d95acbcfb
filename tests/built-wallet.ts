import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/free-port'

/** A built wallet in a process and data folder of its own. */
export interface BuiltWallet {
  readonly brand: string
  readonly url: string
  readonly dataDir: string
  /** Stops the process and removes the folder. */
  stop(): Promise<void>
}

export interface BuiltWalletOptions {
  /** The built tree; this one by default. */
  readonly root?: string
  /** The program that starts the wallet: `demo` first adds a user with months of operations. */
  readonly program?: 'main' | 'demo'
  readonly environment?: Readonly<Record<string, string>>
}

/** The ids of all brands. */
export function brandFolders(root = '.'): string[] {
  return readdirSync(join(root, 'brands'), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
}

/** Starts a built wallet as in production, and waits until it is ready. Throws when it exits before. */
export async function startBuiltWallet(brand: string, options: BuiltWalletOptions = {}): Promise<BuiltWallet> {
  const { root = '.', program = 'main', environment } = options
  const folder = mkdtempSync(join(tmpdir(), `wallet-${brand}-`))
  const port = await freePort()
  const wallet = spawn(process.execPath, [`dist/server/${program}.js`], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      SANDBOX_CARD_FIELD: 'off',
      // Whoever a test is about withdraws to the same few cards.
      VELOCITY_CARD_WALLETS: '0',
      // A machine with much to do answers late.
      ANSWER_TIMEOUT_MS: '20000',
      BRAND: brand,
      PORT: String(port),
      DATA_DIR: folder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => wallet.once('exit', () => resolve()))
  await opened(wallet, brand)
  return {
    brand,
    url: `http://localhost:${port}`,
    dataDir: folder,
    async stop() {
      wallet.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function opened(wallet: ChildProcess, brand: string): Promise<void> {
  return new Promise((resolve, reject) => {
    wallet.stdout?.on('data', (said) => String(said).includes(' is open: ') && resolve())
    wallet.once('exit', (code) => reject(new Error(`The ${brand} wallet ended with ${code} before it was open`)))
  })
}
