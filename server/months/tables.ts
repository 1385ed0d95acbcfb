import { MOVED_TABLES, monthTable } from '#server/ledger/months'
import { inTransaction, type Session, whenFree } from './session.ts'

/** Makes the tables of a month, with all that their parents have but who may use them, and drops those that were left of an earlier try. */
export async function makeTables(session: Session, month: string): Promise<void> {
  await inTransaction(session, async () => {
    for (const table of MOVED_TABLES) {
      const own = monthTable(table, month)
      await session.query(`drop table if exists ${own}; create table ${own} (like ${table} including all excluding identity)`)
    }
  })
}

/**
 * Has the tables of a month be read, and its operations go on, through their parents. From then on nothing in them changes, and nothing is
 * lost. What else belongs to that moment is done in the same commit.
 */
export async function joinTables(session: Session, month: string, also: () => Promise<void>): Promise<void> {
  await whenFree(session, async () => {
    for (const table of MOVED_TABLES) {
      const own = monthTable(table, month)
      await session.query(`
        create trigger month_stays before update on ${own} for each row execute function refuse_change();
        create trigger month_is_not_lost after delete on ${own}
          referencing old table as gone for each statement execute function refuse_loss('${table}');
        create trigger month_is_kept before truncate on ${own} for each statement execute function refuse_change();
        alter table ${own} inherit ${table}`)
    }
    await also()
  })
}

/** Takes the tables of a month out of the database. What else belongs to that moment is done in the same commit. */
export async function dropTables(session: Session, month: string, also: () => Promise<void>): Promise<void> {
  await whenFree(session, async () => {
    for (const table of MOVED_TABLES) {
      const own = monthTable(table, month)
      await session.query(`alter table ${own} no inherit ${table}`)
    }
    for (const table of MOVED_TABLES) await session.query(`drop table ${monthTable(table, month)}`)
    await also()
  })
}

/**
 * Has PostgreSQL count what is in the tables of a month and what they left, and summarise the index by number: of a table with others under
 * it that it has not counted it believes that it is empty, and plans so.
 */
export async function settleTables(session: Session, month: string): Promise<void> {
  for (const table of MOVED_TABLES) await session.query(`analyze ${monthTable(table, month)}, ${table}`)
  await session.query(
    `select brin_summarize_new_values(indexrelid::regclass) from pg_index join pg_class on pg_class.oid = indexrelid
      join pg_am on pg_am.oid = relam where indrelid = $1::regclass and amname = 'brin'`,
    [monthTable('transfer', month)],
  )
}

/** Moves operations with all that belongs to them, by their ids, from some tables into a month's; for a transaction. */
export async function moveOperations(
  session: Session,
  ids: readonly string[],
  { from, to }: { readonly from: (table: (typeof MOVED_TABLES)[number]) => string; readonly to: string },
): Promise<void> {
  const transfers = `transfer_id in (select id from only ${from('transfer')} where operation_id = any($1::uuid[]))`
  await moveRows(session, ids, {
    from: from('operation_leg'),
    to: monthTable('operation_leg', to),
    which: 'operation_id = any($1::uuid[])',
  })
  await moveRows(session, ids, { from: from('entry'), to: monthTable('entry', to), which: transfers })
  await moveRows(session, ids, {
    from: from('transfer'),
    to: monthTable('transfer', to),
    which: 'operation_id = any($1::uuid[])',
  })
}

/** Moves transfers that are of no operation, by their ids, with their entries into a month's tables; for a transaction. */
export async function moveTransfers(session: Session, ids: readonly string[], to: string): Promise<void> {
  await moveRows(session, ids, { from: 'entry', to: monthTable('entry', to), which: 'transfer_id = any($1::uuid[])' })
  await moveRows(session, ids, { from: 'transfer', to: monthTable('transfer', to), which: 'id = any($1::uuid[])' })
}

async function moveRows(
  session: Session,
  ids: readonly string[],
  { from, to, which }: { readonly from: string; readonly to: string; readonly which: string },
): Promise<void> {
  await session.query(`insert into ${to} select * from only ${from} where ${which}`, [ids])
  await session.query(`delete from only ${from} where ${which}`, [ids])
}
