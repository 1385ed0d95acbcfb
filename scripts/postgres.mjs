// Finds a PostgreSQL with the programs that copy a cluster (the built-in one has none), or installs Debian's where that is allowed.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstall } from './debian.mjs'

const DEBIAN = '/usr/lib/postgresql'
const NEEDED = ['initdb', 'postgres', 'pg_basebackup', 'pg_verifybackup']

/** The folder of PostgreSQL's programs. Rejects when there are none and none can be installed. */
export function findPostgres() {
  const fault = 'Tests of backups need PostgreSQL: install it, or name the folder of its programs in POSTGRES_PROGRAMS'
  return findOrInstall(lookForPostgres, 'postgresql', fault)
}

function lookForPostgres() {
  const majors = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one)) : []
  const folders = [process.env.POSTGRES_PROGRAMS, ...majors.map((major) => join(DEBIAN, major, 'bin'))]
  return folders.find((folder) => folder && NEEDED.every((name) => existsSync(join(folder, name))))
}
