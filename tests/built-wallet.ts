import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A built wallet that runs as a process of its own, with a data folder of its own. */
export interface BuiltWallet {
  readonly brand: string
  readonly url: string
  readonly dataDir: string
  /** Ends the process and removes the folder. */
  stop(): Promise<void>
}

export interface BuiltWalletOptions {
  /** The tree that was built; this one when left out. */
  readonly root?: string
  /** The program that starts the wallet: `demo` gives it a user with months of operations first. */
  readonly program?: 'main' | 'demo'
  readonly environment?: Readonly<Record<string, string>>
}

/** Every brand there is a folder of. */
export function brandFolders(root = '.'): string[] {
  return readdirSync(join(root, 'brands'), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
}

/** Starts a built wallet as it is started for people, and waits until it is open. Throws when it ends before. */
export async function startBuiltWallet(brand: string, options: BuiltWalletOptions = {}): Promise<BuiltWallet> {
  const { root = '.', program = 'main', environment } = options
  const folder = mkdtempSync(join(tmpdir(), `wallet-${brand}-`))
  const port = await freePort()
  const wallet = spawn(process.execPath, [`dist/server/${program}.js`], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', BRAND: brand, PORT: String(port), DATA_DIR: folder, ...environment },
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

/** A port that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, 'localhost', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}
