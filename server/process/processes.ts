import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { startEmbedded } from '#server/db/embedded'
import type { Settings } from '#server/settings/env'
import { keptSecret } from '#server/settings/secret'

// The pause before a process that has ended is replaced.
const AGAIN_MS = 1000
/** The message of a process to its parent once all of its ports listen. */
export const OPEN = 'open'

/** The wallet in several processes on one port. */
export interface Processes {
  /** Tells each process to end, waits for its end, and closes the built-in database if there is one. A second call waits for the first. */
  close(): Promise<void>
}

/**
 * Starts WORKERS processes of the wallet that share its port (node:cluster), and the built-in database if there is no other. A process that ends
 * by itself is replaced after a second. Rejects when a process ends before it was ever open; that process has printed the reason.
 */
export async function startProcesses(settings: Settings, log: Logger): Promise<Processes> {
  const embedded = settings.DATABASE_URL === undefined ? await startEmbedded({ dataDir: settings.DATA_DIR, log }) : undefined
  // The secret is made before the processes start, so that no two of them make one each.
  if (settings.WALLET_SECRET === undefined) await keptSecret(settings.DATA_DIR)
  const running = new Set<Worker>()
  let ending: Promise<void> | undefined

  function start(place: number, onOpen: () => void, onNeverOpen: (error: Error) => void): void {
    const started = cluster.fork(environmentOf(settings, place, embedded?.connectionString))
    let wasOpen = false
    running.add(started)
    started.on('message', (told) => {
      if (told !== OPEN) return
      wasOpen = true
      onOpen()
    })
    started.once('exit', (code, signal) => {
      running.delete(started)
      if (ending) return
      if (!wasOpen) onNeverOpen(new Error(`Process ${place} of the wallet ended with ${signal ?? code} before it was open`))
      log.error({ place, code, signal }, 'A process of the wallet has ended; another takes its place')
      setTimeout(() => {
        if (!ending) start(place, onOpen, onNeverOpen)
      }, AGAIN_MS)
    })
  }

  async function end(): Promise<void> {
    const ended = [...running].map((each) => new Promise((resolve) => each.once('exit', resolve)))
    for (const each of running) each.process.kill('SIGTERM')
    await Promise.all(ended)
    await embedded?.stop()
  }
  const close = (): Promise<void> => {
    ending ??= end()
    return ending
  }
  try {
    const places = Array.from({ length: settings.WORKERS }, (_, place) => place + 1)
    await Promise.all(places.map((place) => new Promise<void>((resolve, reject) => start(place, resolve, reject))))
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}

/** The settings that differ between processes: the place, as only the first prints; a monitoring port each; and a share of the connections. */
function environmentOf(settings: Settings, place: number, databaseUrl: string | undefined): Readonly<Record<string, string>> {
  const { MONITORING_PORT: port, CONNECTIONS_MAX, CONNECTIONS_PER_ADDRESS, WORKERS } = settings
  const shareOf = (connections: number): string => String(Math.ceil(connections / WORKERS))
  return {
    WORKER_PLACE: String(place),
    CONNECTIONS_MAX: shareOf(CONNECTIONS_MAX),
    CONNECTIONS_PER_ADDRESS: shareOf(CONNECTIONS_PER_ADDRESS),
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...(port && { MONITORING_PORT: String(port + place - 1) }),
  }
}
