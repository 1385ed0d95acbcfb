import { join } from 'node:path'
import { type BaseBackup, listBaseBackups } from './base.ts'
import { BackupFault } from './fault.ts'
import { listItems, removeItem } from './store.ts'

/** What has to stay in the store; of two that are given, what either keeps. */
export interface Kept {
  /** Every moment of so many days before the newest base backup. */
  readonly days: number | undefined
  /** So many base backups, the newest, and every moment since. */
  readonly count: number | undefined
}

/** What may go, each in order, and since when any moment can still be restored afterwards. */
export interface Pruning {
  readonly backups: readonly string[]
  readonly wal: readonly string[]
  readonly restorableFrom: string
}

const DAY_MS = 86_400_000

/** Removes from a store what need not be kept, and says what that was; a dry run says what it would be. Refuses as decidePruning does. */
export async function prune(store: string, { isDryRun, ...kept }: Kept & { readonly isDryRun: boolean }): Promise<Pruning> {
  const pruning = decidePruning(await listBaseBackups(store), await listItems(join(store, 'wal')), kept)
  if (isDryRun) return pruning
  // The log last: what is left by one that was killed can always be restored.
  for (const name of pruning.backups) await removeItem(join(store, 'base', name))
  for (const name of pruning.wal) await removeItem(join(store, 'wal', name))
  return pruning
}

/**
 * Which of the base backups, the oldest first, and of the files of the log need not be kept. The newest base backup always stays. No file
 * of the log goes while a base backup that is kept does not say where its own begins. Refuses (BackupFault) a store without a base
 * backup, and one whose log has gone on in a newer timeline than the newest base backup is of: only older ones may lead there.
 */
export function decidePruning(
  backups: readonly Pick<BaseBackup, 'name' | 'facts'>[],
  wal: readonly string[],
  { days, count }: Kept,
): Pruning {
  const newest = backups.at(-1)
  if (!newest) throw new BackupFault('There is no base backup in the store: nothing is removed')
  refuseNewerTimeline(newest, wal)
  const byCount = backups.length - (count ?? 1)
  const byDays = days === undefined ? backups.length - 1 : findFirstForDays(backups, endOf(newest) - days * DAY_MS)
  const first = Math.max(0, Math.min(byCount, byDays))
  const kept = backups.slice(first)
  const starts = kept.map(({ facts }) => positionOf(facts.startsIn ?? ''))
  const oldest = starts.toSorted()[0] ?? ''
  return {
    backups: backups.slice(0, first).map(({ name }) => name),
    // Of histories of timelines, which have no position, all stay.
    wal: wal.filter((name) => positionOf(name) !== '' && positionOf(name) < oldest),
    restorableFrom: new Date(endOf(kept[0] ?? newest)).toISOString(),
  }
}

/** The place of the newest base backup that ended before a moment: from it on all are needed to restore any later one. */
function findFirstForDays(backups: readonly Pick<BaseBackup, 'facts'>[], moment: number): number {
  return backups.findLastIndex((backup) => endOf(backup) <= moment)
}

function endOf({ facts }: Pick<BaseBackup, 'facts'>): number {
  return facts.endedAt === undefined ? Number.NaN : Date.parse(facts.endedAt)
}

const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{16})/

/** Where in the log a file begins, whatever its timeline; nothing for a history. As texts they are in order. */
function positionOf(name: string): string {
  return SEGMENT.exec(name)?.[2] ?? ''
}

function refuseNewerTimeline({ name, facts: { startsIn } }: Pick<BaseBackup, 'name' | 'facts'>, wal: readonly string[]): void {
  const timeline = SEGMENT.exec(startsIn ?? '')?.[1]
  if (timeline === undefined || wal.every((file) => file.slice(0, 8) <= timeline)) return
  throw new BackupFault(`The log has gone on in a newer timeline than that of ${name}: take a base backup first`)
}
