import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts the built wallet as it is started for people, once for each brand; tests find them by `WALLET_<BRAND>`. */
export default async function startWallets(): Promise<() => Promise<void>> {
  const wallets = await Promise.all(['stater', 'grok'].map((brand) => startWallet(brand)))
  for (const { brand, url } of wallets) process.env[`WALLET_${brand.toUpperCase()}`] = url
  return async () => {
    await Promise.all(wallets.map(({ stop }) => stop()))
  }
}

/** A built wallet that runs by itself on a data folder of its own. */
export interface RunningWallet {
  readonly brand: string
  readonly url: string
  readonly folder: string
  stop(): Promise<void>
}

/** Starts the built wallet of a brand, for a test that changes what the others rely on. */
export async function startWallet(brand: string): Promise<RunningWallet> {
  const folder = mkdtempSync(join(tmpdir(), `wallet-${brand}-`))
  const port = await freePort()
  const wallet = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, NODE_ENV: 'test', BRAND: brand, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await opened(wallet, brand)
  return {
    brand,
    url: `http://localhost:${port}`,
    folder,
    async stop() {
      const ended = new Promise((resolve) => wallet.once('exit', resolve))
      wallet.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function opened(wallet: ChildProcess, brand: string): Promise<void> {
  return new Promise((resolve, reject) => {
    wallet.stdout?.once('data', () => resolve())
    wallet.once('exit', (code) => reject(new Error(`The ${brand} wallet ended with ${code} before it was open`)))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, 'localhost', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}
