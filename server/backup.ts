import { takeBaseBackup } from './backup/base.ts'
import { createKey } from './backup/key.ts'
import { archiveWal } from './backup/wal.ts'
import { SettingsFault, settingOf } from './env.ts'
import { reasonOf } from './reason.ts'

const USAGE = `npm run backup -- <command>

new-key <file>   makes a key; the public half is for BACKUP_RECIPIENT, the file for a place that is not the database's
base             copies the whole database of DATABASE_URL into BACKUP_STORE
wal <path>       stores a file of the write-ahead log there: what archive_command calls
`

/** `npm run backup -- …`: base backups and the archive of the log, in BACKUP_STORE, readable only with the key of BACKUP_RECIPIENT. */
async function main([command, word, ...rest]: readonly string[]): Promise<void> {
  if (command === 'new-key' && word !== undefined && rest.length === 0) {
    return print(`BACKUP_RECIPIENT=${await createKey(word)}`)
  }
  if (command === 'wal' && word !== undefined && rest.length === 0) {
    return archiveWal(settingOf('BACKUP_STORE'), word, settingOf('BACKUP_RECIPIENT'))
  }
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

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exit(1)
})
