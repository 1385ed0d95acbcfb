import pg from 'pg'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { somePeople } from '../people.ts'

/** Whoever has the application's own role in the database: what that role could change there. */
export const databaseRole: Attack = {
  name: 'database-role',
  isQuick: true,
  async run(scene) {
    return [await changeBooks(scene)]
  },
}

// The rows of the books, which say what was.
const BOOKS = [
  'entry',
  'transfer',
  'operation_leg',
  'operation_change',
  'checkpoint',
  'checkpoint_mac',
  'checkpoint_correction',
  'operator_change',
] as const

const OF_A_TABLE = (table: string): readonly string[] => [
  `update ${table} set (COLUMN) = row(COLUMN)`,
  `delete from ${table}`,
  `truncate ${table}`,
  `truncate ${table} cascade`,
  `drop table ${table} cascade`,
  `alter table ${table} disable trigger all`,
  `alter table ${table} add column later integer`,
  `alter table ${table} owner to wallet_app`,
  `create trigger mine before insert on ${table} for each row execute function refuse_change()`,
  `create rule mine as on insert to ${table} do instead nothing`,
  `create index mine on ${table} ((1))`,
  `merge into ${table} using (select 1) as one on true when matched then delete`,
  `with gone as (delete from ${table} returning 1) select count(*) from gone`,
  // Who may not grant is told so by a warning alone: what it was for has to fail.
  `grant all on ${table} to wallet_app; delete from ${table}`,
]
const OF_ALL = [
  'create table mine (id integer)',
  'create schema mine',
  'create function mine() returns integer language sql as $$ select 1 $$',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  'alter function refuse_change() rename to mine',
  'drop function refuse_change() cascade',
  'set session_replication_role = replica',
  'set role wallet_owner',
  'set role postgres',
  'set session authorization postgres',
  'create role mine superuser',
  'alter role wallet_app superuser',
  'alter role wallet_owner password null',
  'grant wallet_owner to wallet_app',
  'create extension dblink',
  "copy entry to program 'cat'",
  "copy (select 1) to '/tmp/mine'",
  "select pg_read_file('/etc/passwd')",
  "select lo_import('/etc/passwd')",
  'update migration set name = name',
  "insert into migration (name) values ('mine')",
]

// They are in no transaction.
const OUTSIDE = [
  'create database mine',
  'alter system set log_statement = none',
  "alter database wallet set role = 'wallet_owner'",
]

/** Each statement in a transaction of its own, which is taken back. */
async function changeBooks({ target }: Scene): Promise<Row> {
  await somePeople(target, 1, '100.00 USD')
  const client = new pg.Client({ connectionString: target.urlOf('wallet_app') })
  await client.connect()
  const done: string[] = []
  const refused = new Map<string, number>()
  const statements = [...(await ofBooks(client)), ...OF_ALL, ...OUTSIDE]
  for (const statement of statements) {
    if (!OUTSIDE.includes(statement)) await client.query('begin')
    const code = await client.query(statement).then(
      () => undefined,
      (error: unknown) => (error instanceof pg.DatabaseError ? String(error.code) : String(error)),
    )
    await client.query('rollback')
    if (code === undefined) done.push(statement)
    else refused.set(code, (refused.get(code) ?? 0) + 1)
  }
  await client.end()
  // Whatever else a statement failed for, it has tried nothing.
  const tried = [...refused].filter(([code]) => code === '42501').reduce((sum, [, count]) => sum + count, 0)
  const row = counted(`changes of the books' ${BOOKS.length} tables, of their definition and of roles, as wallet_app`, {
    tries: statements.length,
    through: done.length,
    bar: '0 done, each for want of the right (SQLSTATE 42501)',
    note: [[...refused].map(([code, count]) => `${count} × ${code}`).join(', '), ...done.slice(0, 3)].join('; '),
  })
  return { ...row, isMet: row.isMet && tried === statements.length }
}

/** The statements about the tables of the books, with a column of each. */
async function ofBooks(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ relation: string; column: string }>(
    `select distinct on (attrelid) attrelid::regclass::text as relation, attname as column from pg_attribute
      where attrelid = any($1::regclass[]) and attnum > 0 and attidentity = '' order by attrelid, attnum`,
    [BOOKS],
  )
  return rows.flatMap(({ relation, column }) =>
    OF_A_TABLE(relation).map((statement) => statement.replace('(COLUMN) = row(COLUMN)', `${column} = ${column}`)),
  )
}
