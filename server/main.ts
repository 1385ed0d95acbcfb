import cluster from 'node:cluster'
import { createLog } from './process/log.ts'
import { OPEN, startProcesses } from './process/processes.ts'
import { reasonOf } from './process/reason.ts'
import { readSettings, type Settings } from './settings/env.ts'
import { type RunningServer, startServer } from './start-server.ts'

/** Starts the wallet from the environment, prints its URL, and closes it gracefully on Ctrl-C or SIGTERM. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings.LOG_LEVEL)
  if (settings.WORKERS > 1 && cluster.isPrimary) {
    await untilTold(startProcesses(settings, log))
    return
  }
  const ending = new AbortController()
  const opening = startServer(settings, { log, servesPage: settings.SERVES_PAGE, ending: ending.signal })
  const wallet = await untilTold(opening, ending)
  if (cluster.isWorker) process.send?.(OPEN)
  if (settings.WORKER_PLACE > 1) return
  present(settings, wallet)
}

function present(settings: Settings, wallet: RunningServer): void {
  print(`${wallet.brandName} is open: ${wallet.url}`)
  const processes = settings.WORKERS > 1 ? ` · ${settings.WORKERS} processes` : ''
  print(`Brand: ${settings.BRAND} · data: ${settings.DATABASE_URL ? 'DATABASE_URL' : settings.DATA_DIR}${processes}`)
  if (wallet.monitoringUrl) print(`Health and metrics: ${wallet.monitoringUrl}`)
  const named = Object.entries(settings.PROVIDERS)
  const missing = named.flatMap(([port, provider]) => (provider === 'none' ? [port] : []))
  if (missing.length > 0) print(`No provider of ${missing.join(', ')}: what needs one is off.`)
  if (settings.SANDBOX) {
    print('Sandbox: no real money moves here.')
    const sandbox = settings.SANDBOX_URL ?? `${wallet.url}/sandbox`
    print(`SMS inbox: ${sandbox}/sms · all about the sandbox: ${sandbox}`)
  }
}

/** What has been started; it is closed, and the process ends, on Ctrl-C, SIGTERM, or when the process that has made this one is gone. */
async function untilTold<Started extends Closable>(opening: Promise<Started>, ending = new AbortController()): Promise<Started> {
  // Registered first, so that a Ctrl-C during the start is not lost.
  const stop = (): void => {
    // A Ctrl-C may come twice, from the terminal and from npm: the second must not interrupt the shutdown.
    if (ending.signal.aborted) return
    ending.abort()
    void end(opening)
  }
  for (const told of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(told, stop)
  return opening.catch(async (error: unknown) => {
    // Stopped during the start: not an error.
    if (ending.signal.aborted) await end(opening)
    throw error
  })
}

interface Closable {
  close(): Promise<void>
}

async function end(opening: Promise<Closable>): Promise<never> {
  const wallet = await opening.catch(() => undefined)
  await wallet?.close()
  process.exit(0)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(error: unknown): never {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exit(1)
}

// Node's own report of these shows everything that hangs on an error.
process.on('uncaughtException', fail)
main().catch(fail)
