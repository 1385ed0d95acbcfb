import { parseArgs } from 'node:util'
import { takeBaseBackup } from './backup/base.ts'
import { BackupFault } from './backup/fault.ts'
import { createKey } from './backup/key.ts'
import { takeOver } from './backup/owner.ts'
import { type Kept, prune } from './backup/prune.ts'
import { archiveWal } from './backup/wal.ts'
import { ignoreClosedPipe } from './process/closed-pipe.ts'
import { reasonOf } from './process/reason.ts'
import { SettingsFault, settingOf } from './settings/env.ts'

const USAGE = `npm run backup -- <command>

new-key <file>   makes a key; the public half is for BACKUP_RECIPIENT, the file for a place that is not the database's
base             copies the whole database of DATABASE_URL into BACKUP_STORE
wal <path>       stores a file of the write-ahead log there: what archive_command calls
take-over <folder>  makes the restored cluster of a data directory production: from then on it alone archives in BACKUP_STORE
prune            removes from there base backups, and the log before them, that need not be kept:
                 --keep-days 30    every moment of so many days before the newest can be restored
                 --keep-count 7    so many base backups stay; of two wishes, what either keeps
                 --dry-run         says what would be removed
`

/** `npm run backup -- …`: base backups and the archive of the log, in BACKUP_STORE, readable only with the key of BACKUP_RECIPIENT. */
async function main(words: readonly string[]): Promise<void> {
  const [command, word, ...rest] = words
  if (command === 'new-key' && word !== undefined && rest.length === 0) {
    return print(`BACKUP_RECIPIENT=${await createKey(word)}`)
  }
  if (command === 'wal' && word !== undefined && rest.length === 0) {
    return archiveWal(settingOf('BACKUP_STORE'), word, settingOf('BACKUP_RECIPIENT'))
  }
  if (command === 'take-over' && word !== undefined && rest.length === 0) return takeStoreOver(word)
  if (command === 'prune') return pruneStore(words.slice(1))
  if (command !== 'base' || word !== undefined) throw new SettingsFault(USAGE)
  const { name, facts } = await takeBaseBackup({
    databaseUrl: settingOf('DATABASE_URL'),
    store: settingOf('BACKUP_STORE'),
    recipient: settingOf('BACKUP_RECIPIENT'),
    programs: process.env.POSTGRES_PROGRAMS,
    warn: (line) => void process.stderr.write(`${line}\n`),
  })
  print(`Base backup ${name}: ${facts.content.bytes} bytes, ${facts.stored.bytes} in the store`)
}

async function takeStoreOver(folder: string): Promise<void> {
  if (process.getuid?.() === 0) throw new BackupFault('What root writes PostgreSQL cannot read: take over as its user')
  const timeline = await takeOver(settingOf('BACKUP_STORE'), folder)
  print(`${folder} archives there from now on, timeline ${timeline}, and no other cluster does.`)
  print('Set its archive_command, have PostgreSQL reload its settings, and take a base backup.')
}

async function pruneStore(words: readonly string[]): Promise<void> {
  const { isDryRun, ...kept } = readWords(words)
  const { backups, wal, restorableFrom } = await prune(settingOf('BACKUP_STORE'), { isDryRun, ...kept })
  const done = isDryRun ? 'Dry run: would be removed' : 'Removed'
  for (const name of backups) print(`${done}: base backup ${name}`)
  if (wal.length > 0) print(`${done}: ${wal.length} files of the log, ${wal.at(0)} to ${wal.at(-1)}`)
  if (backups.length + wal.length === 0) print('Nothing to remove')
  print(`Any moment from ${restorableFrom} on can be restored`)
}

function readWords(words: readonly string[]): Kept & { isDryRun: boolean } {
  try {
    const [number, flag] = [{ type: 'string' }, { type: 'boolean', default: false }] as const
    const options = { 'keep-days': number, 'keep-count': number, 'dry-run': flag }
    const { values } = parseArgs({ args: [...words], options })
    const [days, count] = [wholeOf(values['keep-days']), wholeOf(values['keep-count'])]
    if (days !== undefined || count !== undefined) return { days, count, isDryRun: values['dry-run'] }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new SettingsFault(USAGE)
}

function wholeOf(unchecked: string | undefined): number | undefined {
  if (unchecked !== undefined && !/^[1-9][0-9]{0,4}$/.test(unchecked)) throw new SettingsFault(USAGE)
  return unchecked === undefined ? undefined : Number(unchecked)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

ignoreClosedPipe()
main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exit(1)
})
