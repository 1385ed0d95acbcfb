import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { BackupFault } from './fault.ts'

/** The folder of PostgreSQL's programs of a major version: a given one, else where Debian's and Red Hat's packages put them. */
export function findBackupPrograms(major: number, given: string | undefined): string {
  const folders = given === undefined ? [`/usr/lib/postgresql/${major}/bin`, `/usr/pgsql-${major}/bin`] : [given]
  const found = folders.find((folder) => existsSync(join(folder, 'postgres')) || existsSync(join(folder, 'pg_basebackup')))
  if (found !== undefined) return found
  throw new BackupFault(
    `There are no programs of PostgreSQL ${major} in ${folders.join(' or ')}: install them, or say where in POSTGRES_PROGRAMS`,
  )
}

/** Starts a program; what it says goes to stderr, and what it writes can be read from `stdout`. */
export function start(program: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { PATH, HOME } = process.env
  return spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'], env: { PATH, HOME, LC_ALL: 'C', ...environment } })
}

/** Resolves when a program has ended with 0; throws BackupFault when it ended otherwise. */
export function succeeded(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new BackupFault(`${child.spawnfile} ended with ${signal ?? code}`))
    })
  })
}

/**
 * Where to write what a program reads. Whether it took all of it is told by its end (`succeeded`): Node closes its own end as soon as the
 * program is gone, and takes a program that ended with the last byte for one that was cut off.
 */
export function inputOf({ stdin }: ReturnType<typeof start>): Writable {
  // A write that fails is told to who wrote it.
  stdin.on('error', () => undefined)
  return new Writable({
    write: (chunk, encoding, done) => void stdin.write(chunk, encoding, done),
    final(done) {
      stdin.end()
      done()
    },
    destroy(error, done) {
      if (error) stdin.destroy()
      done(error)
    },
  })
}
