import { join } from 'node:path'
import { measureColdStart } from './cold-start.ts'
import { exchangeLoad } from './exchange-over-http.ts'
import { measureHistories, type Reader } from './long-history.ts'
import { addExchanges, ENTRIES_OF_EXCHANGE, LINES_OF_EXCHANGE, settleBooks } from './many-exchanges.ts'
import { compared, measureBeside, numberOf, type Row, type SizeRow } from './measure.ts'
import { measureMemoryOverTime } from './memory-over-time.ts'
import { type BenchUser, makeUsers } from './people.ts'
import { exchangeInLedgerLoad, measureVerification } from './stored-entries.ts'
import { type Books, endWallet, expectTrueBooks, openBooks, PORT, startWallet } from './wallet.ts'

/** How much of everything there is to be. */
export interface GrowthSizes {
  /** Entries that are stored, those of the long history among them. */
  readonly entries: number
  /** Lines of the long history; a tenth of it is the middle one. */
  readonly lines: number
  /** Few operations and many. */
  readonly operations: readonly [number, number]
}

/** What is asked, and a tenth of it. */
export const GROWTH: GrowthSizes = { entries: 10_000_000, lines: 1_000_000, operations: [20_000, 200_000] }
export const GROWTH_QUICK: GrowthSizes = { entries: 1_000_000, lines: 100_000, operations: [4000, 20_000] }

/** Where it is measured: databases that are there and empty, and a folder for what has a database of its own. */
export interface GrowthPlace {
  readonly stored: string
  readonly empty: string
  readonly memory: string
  readonly folder: string
}

const PEOPLE = 1000
const SHORT_LINES = 100
// Away from the first one's card field, and from the hello.
const SECOND_PORT = PORT + 10
const WARM_UP_SECONDS = 3

interface Growth {
  readonly sizes: GrowthSizes
  readonly seconds: number
  readonly say: (line: string) => void
}

/** P5 to P8: what becomes of the wallet's times and memory when much is stored, and much was done. */
export async function growthRows(place: GrowthPlace, growth: Growth): Promise<(Row | SizeRow)[]> {
  return [
    ...(await storedRows(place, growth)),
    await memoryRow(place.memory, growth.sizes.operations),
    await measureColdStart(join(place.folder, 'cold')),
  ]
}

/** P5 and P6, on the same books. */
async function storedRows(place: GrowthPlace, { sizes, seconds, say }: Growth): Promise<(Row | SizeRow)[]> {
  const books = await openBooks(place.stored)
  const empty = await openBooks(place.empty)
  try {
    const people = await makeUsers(books, PEOPLE, ['USD', 'EUR'], '1000000.00')
    const others = await makeUsers(empty, PEOPLE - 3, ['USD', 'EUR'], '1000000.00')
    const { readers, everybody } = await store(books, people, sizes, say)
    await settleBooks(empty.database, empty.keys)
    const wallet = await startWallet(place.stored)
    const second = await startWallet(place.empty, { PORT: String(SECOND_PORT) })
    try {
      const histories = await measureHistories({ port: PORT, pid: wallet.pid ?? 0 }, readers)
      const overHttp = [await exchangeLoad(PORT, everybody), await exchangeLoad(SECOND_PORT, others)] as const
      const inLedger = [exchangeInLedgerLoad(books.ledger, everybody), exchangeInLedgerLoad(empty.ledger, others)] as const
      const stored = `with ${numberOf(sizes.entries)} entries stored`
      const rows: Row[] = []
      for (const [[load, reference], how] of [
        [overHttp, 'over HTTP, 64 connections'],
        [inLedger, 'in the ledger alone'],
      ] as const) {
        for (const warmUp of [load, reference]) await warmUp(WARM_UP_SECONDS)
        const { perSecond, references } = await measureBeside(load, [reference], seconds)
        const work = `exchanges ${how}, ${stored}`
        const bar = { reference: 'empty ledger', referencePerSecond: references[0], bar: 0.8 }
        rows.push(compared({ id: 'P6', work, perSecond, ...bar }))
      }
      await expectTrueBooks(empty.database)
      const verification = await measureVerification(place.stored, books.database, `verify of all of it, ${stored}`)
      return [...histories, ...rows, verification]
    } finally {
      await endWallet(wallet)
      await endWallet(second)
    }
  } finally {
    await empty.close()
    await books.close()
  }
}

/** Fills the books: three people have a history of their own, and all others share the rest. */
async function store(
  { database, keys }: Books,
  [first, second, third, ...everybody]: readonly BenchUser[],
  { entries, lines }: GrowthSizes,
  say: (line: string) => void,
): Promise<{ readonly readers: { short: Reader; middle: Reader; long: Reader }; readonly everybody: readonly BenchUser[] }> {
  if (!(first && second && third)) throw new Error('No users')
  const readers = {
    short: { user: first, lines: SHORT_LINES },
    middle: { user: second, lines: lines / 10 },
    long: { user: third, lines },
  }
  const since = performance.now()
  let rest = entries / ENTRIES_OF_EXCHANGE
  for (const { user, lines: wanted } of Object.values(readers)) {
    await addExchanges(database, [user], wanted / LINES_OF_EXCHANGE)
    rest -= wanted / LINES_OF_EXCHANGE
  }
  await addExchanges(database, everybody, rest)
  const madeIn = secondsSince(since)
  await settleBooks(database, keys)
  say(
    `${numberOf(entries)} entries were made in ${madeIn} s, and vacuumed, counted and bound by checkpoints in ${secondsSince(since) - madeIn} s.`,
  )
  return { readers, everybody }
}

function secondsSince(since: number): number {
  return Math.round((performance.now() - since) / 1000)
}

/** P7, on a wallet of its own. */
async function memoryRow(connection: string, operations: readonly [number, number]): Promise<SizeRow> {
  const books = await openBooks(connection)
  try {
    const users = await makeUsers(books, PEOPLE, ['USD', 'EUR'], '1000000.00')
    const wallet = await startWallet(connection)
    try {
      const load = await exchangeLoad(PORT, users)
      const row = await measureMemoryOverTime(wallet.pid ?? 0, load, books.database, operations)
      await expectTrueBooks(books.database)
      return row
    } finally {
      await endWallet(wallet)
    }
  } finally {
    await books.close()
  }
}
