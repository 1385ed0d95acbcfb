import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sessionLimitsOf } from './auth/settings.ts'
import { loadBrandAssets } from './brand.ts'
import { CASE_KINDS } from './case-kinds.ts'
import { OPERATIONS_OF_OPEN_CASES } from './cases/invariants.ts'
import { openClock } from './db/clock.ts'
import { reachEmbedded } from './db/embedded.ts'
import { type Database, openDatabase } from './db/pool.ts'
import { countAllOutdated, encryptAllAnew } from './encrypt-anew.ts'
import { readCommandSettings, type Settings } from './env.ts'
import { monthCommands } from './months/commands.ts'
import { COMMANDS } from './operator/commands/all.ts'
import { caseCommands } from './operator/commands/cases.ts'
import { readCommandLine } from './operator/commands/command-line.ts'
import type { Terminal } from './operator/commands/context.ts'
import { OperatorFault } from './operator/fault.ts'
import type { Emails } from './operator/find-people.ts'
import type { OperatorSecrets } from './operator/secret.ts'
import { velocityDefaultsOf } from './operator/velocity.ts'
import { OPERATIONS_OF_REQUESTS } from './p2p/invariants.ts'
import { paymentCommands } from './payment/commands.ts'
import { reasonOf } from './reason.ts'
import { findSecrets, followSecret, SECRET_FOLLOWED_MS, type Secrets } from './secret.ts'
import { deriveKeys, fingerprintOf } from './security/keys.ts'
import { countUnseenSessions } from './security/sessions.ts'
import { emailIndex, personalDataIn } from './users/personal-data.ts'
import { parsePhone } from './users/phone.ts'
import { withdrawalCommands } from './withdrawal/commands.ts'

/** An operator command: its arguments, the environment of its wallet, and the terminal. */
export interface OperatorCall {
  readonly words: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly terminal: Terminal
  /** Prints, in one line, why a command failed, and errors of the embedded database. */
  complain(line: string): void
}

/**
 * Runs an operator command (docs/operator.md), beside a running wallet (by DATABASE_URL or on its data folder) or on a
 * stopped one. Returns the exit code: 0, or 1 with a message when it failed.
 */
export async function operate(call: OperatorCall): Promise<0 | 1> {
  try {
    await runCommand(call)
    return 0
  } catch (error) {
    call.complain(reasonOf(error))
    return 1
  }
}

// What an open case is about, and what a request for money counts, as long as it is kept: both look at the operations themselves.
const NOT_ARCHIVED = [OPERATIONS_OF_OPEN_CASES, OPERATIONS_OF_REQUESTS]

async function runCommand({ words, environment, terminal, complain }: OperatorCall): Promise<void> {
  const commands = [
    ...COMMANDS,
    ...withdrawalCommands,
    ...paymentCommands,
    ...caseCommands(CASE_KINDS),
    ...monthCommands(NOT_ARCHIVED),
  ]
  const asked = readCommandLine(words, commands)
  if (asked.kind === 'help') return terminal.print(asked.text)
  const settings = readCommandSettings(environment)
  const assets = await loadBrandAssets(settings.BRAND)
  const where = settings.DATABASE_URL ? 'DATABASE_URL' : settings.DATA_DIR
  await withDatabase(settings, complain, (database, clock) =>
    asked.command.run(
      {
        database,
        assets,
        place: `Brand: ${settings.BRAND} · data: ${where}`,
        marginBasisPoints: settings.RATE_MARGIN_BASIS_POINTS,
        velocity: velocityDefaultsOf(settings),
        clock,
        terminal,
        author: { name: asked.as ?? ownName(), note: asked.note },
        secrets: async () => secretsOf(settings, database, await requiredSecret(settings)),
        emails: async () => emailsOf(database, await findSecrets(settings)),
        isDryRun: asked.isDryRun,
        isSure: asked.isSure,
        readPhone: (unchecked) => parsePhone(unchecked)?.e164,
      },
      asked.words,
      asked.options,
    ),
  )
}

async function requiredSecret(settings: Settings): Promise<Secrets> {
  const secrets = await findSecrets(settings)
  if (secrets === undefined) throw new OperatorFault('Set WALLET_SECRET, to the secret that the wallet is started with')
  return secrets
}

async function secretsOf(settings: Settings, database: Database, { secret, previous }: Secrets): Promise<OperatorSecrets> {
  const keys = deriveKeys(secret, previous)
  // Before the first start the database says nothing.
  await followSecret(database, keys).catch(() => undefined)
  const limits = sessionLimitsOf(settings)
  return {
    fingerprint: fingerprintOf(secret),
    previous: previous === undefined ? undefined : fingerprintOf(previous),
    keys,
    follow: (queryable) => followSecret(queryable, keys),
    heard: () => pause(3 * SECRET_FOLLOWED_MS),
    encryptAnew: (all) => encryptAllAnew(all, keys),
    countOutdated: (all) => countAllOutdated(all, keys),
    countUnseen: (all, since, now) => countUnseenSessions(all, since, limits, now),
  }
}

async function emailsOf(database: Database, secrets: Secrets | undefined): Promise<Emails | undefined> {
  if (!secrets) return undefined
  const keys = deriveKeys(secrets.secret, secrets.previous)
  await followSecret(database, keys)
  return {
    indexesOf: (email) => keys.all.map((each) => emailIndex(each, email)),
    of: (userId, columns) => personalDataIn(keys, userId, columns).email,
  }
}

async function withDatabase(
  settings: Settings,
  complain: (line: string) => void,
  work: (database: Database, clock: () => Date) => Promise<void>,
): Promise<void> {
  if (!settings.DATABASE_URL && !existsSync(join(settings.DATA_DIR, 'cluster'))) throw noWallet(settings.DATA_DIR)
  const tell = (line: unknown): void => complain(String(line))
  const log = { info: () => undefined, warn: tell, error: tell }
  const embedded = settings.DATABASE_URL ? undefined : await reachEmbedded({ dataDir: settings.DATA_DIR, log })
  const connection = settings.DATABASE_URL ?? embedded?.connectionString ?? ''
  const database = openDatabase({ connection, connectionsMax: 2, onError: () => undefined })
  try {
    const found = await database.find<{ is_there: boolean }>(IS_THERE)
    if (!found?.is_there) throw noWallet(settings.DATABASE_URL ? 'DATABASE_URL' : settings.DATA_DIR)
    const clock = await openClock(database, () => undefined)
    await work(database, clock.now).finally(clock.close)
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

// The wallet's start creates the tables; a command does not.
const IS_THERE = { name: 'operator.is_there', text: "select to_regclass('operator_change') is not null as is_there" }

function noWallet(where: string): OperatorFault {
  return new OperatorFault(`There is no wallet of this version in ${where}: start it once, then try again`)
}
