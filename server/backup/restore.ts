import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BaseBackup, findBaseBackup } from './base.ts'
import { BackupFault } from './fault.ts'
import { disown } from './owner.ts'
import { type LogPlan, planLog } from './plan.ts'
import { findBackupPrograms, inputOf, start, succeeded } from './programs.ts'
import { type Recovered, recoverCluster } from './recovery.ts'
import { takeItem } from './store.ts'
import { isOnLineage } from './timeline.ts'

/** A moment to restore to: `text` is for PostgreSQL, which counts in microseconds, with the offset of its zone. */
export interface Moment {
  readonly at: Date
  readonly text: string
}

export interface RestoreOptions {
  readonly store: string
  readonly key: string
  /** A new folder: PostgreSQL's data directory. */
  readonly into: string
  /** To which moment; without it to the last that was archived. */
  readonly to: Moment | undefined
  /** Which timeline; without it the newest. */
  readonly timeline: number | undefined
  readonly programs: string | undefined
  /** The command by which PostgreSQL gets a file of its log; %f and %p are the file and where to. The key is in BACKUP_KEY. */
  readonly restoreCommand: string
  say(line: string): void
}

/** A database that was restored and runs, and what of the log it was restored by. */
export interface Restored extends Recovered {
  readonly plan: LogPlan
}

/**
 * Makes a data directory with the state of a moment, from the newest base backup before it and the archived log, and starts it. Whoever
 * starts it later does not archive in the store. Refuses (BackupFault) root, a folder that is in use, a store of which it is not clear
 * which timeline is meant, and a backup of which a byte was changed; then nothing stays but the log.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { store, key, into, to, say } = options
  if (process.getuid?.() === 0)
    throw new BackupFault('PostgreSQL does not run as root: restore as the user that the database runs as')
  const plan = await planLog(store, key, options.timeline)
  const isFit = (facts: BaseBackup['facts']): boolean => isOnLineage(facts, plan.lineage, plan.segmentBytes)
  const backup = await findBaseBackup(store, to?.at, isFit)
  say(`Base backup ${backup.name}, ended ${backup.facts.endedAt}: ${Math.ceil(backup.facts.content.bytes / 1_000_000)} MB`)
  await claim(into)
  try {
    const folder = await unpack(backup, options)
    await disown(into)
    const recovered = await recoverCluster({
      program: join(folder, 'postgres'),
      cluster: into,
      logFile: `${into}.log`,
      environment: { BACKUP_KEY: key, BACKUP_STORE: store },
      settings: {
        restore_command: options.restoreCommand,
        recovery_target_action: 'promote',
        recovery_target_timeline: plan.targetTimeline,
        ...(to && { recovery_target_time: to.text }),
      },
    })
    return { ...recovered, plan }
  } catch (error) {
    await rm(into, { recursive: true, force: true })
    throw error
  }
}

async function claim(into: string): Promise<void> {
  await mkdir(into, { recursive: true, mode: 0o700 })
  if ((await readdir(into)).length > 0) throw new BackupFault(`${into} is not empty: restore into a new folder`)
}

/** Unpacks a base backup and has PostgreSQL hold every file against its manifest. Returns the folder of the programs that fit it. */
async function unpack({ place }: BaseBackup, { key, into, programs }: RestoreOptions): Promise<string> {
  const tar = start('tar', ['--extract', '--file=-', '--directory', into])
  const unpacked = succeeded(tar)
  try {
    await Promise.all([takeItem(place, key, inputOf(tar)), unpacked])
  } finally {
    // Until it has ended it still writes into the folder, which goes when anything fails.
    tar.kill()
    await unpacked.catch(() => undefined)
  }
  const major = Number.parseInt(await readFile(join(into, 'PG_VERSION'), 'utf8'), 10)
  const folder = findBackupPrograms(major, programs)
  const verification = start(join(folder, 'pg_verifybackup'), ['--no-parse-wal', '--quiet', into])
  verification.stdout.resume()
  await succeeded(verification)
  return folder
}
