import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { OperatorFault } from '#server/operator/fault'

/** Refuses (OperatorFault) a file that is there already. */
export async function refuseExisting(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw new OperatorFault(`${file} is there already: take it away, or say another place with --to`)
}

type Parts = AsyncIterable<string | Uint8Array> | Iterable<string>

/**
 * Writes a file that nobody else may read, under a name of its own first: what was interrupted does not look complete, and two at once do
 * not write into each other's. Refuses (OperatorFault) where it cannot be made.
 */
export async function writeWhole(file: string, parts: Parts): Promise<void> {
  const part = `${file}.${randomUUID()}.part`
  try {
    await pipeline(parts, createWriteStream(part, { mode: 0o600 }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    const isOfFile = error instanceof Error && 'syscall' in error
    throw isOfFile ? new OperatorFault(`${file} cannot be made: ${error.message}`) : error
  }
}
