import { readFile, writeFile } from 'node:fs/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupFault } from './fault.ts'

const SECRET = /^AGE-SECRET-KEY-\S+$/m

/** Makes a key for backups in a new file, readable by its owner only, as age-keygen would. Returns the recipient: its public half. */
export async function createKey(file: string): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  await writeFile(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
  return recipient
}

/** Reads the secret half of a key from a file of createKey or age-keygen. Refuses (BackupFault) any other. */
export async function readKey(file: string): Promise<string> {
  const [key] = SECRET.exec(await readFile(file, 'utf8')) ?? []
  if (key === undefined) throw new BackupFault(`There is no key in ${file}: it has a line that begins with AGE-SECRET-KEY-`)
  return key
}
