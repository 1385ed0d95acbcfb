import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BackupFault } from './fault.ts'
import { hasItem, putItem, takeItem } from './store.ts'

// A segment, one cut off by a promotion, the note of a base backup, the history of a timeline.
const NAME = /^([0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/

/**
 * Stores a file of PostgreSQL's write-ahead log: what `archive_command` calls. Done again it changes nothing; refuses (BackupFault) a
 * file whose name is there with another content.
 */
export async function archiveWal(store: string, path: string, recipient: string): Promise<void> {
  await putItem(placeOf(store, basename(path)), { content: createReadStream(path), recipient })
}

/** Writes a file of the write-ahead log to a path: what `restore_command` calls. Returns false when there is none; throws for a damaged one. */
export async function fetchWal(store: string, name: string, { path, key }: { path: string; key: string }): Promise<boolean> {
  const place = placeOf(store, name)
  if (!(await hasItem(place))) return false
  try {
    await takeItem(place, key, createWriteStream(path))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return true
}

function placeOf(store: string, name: string): string {
  if (!NAME.test(name)) throw new BackupFault(`${name} is no file of the write-ahead log`)
  return join(store, 'wal', name)
}
