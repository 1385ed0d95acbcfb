import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Embedded } from '#server/db/embedded'
import { openLink } from '#tests/faulty-link'
import { startGuardedPostgres } from '#tests/guarded-postgres'
import { copyAsReplica } from '#tests/replica'
import type { Ends, StartDatabase } from './world.ts'

/** A second PostgreSQL that every commit of the first has to reach before anybody is told of it. */
export interface Standby {
  /** Kills all of it at once, as a power cut does. */
  kill(): Promise<void>
  /** Starts it again. */
  start(): Promise<void>
}

const NAME = 'standby'
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
const FOLLOWS_MS = 30_000

/** A database with a standby that is not there yet: `startDatabase` is for a world, `standby` gives it once that has been called. */
export function standbyOf(): { startDatabase: StartDatabase; standby: () => Standby } {
  let made: Standby | undefined
  return {
    startDatabase: async (folder, ends) => {
      const first = await startGuardedPostgres({ dataDir: join(folder, 'wallet'), log: SILENT })
      await first.stop()
      copyAsReplica(folder, { primary: 'wallet', replica: NAME })
      const { connectionString, stop } = await startGuardedPostgres({ dataDir: join(folder, 'wallet'), log: SILENT })
      ends.push(stop)
      made = await startStandby(folder, ends)
      const socketFolder = new URL(connectionString.replace('postgres@/', 'postgres@localhost/')).searchParams.get('host')
      const link = await openLink({ path: `${socketFolder}/.s.PGSQL.5432` })
      ends.push(() => link.close())
      return { connectionString, link }
    },
    standby: () => {
      if (!made) throw new Error('The standby has not been started')
      return made
    },
  }
}

async function startStandby(folder: string, ends: Ends): Promise<Standby> {
  const dataDir = join(folder, NAME)
  let running: Embedded | undefined = await startGuardedPostgres({ dataDir, log: SILENT })
  const kill = async (): Promise<void> => {
    const postmaster = Number.parseInt(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8'), 10)
    process.kill(postmaster, 'SIGKILL')
    // In the same breath, so that it is not started again.
    await running?.stop()
    running = undefined
  }
  ends.push(async () => running?.stop())
  return {
    kill,
    start: async () => {
      running = await startGuardedPostgres({ dataDir, log: SILENT })
    },
  }
}

/** Has every commit wait for the standby from now on; resolves when it follows. */
export async function waitForStandby(admin: pg.Pool): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${NAME}'`)
  await admin.query('select pg_reload_conf()')
  for (const end = performance.now() + FOLLOWS_MS; performance.now() < end; await pause(50)) {
    const { rows } = await admin.query<{ sync_state: string }>('select sync_state from pg_stat_replication')
    if (rows.some(({ sync_state }) => sync_state === 'sync')) return
  }
  throw new Error('The standby does not follow')
}
