import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { parsePhone } from './auth/phone.ts'
import { loadBrand } from './brand.ts'
import { reachEmbedded } from './db/embedded.ts'
import { type Database, openDatabase, sqlState } from './db/pool.ts'
import { readSettings, type Settings } from './env.ts'
import { COMMANDS } from './operator/commands/all.ts'
import { readCommandLine } from './operator/commands/command-line.ts'
import { terminal } from './operator/commands/terminal.ts'
import { OperatorFault } from './operator/fault.ts'
import { reasonOf } from './reason.ts'

/**
 * `npm run operator -- …`: what the operator changes by hand, beside a running wallet (by DATABASE_URL or on its data folder) and on a
 * stopped one. Ends with 1, and one line that says why, when something cannot be done.
 */
async function main(): Promise<void> {
  const asked = readCommandLine(process.argv.slice(2), COMMANDS)
  if (asked.kind === 'help') return terminal.say(asked.text)
  const settings = readSettings({ ...process.env, SANDBOX: 'on', SANDBOX_IN_PRODUCTION: 'on', NODE_ENV: 'development' })
  const pack = await loadBrand(settings.BRAND)
  const where = settings.DATABASE_URL ? 'DATABASE_URL' : settings.DATA_DIR
  await withDatabase(settings, (database) =>
    asked.command.run(
      {
        database,
        pack,
        place: `Brand: ${settings.BRAND} · data: ${where}`,
        marginBasisPoints: settings.RATE_MARGIN_BASIS_POINTS,
        clock: () => new Date(),
        terminal,
        author: { name: asked.as ?? ownName(), note: asked.note },
        isDryRun: asked.isDryRun,
        isSure: asked.isSure,
        readPhone: (unchecked) => parsePhone(unchecked)?.e164,
      },
      asked.words,
      asked.options,
    ),
  )
}

async function withDatabase(settings: Settings, work: (database: Database) => Promise<void>): Promise<void> {
  if (!settings.DATABASE_URL && !existsSync(join(settings.DATA_DIR, 'cluster'))) throw noWallet(settings.DATA_DIR)
  const log = { info: () => undefined, warn: complain, error: complain }
  const embedded = settings.DATABASE_URL ? undefined : await reachEmbedded({ dataDir: settings.DATA_DIR, log })
  const connection = settings.DATABASE_URL ?? embedded?.connectionString ?? ''
  const database = openDatabase({ connection, connectionsMax: 2, onError: () => undefined })
  try {
    const found = await database.find<{ is_there: boolean }>(IS_THERE)
    if (!found?.is_there) throw noWallet(settings.DATABASE_URL ? 'DATABASE_URL' : settings.DATA_DIR)
    await work(database)
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

function ownName(): string {
  try {
    return userInfo().username
  } catch {
    throw new OperatorFault('This computer does not know who you are: say --as <name>')
  }
}

// The tables come with the start of the wallet: whoever only wants to change something does not make them.
const IS_THERE = { name: 'operator.is_there', text: "select to_regclass('operator_change') is not null as is_there" }

function noWallet(where: string): OperatorFault {
  return new OperatorFault(`There is no wallet of this version in ${where}: start it once, then try again`)
}

function complain(line: unknown): void {
  process.stderr.write(`${String(line)}\n`)
}

const IS_LOCKED = '55P03'

main().catch((error: unknown) => {
  const isLocked = sqlState(error) === IS_LOCKED
  complain(isLocked ? 'Another change, or the wallet itself, is busy with the same thing; try again' : reasonOf(error))
  process.exitCode = 1
})
