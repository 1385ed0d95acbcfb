import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAndRecord } from '#server/app/verify-books'
import { openDatabase } from '#server/db/pool'
import { aUser, until } from '#tests/builders'
import { asRole, databaseWithRoles, migrateAsOwner } from '#tests/roles'
import { startTestWallet } from '#tests/test-wallet'

let databaseUrl: string
let app: pg.Client

const as = (role: string, url = databaseUrl) => asRole(role, url)

async function connect(role: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: as(role) })
  await client.connect()
  return client
}

/** The SQLSTATE of what a statement fails with; nothing when it succeeds. */
async function faultOf(client: pg.Client, statement: string): Promise<string | undefined> {
  return client.query(statement).then(
    () => undefined,
    (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
  )
}

beforeAll(async () => {
  databaseUrl = await databaseWithRoles()
  expect(migrateAsOwner(databaseUrl)).toContain('0001_people.sql')
  app = await connect('wallet_app')
})
afterAll(() => app.end())

const DENIED = '42501'
const APPEND_ONLY = [
  'checkpoint',
  'checkpoint_correction',
  'checkpoint_mac',
  'entry',
  'operation_change',
  'operation_leg',
  'operator_change',
  'transfer',
]

describe('the wallet’s role', () => {
  test.each(APPEND_ONLY)('may read %s and insert into it, but not update, delete or truncate it', async (table) => {
    const { rows } = await app.query<{ column: string }>(
      `select attname as column from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and attidentity = '' limit 1`,
    )
    const column = rows[0]?.column ?? ''
    expect(await faultOf(app, `select * from ${table}`)).toBeUndefined()
    expect(await faultOf(app, `insert into ${table} select * from ${table}`)).not.toBe(DENIED)
    expect(await faultOf(app, `update ${table} set ${column} = ${column}`)).toBe(DENIED)
    expect(await faultOf(app, `delete from ${table}`)).toBe(DENIED)
    expect(await faultOf(app, `truncate ${table}`)).toBe(DENIED)
  })

  test('no other table is append-only, and no table is forgotten', async () => {
    const { rows } = await app.query<{ table: string }>(
      `select relname as table from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' and not has_table_privilege(oid, 'update')
       order by 1`,
    )
    // What is said of the archive is its owner's.
    expect(rows.map(({ table }) => table)).toEqual(['archived_balance', 'archived_month', 'archived_total', ...APPEND_ONLY])
  })

  test.each([
    'delete from operation',
    'delete from account',
    "insert into migration values ('0999_mine.sql', '')",
    'delete from migration',
    'create table mine (id integer)',
    'create schema mine',
    'create function mine() returns integer language sql as $$ select 1 $$',
    'create role mine',
    'create extension dblink',
    'create index mine on entry (currency)',
    'alter table entry add column mine integer',
    'alter table entry disable trigger all',
    'alter table entry owner to wallet_app',
    'drop table entry',
    'drop function refuse_change()',
    'drop trigger entry_stays on entry',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'set session_replication_role = replica',
    'set role wallet_owner',
    "copy entry to program 'cat'",
  ])('may not %s', async (statement) => {
    expect(await faultOf(app, statement)).toBe(DENIED)
  })

  test('may read and write tables that are not append-only', async () => {
    for (const table of ['account', 'operation', 'session', 'idempotency_record']) {
      expect([table, await faultOf(app, `select * from ${table} for update`)]).toEqual([table, undefined])
    }
    expect(await faultOf(app, 'delete from session')).toBeUndefined()
  })
})

test('the owner of the tables may not change an entry either', async () => {
  const owner = await connect('wallet_owner')
  expect(await faultOf(owner, 'truncate entry')).toBe('WL002')
  await owner.end()
})

test('a whole journey works, a checkpoint is written, and old data are deleted', async () => {
  const wallet = await startTestWallet({}, { databaseUrl: as('wallet_app') })
  const anna = await aUser(wallet, '1000.00 RUB')
  await anna.exchange('400.00', 'RUB', 'USD')
  expect(await anna.withdraw('250.00', 'RUB')).toMatchObject({ http: 200, status: 'ok' })
  expect(await anna.balance('RUB')).toBe('350.00')
  const owner = await connect('wallet_owner')
  await owner.query("insert into idempotency_record values (gen_random_uuid(), '', '{}', now() - interval '90 days')")
  await wallet.expectTrueBooks()
  // Its jobs begin when it starts.
  const again = await wallet.reopen()
  const checkpoints = 'select count(*)::integer as count from checkpoint'
  await until(async () => (await owner.query<{ count: number }>(checkpoints)).rows[0]?.count !== 0)
  const old = "select count(*)::integer as count from idempotency_record where created_at < now() - interval '60 days'"
  await until(async () => (await owner.query<{ count: number }>(old)).rows[0]?.count === 0)
  await owner.end()
  await again.expectTrueBooks()
  await again.close()
})

test('the role for base backups may record the end of a base backup, and nothing else', async () => {
  const backup = await connect('wallet_backup')
  expect(await faultOf(backup, 'insert into base_backup values (now())')).toBeUndefined()
  for (const statement of [
    'select from base_backup',
    'delete from base_backup',
    'select from wallet_user',
    'create table mine ()',
  ])
    expect([statement, await faultOf(backup, statement)]).toEqual([statement, DENIED])
  await backup.end()
})

test('a pooler in between is refused before any migration, with one line that says what migrations need', async () => {
  const url = await databaseWithRoles()
  // What one that ignores the settings of a session leaves of them.
  const said = migrateAsOwner(`${url}&options=-c%20statement_timeout%3D0`)
  expect(said).toMatch(/^DATABASE_URL does not keep .* the wallet and its migrations need .* not of a pooler.*\n$/)
  expect(migrateAsOwner(url)).toContain('0001_people.sql')
})

test('a second migration changes nothing, and says so', () => {
  expect(migrateAsOwner(databaseUrl)).toBe('Nothing to migrate\n')
})

test('a start with a missing migration, as a role that may not migrate, is refused with the next step', async () => {
  const url = await databaseWithRoles()
  const start = startTestWallet({}, { databaseUrl: as('wallet_app', url) })
  await expect(start).rejects.toThrow('0001_people.sql, 0002_ledger.sql')
  await expect(start).rejects.toThrow('run "npm run migrate" as their owner first')
})

test('tables of other owners keep their rights, and the rights to ours are granted', async () => {
  const url = await databaseWithRoles()
  const administrator = new pg.Client({ connectionString: url })
  await administrator.connect()
  await administrator.query('create schema sandbox; create table sandbox.theirs (id integer); create table theirs (id integer)')
  await administrator.end()
  expect(migrateAsOwner(url, { SANDBOX: 'off' })).toContain('0001_people.sql')
  const role = new pg.Client({ connectionString: as('wallet_app', url) })
  await role.connect()
  expect(await faultOf(role, 'select * from account')).toBeUndefined()
  expect(await faultOf(role, 'select * from theirs')).toBe(DENIED)
  await role.end()
})

test('a missing role is refused by its name, before any migration', async () => {
  const url = await databaseWithRoles()
  expect(migrateAsOwner(url, { DATABASE_APP_ROLE: 'nobody' })).toBe(
    'There is no role "nobody" (DATABASE_APP_ROLE): deploy/roles.sql shows how to make one\n',
  )
  expect(migrateAsOwner(url)).toContain('0001_people.sql')
})

test('a sandbox that this role may not create is refused, with the next step', async () => {
  const url = await databaseWithRoles()
  migrateAsOwner(url, { SANDBOX: 'off' })
  await expect(startTestWallet({}, { databaseUrl: as('wallet_app', url) })).rejects.toThrow(
    'this role may not make the tables of the sandbox; run "npm run migrate" with SANDBOX=on as their owner first',
  )
})

test('the wallet’s role verifies the books, all of them and then the new part', async () => {
  const database = openDatabase({ connection: as('wallet_app'), connectionsMax: 1, onError: () => undefined })
  try {
    for (const isFull of [true, false]) {
      const { findings, isRecorded } = await verifyAndRecord(database, { isFull })
      expect([isRecorded, findings.filter(({ faults }) => faults.length > 0)]).toEqual([true, []])
    }
  } finally {
    await database.close()
  }
})

describe('in production', () => {
  const PRODUCTION = { NODE_ENV: 'production', SANDBOX: 'off', PUBLIC_URL: 'https://wallet.example', MONITORING_PORT: '0' }
  const start = (role: string, url = databaseUrl) => startTestWallet(PRODUCTION, { databaseUrl: as(role, url) })

  test('a wallet runs as the role that may not change append-only tables', async () => {
    const wallet = await start('wallet_app')
    expect((await fetch(`${wallet.app.listeningOrigin}/v2/wallet/config`)).status).toBe(200)
    await wallet.close()
  })

  test('a wallet whose tables a superuser had created runs so, too, once there are roles: those tables belong to their owner', async () => {
    const url = await databaseWithRoles({ isMigrated: true })
    expect(migrateAsOwner(url)).toBe('Nothing to migrate\n')
    const owner = new pg.Client({ connectionString: as('wallet_owner', url) })
    await owner.connect()
    expect(await faultOf(owner, 'alter table entry add column later integer')).toBeUndefined()
    expect(await faultOf(owner, 'alter function refuse_change() rename to refuse_any_change')).toBeUndefined()
    expect(await faultOf(owner, 'alter function refuse_any_change() rename to refuse_change')).toBeUndefined()
    await owner.end()
    const wallet = await start('wallet_app', url)
    expect((await fetch(`${wallet.app.listeningOrigin}/v2/wallet/config`)).status).toBe(200)
    await wallet.close()
  })

  test('a start as a superuser, or as the owner of the tables, is refused before any migration', async () => {
    await expect(start('postgres')).rejects.toThrow('The role "postgres" of DATABASE_URL is a superuser')
    await expect(start('wallet_owner')).rejects.toThrow(
      'The role "wallet_owner" of DATABASE_URL may make tables, owns tables, may',
    )
    await expect(start('wallet_owner')).rejects.toThrow('"npm run migrate" as wallet_owner with DATABASE_APP_ROLE=wallet_app')
    const empty = await databaseWithRoles()
    await expect(start('wallet_owner', empty)).rejects.toThrow('may make tables')
    expect(migrateAsOwner(empty)).toContain('0001_people.sql')
  })

  test.each([
    ['grant update on entry to wallet_app', 'may change entry'],
    ['grant update (amount_minor) on entry to wallet_app', 'may change entry'],
    ['grant delete on transfer to wallet_app', 'may change transfer'],
    ['grant truncate on entry, checkpoint to wallet_app', 'may change checkpoint, entry'],
    ['grant create on schema public to wallet_app', 'may make tables'],
    ['alter table session owner to wallet_app', 'owns tables'],
  ])('after "%s" the start is refused: it %s', async (grant, reason) => {
    const url = await databaseWithRoles()
    migrateAsOwner(url)
    const administrator = new pg.Client({ connectionString: url })
    await administrator.connect()
    await administrator.query(grant)
    await administrator.end()
    await expect(start('wallet_app', url)).rejects.toThrow(`The role "wallet_app" of DATABASE_URL ${reason}: `)
  })
})
