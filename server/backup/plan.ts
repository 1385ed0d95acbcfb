import { join } from 'node:path'
import { Writable } from 'node:stream'
import { BackupFault } from './fault.ts'
import { readOwner } from './owner.ts'
import { hasItem, listItems, readFacts, takeItem } from './store.ts'
import { partByLineage, readLineage, type Stretch, startOf, timelinesOf } from './timeline.ts'

/** Which log a restore goes through. */
export interface LogPlan {
  readonly lineage: readonly Stretch[]
  readonly segmentBytes: number
  /** What PostgreSQL is told to follow. */
  readonly targetTimeline: string
  /** The last file of it that is whole in the store: what a restore to the end has to reach. */
  readonly last: string | undefined
}

/**
 * Decides which timeline of a store is restored: the one asked for, else the newest. Refuses (BackupFault) one that is not there, and, unless
 * one was asked for, to choose where another timeline has gone on too: what only that one has would be lost without a word.
 */
export async function planLog(store: string, key: string, asked: number | undefined): Promise<LogPlan> {
  const folder = join(store, 'wal')
  const names = await listItems(folder)
  const timelines = timelinesOf(names)
  const timeline = asked ?? timelines.at(-1)
  if (timeline === undefined) throw new BackupFault(`There is no write-ahead log in ${store}`)
  if (!timelines.includes(timeline))
    throw new BackupFault(`There is no timeline ${timeline} in ${store}: there is ${timelines.join(', ')}`)
  const history = join(folder, `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`)
  const hasHistory = await hasItem(history)
  const lineage = hasHistory ? readLineage(timeline, await textOf(history, key)) : [{ timeline, end: undefined }]
  const segmentBytes = await segmentBytesOf(folder, names)
  const { own, foreign } = partByLineage(names, lineage, segmentBytes)
  if (asked === undefined) await refuseUndecided(store, lineage, foreign)
  return { lineage, segmentBytes, targetTimeline: hasHistory ? String(timeline) : 'current', last: lastOf(own) }
}

/** Throws BackupFault when a restore to the end has ended, at a place of the log in bytes, before the last file that the archive has. */
export function expectWhole({ last, segmentBytes }: LogPlan, end: bigint): void {
  if (last === undefined || end >= (startOf(last, segmentBytes) ?? 0n)) return
  throw new BackupFault(`It ends before what the archive knows: nothing of ${last} was restored. The books are not those of then`)
}

/** What an owner had left behind when it took the store over was decided then. */
async function refuseUndecided(store: string, lineage: readonly Stretch[], foreign: readonly string[]): Promise<void> {
  const owner = await readOwner(store)
  const isDecided = lineage.some(({ timeline }) => timeline === owner.timeline)
  const undecided = foreign.filter((name) => !isDecided || (timelinesOf([name])[0] ?? 0) >= owner.timeline)
  const last = lastOf(undecided)
  if (last === undefined) return
  const [own, other] = [lineage.at(-1)?.timeline, timelinesOf([last])[0]]
  throw new BackupFault(
    `The archive has two logs that went on from the same place: timeline ${own}, and timeline ${other} up to ${last}, which is not in the other. Say which is to be restored: --timeline ${own}, or --timeline ${other}`,
  )
}

/** Whatever its timeline, by its place. */
function lastOf(names: readonly string[]): string | undefined {
  return names.toSorted((one, other) => (one.slice(8) < other.slice(8) ? -1 : 1)).at(-1)
}

/** All files of a cluster's log are of one size, 16 MB where nobody has chosen another. */
async function segmentBytesOf(folder: string, names: readonly string[]): Promise<number> {
  const [name] = names.filter((each) => startOf(each, 1) !== undefined)
  if (name === undefined) return 16 * 1024 * 1024
  return (await readFacts(join(folder, name))).content.bytes
}

async function textOf(place: string, key: string): Promise<string> {
  const chunks: Buffer[] = []
  const collected = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  await takeItem(place, key, collected)
  return Buffer.concat(chunks).toString('utf8')
}
