import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { programOf } from '#tests/programs'
import { createDatabase } from '#tests/test-wallet'

/** The URL of a test's database for another role than its administrator. */
export function asRole(role: string, url: string): string {
  return url.replace('postgres://postgres@', `postgres://${role}@`)
}

/**
 * Creates a database with the roles of deploy/roles.sql and returns its URL: without tables, or (`isMigrated`) with all of them, which its
 * administrator had made before there were roles.
 */
export async function databaseWithRoles({ isMigrated = false } = {}): Promise<string> {
  const url = await createDatabase({ isMigrated })
  const [administrator, turn] = [url, url.replace(/\/test_\w+\?/, '/postgres?')].map(
    (connectionString) => new pg.Client({ connectionString }),
  )
  if (!(administrator && turn)) throw new Error('Two connections are needed')
  await Promise.all([administrator.connect(), turn.connect()])
  // Roles belong to all databases: other tests make the same ones.
  await turn.query("select pg_advisory_lock(hashtext('roles'))")
  await administrator.query(readFileSync('deploy/roles.sql', 'utf8'))
  await Promise.all([administrator.end(), turn.end()])
  return url
}

/** `npm run migrate` as the owner; returns what it says. */
export function migrateAsOwner(url: string, settings: Record<string, string> = {}): string {
  const asked = { DATABASE_URL: asRole('wallet_owner', url), DATABASE_APP_ROLE: 'wallet_app', SANDBOX: 'on', ...settings }
  const { stdout, stderr } = spawnSync(process.execPath, programOf('migrate'), {
    env: { ...process.env, ...asked },
    encoding: 'utf8',
  })
  return stdout + stderr
}
