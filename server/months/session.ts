import type pg from 'pg'
import { LOCKS } from '#server/db/locks'
import { type Database, sqlState } from '#server/db/pool'
import { OperatorFault } from '#server/operator/fault'

/** A connection of the owner of the tables on which nothing is hurried, while no other moves months. */
export type Session = Pick<pg.PoolClient, 'query'>

const MAY = `select pg_has_role(relowner, 'usage') and has_schema_privilege(relnamespace, 'create') as may, current_user as role
  from pg_class where oid = 'entry'::regclass`
const TURN = 'select pg_try_advisory_lock($1) as mine'
const LOCKED = '55P03'
const LOCK_TRIES = 120

/** Works on such a connection. Refuses (OperatorFault) any role but the owner of the tables, and while another process moves months. */
export function asOwner<Result>(database: Database, work: (session: Session) => Promise<Result>): Promise<Result> {
  return database.withClient(async (client) => {
    const [owner] = (await client.query<{ may: boolean; role: string }>(MAY)).rows
    if (!owner?.may)
      throw new OperatorFault(
        `The role "${owner?.role}" of DATABASE_URL does not own the tables: months are moved as their owner, wallet_owner`,
      )
    const [turn] = (await client.query<{ mine: boolean }>(TURN, [LOCKS.months])).rows
    if (!turn?.mine) throw new OperatorFault('Another command moves months just now')
    try {
      await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
      return await work(client)
    } finally {
      await client.query('reset statement_timeout; reset idle_in_transaction_session_timeout')
      await client.query('select pg_advisory_unlock($1)', [LOCKS.months])
    }
  })
}

/** Works in a transaction of the session. */
export async function inTransaction<Result>(session: Session, work: () => Promise<Result>, begin = 'begin'): Promise<Result> {
  await session.query(begin)
  try {
    const result = await work()
    await session.query('commit')
    return result
  } catch (error) {
    await session.query('rollback')
    throw error
  }
}

/**
 * As inTransaction, for what needs a table to itself for a moment: it waits half a second at most, since everybody waits behind it, and
 * tries again for two minutes.
 */
export async function whenFree(session: Session, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(session, async () => {
        await session.query("set local lock_timeout = '500ms'")
        await work()
      })
    } catch (error) {
      if (sqlState(error) !== LOCKED || attempt >= LOCK_TRIES) throw error
      await session.query('select pg_sleep(0.5)')
    }
  }
}
