import { prepareSandbox } from '#sandbox/sandbox'
import { migrate } from './db/migrate.ts'
import { openDatabase, openPool } from './db/pool.ts'
import { waitForDatabase } from './db/wait.ts'
import { ignoreClosedPipe } from './process/closed-pipe.ts'
import { reasonOf } from './process/reason.ts'
import { readCommandSettings, settingOf } from './settings/env.ts'

/**
 * `npm run migrate`: brings the tables of DATABASE_URL up to date, as the role that owns them, and gives DATABASE_APP_ROLE, if there is
 * one, what a wallet that runs as it needs. Again it changes nothing; beside a running wallet it keeps nobody waiting. It waits for a
 * database that is away (DATABASE_WAIT_SECONDS), and refuses a pooler.
 */
async function main(): Promise<void> {
  const { NODE_ENV, DATABASE_APP_ROLE, SANDBOX } = process.env
  // As the wallet has it, but for one that runs as another role: no tables of the sandbox beside real money.
  const isReal = NODE_ENV === 'production' || DATABASE_APP_ROLE !== undefined
  const settings = readCommandSettings({ ...process.env, SANDBOX: SANDBOX ?? (isReal ? 'off' : 'on') })
  const connectionString = settingOf('DATABASE_URL')
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const database = openDatabase({ connection: connectionString, connectionsMax: 1, onError: () => undefined })
  try {
    const limitSeconds = settings.DATABASE_WAIT_SECONDS
    await waitForDatabase(database, { log: { warn: say }, signal: undefined, limitSeconds })
    if (settings.SANDBOX) {
      const pool = openPool({ connectionString, max: 1 }, () => undefined)
      await prepareSandbox(pool).finally(() => pool.end())
    }
    const done = await migrate(database, { appRole: settings.DATABASE_APP_ROLE, say })
    process.stdout.write(`${done.length === 0 ? 'Nothing to migrate' : `Migrated: ${done.join(', ')}`}\n`)
  } finally {
    await database.close()
  }
}

ignoreClosedPipe()
main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
})
