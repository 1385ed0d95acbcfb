import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

/** Makes the tables of the sandbox where they are missing; any number of times, by any number of processes. */
export async function prepareSandbox(pool: Pool): Promise<void> {
  await pool.query(await readFile(new URL('./schema.sql', import.meta.url), 'utf8'))
}
