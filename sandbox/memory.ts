import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

/** Creates the sandbox's tables where they are missing; may run several times, in several processes. */
export async function prepareSandbox(pool: Pool): Promise<void> {
  await pool.query(await readFile(new URL('./schema.sql', import.meta.url), 'utf8'))
}
