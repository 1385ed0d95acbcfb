import { AlreadyRunning, startEmbedded } from '#server/db/embedded'

// Started by embedded.test.ts as a process of its own, so that it can be killed. Says one line and then stays until it is stopped.
const say = (line: string) => process.stdout.write(`${line}\n`)
const [dataDir = ''] = process.argv.slice(2)
const log = { info: say, error: say }
const stay = setInterval(() => undefined, 1000)

try {
  const database = await startEmbedded({ dataDir, log })
  say(`ready ${database.connectionString}`)
  process.once('SIGTERM', () => {
    void database.stop().then(() => {
      clearInterval(stay)
      say('stopped')
    })
  })
} catch (error) {
  clearInterval(stay)
  say(error instanceof AlreadyRunning ? `refused ${error.message}` : `failed ${String(error)}`)
}
