import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '#server/db/embedded'

// It reads from us until we are gone, in whatever way. One that was stopped has left no note.
const GUARD = 'cat > /dev/null; read pid < "$0" && kill -INT "$pid"'

/** Starts a PostgreSQL that does not outlive this process: of a run that was killed, or a worker that ran out of time, none stays behind. */
export async function startGuardedPostgres(options: Parameters<typeof startEmbedded>[0]): Promise<Embedded> {
  const embedded = await startEmbedded(options)
  const note = join(options.dataDir, 'cluster', 'postmaster.pid')
  const guard = spawn('sh', ['-c', GUARD, note], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.unref()
  return {
    connectionString: embedded.connectionString,
    async stop() {
      await embedded.stop()
      guard.stdin.end()
    },
  }
}
