import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

const VERSION = "select obj_description(to_regnamespace('sandbox'), 'pg_namespace') as version"

/**
 * Creates the sandbox's tables where they are missing; may run several times, in several processes. Where they are as they should be it
 * needs no right to make any.
 */
export async function prepareSandbox(pool: Pool): Promise<void> {
  const sql = await readFile(new URL('./schema.sql', import.meta.url), 'utf8')
  const version = createHash('sha256').update(sql).digest('hex')
  const { rows } = await pool.query<{ version: string | null }>(VERSION)
  if (rows[0]?.version === version) return
  await pool.query(`${sql}; comment on schema sandbox is '${version}'`)
}
