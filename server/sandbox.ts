import { parseArgs } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { prepareSandbox, registerSandbox } from '#sandbox/sandbox'
import { openPool } from './db/pool.ts'
import { ignoreClosedPipe } from './process/closed-pipe.ts'
import { createLog } from './process/log.ts'
import { reasonOf } from './process/reason.ts'
import { takePort } from './process/take-port.ts'
import { sandboxSecretsOf } from './settings/choose-providers.ts'
import { readSettings, SettingsFault, settingOf } from './settings/env.ts'

const USAGE = `npm run sandbox [-- --wallet http://localhost:3000]

Runs the sandbox on its own, for wallets that have its address as SANDBOX_URL: on a database of its own (DATABASE_URL), with the wallets'
WALLET_SECRET, at PORT (3001). Its pages lead back to --wallet.
`
const PORT = '3001'
// As of the wallet: an answer of a vendor's is no more than some lines.
const BODY_BYTES = 65_536

/** `npm run sandbox`: the vendors that stand in for the providers, in a process of their own. Refuses (SettingsFault) to be reached by others unless SANDBOX_FOR_EVERYBODY says so. */
async function main(words: readonly string[]): Promise<void> {
  const walletUrl = readWords(words)
  const { SANDBOX_URL: _of, ...environment } = process.env
  const settings = readSettings({ PORT, ...environment, NODE_ENV: 'development', SANDBOX: 'on' })
  const [connectionString, secret] = [settingOf('DATABASE_URL'), settingOf('WALLET_SECRET')]
  const { HOST: host, PORT: port, PUBLIC_URL } = settings
  const log = createLog(settings.LOG_LEVEL)
  const pool = openPool({ connectionString, max: 10 }, (err) => log.warn({ err }, 'A sandbox connection was lost'))
  await prepareSandbox(pool)
  const publicUrl = PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${host}:${port}`
  const app: FastifyInstance = Fastify({
    logger: { level: settings.LOG_LEVEL, stream: process.stderr },
    forceCloseConnections: true,
    bodyLimit: BODY_BYTES,
  })
  const secrets = sandboxSecretsOf(secret)
  const courier = registerSandbox(app, { pool, clock: () => new Date(), publicUrl, walletUrl, secrets })
  await takePort({ host, port, who: 'The sandbox listens', settings: 'PORT' }, () => app.listen({ host, port }))
  courier.start()
  process.stdout.write(`The sandbox is open: no real money moves here. Wallets find it by SANDBOX_URL=${publicUrl}/sandbox\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(
      signal,
      () =>
        void app
          .close()
          .then(() => pool.end())
          .then(() => process.exit(0)),
    )
}

function readWords(words: readonly string[]): string {
  try {
    const { values } = parseArgs({ args: [...words], options: { wallet: { type: 'string', default: 'http://localhost:3000' } } })
    return new URL(values.wallet).href.replace(/\/+$/, '')
  } catch {
    throw new SettingsFault(USAGE)
  }
}

ignoreClosedPipe()
main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exit(1)
})
