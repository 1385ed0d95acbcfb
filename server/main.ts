import pino from 'pino'
import { CannotStart } from './db/cannot-start.ts'
import { AlreadyRunning } from './db/embedded.ts'
import { readSettings, SettingsFault } from './env.ts'
import { type OpenHouse, openHouse } from './open-house.ts'

/** Starts the wallet from the environment, says where it is, and closes it in good order on Ctrl-C or SIGTERM. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = pino(
    { level: settings.LOG_LEVEL, redact: ['req.headers.authorization', 'headers.authorization'] },
    pino.destination(2),
  )
  const opening = openHouse(settings, { log, servesPage: settings.SERVES_PAGE })
  // From here on, so that a Ctrl-C during the start is not lost.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(opening))
  const house = await opening
  say(`${house.brandName} is open: ${house.url}`)
  say(`Brand: ${settings.BRAND} · data: ${settings.DATABASE_URL ? 'DATABASE_URL' : settings.DATA_DIR}`)
  if (settings.SANDBOX) {
    say('Sandbox: no real money moves here.')
    say(`SMS inbox: ${house.url}/sandbox/sms · all about the sandbox: ${house.url}/sandbox`)
  }
}

async function end(opening: Promise<OpenHouse>): Promise<void> {
  const house = await opening.catch(() => undefined)
  await house?.close()
  process.exit(0)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

main().catch((error: unknown) => {
  const isExplained = error instanceof SettingsFault || error instanceof AlreadyRunning || error instanceof CannotStart
  const isAddressTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isAddressTaken) process.stderr.write('The address is in use by another program; choose another PORT.\n')
  else
    process.stderr.write(
      `${isExplained ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
  process.exit(1)
})
