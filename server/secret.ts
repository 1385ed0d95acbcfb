import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

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
