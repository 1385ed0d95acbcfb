import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Copies the stopped built-in database in `<folder>/<primary>` to `<folder>/<replica>`, where it follows that one under its own name once both
 * are started: commits can wait for it (`synchronous_standby_names`).
 */
export function copyAsReplica(folder: string, { primary, replica }: { primary: string; replica: string }): void {
  mkdirSync(join(folder, replica), { mode: 0o711 })
  const cluster = join(folder, replica, 'cluster')
  execFileSync('cp', ['-a', join(folder, primary, 'cluster'), cluster])
  const address = `host=${join(folder, primary, 'run')} user=postgres application_name=${replica}`
  // One that has been away looks for its primary again at once, not every five seconds.
  const settings = [`primary_conninfo = '${address}'`, "wal_retrieve_retry_interval = '500ms'"]
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  writeFileSync(join(cluster, 'standby.signal'), '')
}
