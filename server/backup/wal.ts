import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BackupFault } from './fault.ts'
import { expectOwner } from './owner.ts'
import { hasItem, listItems, putItem, takeItem } from './store.ts'

// A segment, one cut off by a promotion, the note of a base backup, the history of a timeline.
const NAME = /^([0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/

/**
 * Stores a file of PostgreSQL's write-ahead log: what `archive_command` calls. Done again it changes nothing; refuses (BackupFault) a
 * file whose name is there with another content, and one of a cluster that does not own the store.
 */
export async function archiveWal(store: string, path: string, recipient: string): Promise<void> {
  const place = placeOf(store, basename(path))
  await expectOwner(store, path)
  await putItem(place, { content: createReadStream(path), recipient })
}

/**
 * Writes a file of the write-ahead log to a path: what `restore_command` calls. Returns false when there is none and the log ends there;
 * throws for a damaged one, and (BackupFault) for one that is missing while the log goes on after it.
 */
export async function fetchWal(store: string, name: string, { path, key }: { path: string; key: string }): Promise<boolean> {
  const place = placeOf(store, name)
  if (!(await hasItem(place))) {
    await expectEnd(store, name)
    return false
  }
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

const SEGMENT = /^[0-9A-F]{8}([0-9A-F]{16})$/

/**
 * PostgreSQL takes what is not there for the end of the log, and goes on from there as if nothing had come later. Of a segment that an
 * older timeline has it asks for that next.
 */
async function expectEnd(store: string, name: string): Promise<void> {
  const [, position] = SEGMENT.exec(name) ?? []
  if (position === undefined) return
  const names = await listItems(join(store, 'wal'))
  if (names.length === 0) throw new BackupFault(`There is no write-ahead log in ${store}`)
  const positions = names.flatMap((there) => SEGMENT.exec(there)?.[1] ?? [])
  if (positions.includes(position) || positions.every((there) => there < position)) return
  throw new BackupFault(`${name} is missing in the store, and the write-ahead log goes on after it`)
}
