// The programs that tests need beside Node and the npm packages: each is found, or installed from Debian where that is allowed.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findTestChromium } from './chromium.mjs'
import { findOrInstall, findOrUnpack } from './debian.mjs'

const POSTGRES = '/usr/lib/postgresql'
const POSTGRES_NEEDED = ['initdb', 'postgres', 'pg_basebackup', 'pg_verifybackup']
const POOLER = '/usr/sbin/pgbouncer'
const PROMTOOL_FOLDER = 'node_modules/.cache/promtool'
// Debian's folders by architecture.
const FAKE_TIME = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)

const firstOf = (paths) => () => paths.find((path) => existsSync(path))

/** The folder of a PostgreSQL with the programs that copy a cluster, which the built-in one lacks. Rejects when there is none and none can be installed. */
export function findPostgres() {
  const fault = 'Tests of backups need PostgreSQL: install it, or name the folder of its programs in POSTGRES_PROGRAMS'
  return findOrInstall(lookForPostgres, 'postgresql', fault)
}

function lookForPostgres() {
  const majors = existsSync(POSTGRES) ? readdirSync(POSTGRES).sort((one, other) => Number(other) - Number(one)) : []
  const folders = [process.env.POSTGRES_PROGRAMS, ...majors.map((major) => join(POSTGRES, major, 'bin'))]
  return folders.find((folder) => folder && POSTGRES_NEEDED.every((name) => existsSync(join(folder, name))))
}

/** The path of PgBouncer. Rejects when there is none and none can be installed. */
export function findPooler() {
  return findOrInstall(firstOf([POOLER]), 'pgbouncer', 'Tests of poolers need PgBouncer: install the package pgbouncer')
}

/** The path of libfaketime. Rejects when there is none and none can be installed. */
export function findFakeTime() {
  return findOrInstall(firstOf(FAKE_TIME), 'libfaketime', 'Tests of the clock need libfaketime: install it')
}

/** The path of Prometheus' promtool; Debian's package would start a server, so only this program is taken from it. Rejects where there is none. */
export function findPromtool() {
  const look = firstOf(['/usr/bin/promtool', `${PROMTOOL_FOLDER}/promtool`])
  const program = { name: 'prometheus', path: 'usr/bin/promtool', folder: PROMTOOL_FOLDER }
  return findOrUnpack(look, program, 'Tests of alarms need promtool: install prometheus')
}

/** Finds or installs what a run needs before its first test. Rejects with one sentence that names what is missing. */
export async function findTestPrograms({ isFull }) {
  await findTestChromium()
  if (!isFull) return
  for (const find of [findPostgres, findPooler, findPromtool, findFakeTime]) await find()
}
