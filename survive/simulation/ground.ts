import pg from 'pg'
import type { BrandAssets } from '#brands/brands'
import { type Database, openDatabase } from '#server/db/pool'
import { loadBrandAssets } from '#server/settings/brand'
import { storeFirstLevels } from '#server/users/levels'
import type { VirtualClock } from './clock.ts'

/** A database for simulations, one after the other. */
export interface SimulationDatabase {
  readonly connection: string
  readonly assets: BrandAssets
  /** For who looks from outside; not the wallet's. */
  readonly client: pg.Client
  readonly database: Database
  /** Takes away everything that a simulation has left. */
  clear(): Promise<void>
  /** Sets the database's clock. */
  setClock(clock: VirtualClock): Promise<void>
  close(): Promise<void>
}

const FEE_BASIS_POINTS = 150
// Found before the built-in functions of the same names.
const CLOCK = `
  create schema simulation;
  create sequence simulation.clock;
  create function simulation.clock_timestamp() returns timestamptz language sql volatile
    as $$ select pg_catalog.to_timestamp(last_value / 1000.0) from simulation.clock $$;
  create function simulation.now() returns timestamptz language sql volatile
    as $$ select pg_catalog.to_timestamp(last_value / 1000.0) from simulation.clock $$`
const CLEARED = `select string_agg(format('%I', tablename), ', ') as list from pg_tables
  where schemaname = 'public' and tablename not like '%migration%' and tablename not in ('level', 'level_limit')`

/** Makes a database from the migrated one of a cluster, with the clock of the simulation, and levels whose withdrawals have a fee. */
export async function makeDatabase(template: string, name: string): Promise<SimulationDatabase> {
  const maker = new pg.Client({ connectionString: template.replace('/wallet?', '/postgres?') })
  await maker.connect()
  await maker.query(`create database ${name} template wallet`)
  await maker.query(`alter database ${name} set search_path = simulation, pg_catalog, public`)
  await maker.query(`alter database ${name} set synchronous_commit = off`)
  await maker.end()
  const connection = template.replace('/wallet?', `/${name}?`)
  const client = new pg.Client({ connectionString: connection })
  await client.connect()
  await client.query(CLOCK)
  const { rows } = await client.query<{ list: string }>(CLEARED)
  const list = rows[0]?.list ?? ''
  const database = openDatabase({ connection, connectionsMax: 1, onError: () => undefined })
  const assets = await loadBrandAssets('stater')
  await storeFirstLevels(database, assets.levels.map(withFee))
  return {
    connection,
    assets,
    client,
    database,
    // The books refuse it to everybody but whoever turns their triggers off.
    clear: async () => {
      await client.query(
        `set session_replication_role = replica; truncate ${list} restart identity cascade; reset session_replication_role`,
      )
    },
    setClock: async ({ ms }) => {
      await client.query({ name: 'simulation.clock', text: "select setval('simulation.clock', $1)", values: [ms] })
    },
    close: async () => {
      await database.close()
      await client.end()
    },
  }
}

function withFee(level: BrandAssets['levels'][number]): BrandAssets['levels'][number] {
  return { ...level, limits: level.limits.map((limits) => ({ ...limits, withdrawalFeeBasisPoints: FEE_BASIS_POINTS })) }
}
