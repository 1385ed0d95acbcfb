import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sessionLimitsOf } from '#server/auth/settings'
import { OPERATIONS_OF_OPEN_CASES } from '#server/cases/invariants'
import { openClock } from '#server/db/clock'
import { reachEmbedded } from '#server/db/embedded'
import { type Database, openDatabase } from '#server/db/pool'
import { monthCommands } from '#server/months/commands'
import { COMMANDS } from '#server/operator/commands/all'
import { caseCommands } from '#server/operator/commands/cases'
import { readCommandLine } from '#server/operator/commands/command-line'
import type { Terminal } from '#server/operator/commands/context'
import { OperatorFault } from '#server/operator/fault'
import type { Emails } from '#server/operator/find-people'
import type { OperatorSecrets } from '#server/operator/secret'
import { velocityDefaultsOf } from '#server/operator/velocity'
import { paymentCommands } from '#server/payment/commands'
import { reasonOf } from '#server/process/reason'
import { deriveKeys, fingerprintOf } from '#server/security/keys'
import { countUnseenSessions } from '#server/security/sessions'
import { loadBrandAssets } from '#server/settings/brand'
import { readCommandSettings, type Settings } from '#server/settings/env'
import { findSecrets, followSecret, SECRET_FOLLOWED_MS, type Secrets } from '#server/settings/secret'
import { OPERATIONS_OF_REQUESTS } from '#server/transfers/invariants'
import { emailIndex, personalDataIn } from '#server/users/personal-data'
import { parsePhone } from '#server/users/phone'
import { withdrawalCommands } from '#server/withdrawal/commands'
import { CASE_KINDS } from './case-kinds.ts'
import { countAllOutdated, encryptAllAnew } from './encrypt-anew.ts'

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

// Operations of open cases, and operations that a stored request for money counts: both are read outside the archive.
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
  // Before the first start the database has no secret.
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

// Only a start of the wallet creates the tables.
const IS_THERE = { name: 'operator.is_there', text: "select to_regclass('operator_change') is not null as is_there" }

function noWallet(where: string): OperatorFault {
  return new OperatorFault(`There is no wallet of this version in ${where}: start it once, then try again`)
}
