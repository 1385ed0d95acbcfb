import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { watchConnections } from '#server/db/connection-watch'
import { openPool } from '#server/db/pool'
import { until } from '#tests/builders'
import { type FaultyLink, openLink } from '#tests/faulty-link'
import { createDatabase } from '#tests/test-wallet'

const ROLE = `watched_${randomBytes(6).toString('hex')}`
// Longer than a connection may be silent.
const AT_WORK = 'select pg_sleep(2.5)'
let url: string
let admin: pg.Client
let link: FaultyLink
beforeAll(async () => {
  url = await createDatabase()
  admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create role ${ROLE} login`)
  link = await openLink({ path: `${decodeURIComponent(/host=([^&]+)/.exec(url)?.[1] ?? '')}/.s.PGSQL.5432` })
})
afterAll(async () => {
  await link.close()
  await admin.query(`drop role ${ROLE}`)
  await admin.end()
})

/** A watched connection of a role over the link, which takes itself for that of another process of PostgreSQL, if any is said. */
async function aWatchedConnection(role: string, process?: number) {
  const config = {
    connectionString: `postgres://${role}@127.0.0.1:${link.port}/${/\/(test_\w+)\?/.exec(url)?.[1]}?application_name=ours`,
  }
  const watch = watchConnections(config, () => undefined)
  const pool = openPool({ ...config, max: 1 }, () => undefined)
  pool.on('connect', (client) => process !== undefined && Object.assign(client, { processID: process }))
  const connection = await watch.over(pool).connect()
  const { rows } = await connection.query('select pg_backend_pid() as process')
  onTestFinished(async () => {
    link.mend()
    connection.release(new Error('The test has ended'))
    await Promise.all([pool.end(), watch.close()])
  })
  return { query: connection.query, process: Number(rows[0].process) }
}

const isThere = async (process: number): Promise<boolean> =>
  (await admin.query('select from pg_stat_activity where pid = $1', [process])).rowCount === 1
const processOf = async (client: pg.Client): Promise<number> =>
  Number((await client.query('select pg_backend_pid() as process')).rows[0].process)

test('both ends of a dead connection are ended, and no session whose process has the same id', async () => {
  const foreign = new pg.Client({ connectionString: url })
  await foreign.connect()
  const ours = await aWatchedConnection('postgres', await processOf(foreign))
  await ours.query('begin')
  link.breakWith('vanished')
  const lost = ours.query('select 1')
  link.mend()
  await expect(lost).rejects.toThrow('Connection terminated')
  await until(async () => !(await isThere(ours.process)))
  expect((await foreign.query('select 1')).rowCount).toBe(1)
  await foreign.end()
})

test('a session that the role may neither see nor end is no evidence about a working connection', async () => {
  const ours = await aWatchedConnection(ROLE, await processOf(admin))
  await expect(ours.query(AT_WORK)).resolves.toMatchObject({ rowCount: 1 })
  expect(await isThere(await processOf(admin))).toBe(true)
})

test('a connection is kept when PostgreSQL refuses to say whether it is at work, and given up when PostgreSQL cannot be asked', async () => {
  const ours = await aWatchedConnection(ROLE)
  await admin.query(`alter role ${ROLE} connection limit 1`)
  onTestFinished(async () => void (await admin.query(`alter role ${ROLE} connection limit -1`)))
  await expect(ours.query(AT_WORK)).resolves.toMatchObject({ rowCount: 1 })
  link.breakWith('vanished')
  await expect(ours.query('select 1')).rejects.toThrow('Connection terminated')
})
