import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '#server/db/embedded'
import { addExchanges, settleBooks } from './many-exchanges.ts'
import { atMost, medianOf, type SizeRow } from './measure.ts'
import { makeUsers } from './people.ts'
import { endWallet, expectTrueBooks, openBooks, PORT, SECRET } from './wallet.ts'

const STARTS = 5
const PEOPLE = 100
const EXCHANGES = 5000
const ASK_EVERY_MS = 5
const START_MS_MAX = 60_000

/**
 * P8: from the command until the first request is answered, on a data folder that a wallet has been used on, beside PostgreSQL alone on the
 * same folder until it takes connections; in turns, the medians of five.
 */
export async function measureColdStart(dataDir: string): Promise<SizeRow> {
  const log = { info: () => undefined, error: () => undefined }
  await fill(dataDir, log)
  // Once, so that what only a first start does is done.
  await timeOfWallet(dataDir)
  const [ofWallet, ofPostgres]: [number[], number[]] = [[], []]
  for (let start = 0; start < STARTS; start += 1) {
    const since = performance.now()
    const embedded = await startEmbedded({ dataDir, log })
    ofPostgres.push(performance.now() - since)
    await embedded.stop()
    ofWallet.push(await timeOfWallet(dataDir))
  }
  return atMost({
    id: 'P8',
    work: 'cold start with data: command to first answer',
    ours: medianOf(ofWallet),
    unit: 'ms',
    reference: 'PostgreSQL alone',
    theirs: medianOf(ofPostgres),
    times: 3,
    added: 500,
  })
}

async function fill(dataDir: string, log: { info(): void; error(): void }): Promise<void> {
  const embedded = await startEmbedded({ dataDir, log })
  try {
    const books = await openBooks(embedded.connectionString)
    try {
      const users = await makeUsers(books, PEOPLE, ['USD', 'EUR'], '1000000.00')
      await addExchanges(books.database, users, EXCHANGES)
      await settleBooks(books.database, books.keys)
      await expectTrueBooks(books.database)
    } finally {
      await books.close()
    }
  } finally {
    await embedded.stop()
  }
}

/** Starts the wallet by its command, and ends it again. */
async function timeOfWallet(dataDir: string): Promise<number> {
  const since = performance.now()
  const wallet = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      DATA_DIR: dataDir,
      PORT: String(PORT),
      HOST: '127.0.0.1',
      WALLET_SECRET: SECRET,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await firstAnswer(wallet)
    return performance.now() - since
  } finally {
    await endWallet(wallet)
  }
}

async function firstAnswer(wallet: ChildProcess): Promise<void> {
  for (const deadline = performance.now() + START_MS_MAX; performance.now() < deadline; await pause(ASK_EVERY_MS)) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/v2/wallet/config`).catch(() => undefined)
    if (answer?.ok) return
    if (wallet.exitCode !== null) throw new Error(`The wallet ended with ${wallet.exitCode}`)
  }
  throw new Error('The wallet does not answer')
}
