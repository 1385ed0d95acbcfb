import { get } from 'node:http'
import { openConnection, requestOf } from './http-load.ts'
import { atMost, medianOf, numberOf, type SizeRow } from './measure.ts'
import type { BenchUser } from './people.ts'
import { peakWhile, residentMb } from './process-memory.ts'

/** A person with so many lines in their statement. */
export interface Reader {
  readonly user: BenchUser
  readonly lines: number
}

// As the page asks for the first page of the history (web/screens/History.tsx).
const FIRST_PAGE = '/v2/wallet/transaction?ordering=-created_at&limit=30'
const WHOLE = '/v2/wallet/transaction?ordering=-created_at'
const YEAR_MS = 365 * 86_400_000
const WARM_UP = 20
const PAGES = 400
const STATISTICS = 20
const LINE = Buffer.from('"operation_id":')

/**
 * P5: the first page of a long statement and of a short one in turns, a request at a time; the sums of a year of each, of which nothing is
 * asked; and what the process takes while all of the long one is read, beside one of a tenth of it.
 */
export async function measureHistories(
  wallet: { readonly port: number; readonly pid: number },
  { short, middle, long }: { readonly short: Reader; readonly middle: Reader; readonly long: Reader },
): Promise<SizeRow[]> {
  const since = encodeURIComponent(new Date(Date.now() - YEAR_MS).toISOString())
  const ofShort = `one with ${numberOf(short.lines)}`
  const [pageMs, shortPageMs] = await timesInTurns(wallet.port, FIRST_PAGE, [long, short], PAGES)
  const [sumsMs, shortSumsMs] = await timesInTurns(wallet.port, `/v2/wallet/stat?from=${since}`, [long, short], STATISTICS)
  const work = `first page of a history with ${numberOf(long.lines)} transactions`
  const sums = `sums of a year of a history with ${numberOf(long.lines)} transactions`
  return [
    atMost({ id: 'P5', work, ours: pageMs, unit: 'ms', reference: ofShort, theirs: shortPageMs, times: 1.5 }),
    {
      ...{ id: 'P5', work: sums, ours: sumsMs, unit: 'ms', reference: ofShort, theirs: shortSumsMs },
      ...{ bar: 'told as it is', isMet: undefined },
    },
    await measureMemory(wallet, middle, long),
  ]
}

/** The median times of a call by two people in turns, in milliseconds. */
async function timesInTurns(
  port: number,
  path: string,
  readers: readonly [Reader, Reader],
  turns: number,
): Promise<readonly [number, number]> {
  const requests = readers.map(({ user }) => requestOf('GET', path, { headers: { authorization: `Token ${user.token}` } }))
  const connection = await openConnection(port)
  const times: readonly [number[], number[]] = [[], []]
  for (let turn = -WARM_UP; turn < turns; turn += 1) {
    for (const [place, request] of requests.entries()) {
      const askedAt = performance.now()
      await connection.ask(request)
      if (turn >= 0) times[place]?.push(performance.now() - askedAt)
    }
  }
  connection.close()
  return [medianOf(times[0]), medianOf(times[1])]
}

async function measureMemory(
  { port, pid }: { readonly port: number; readonly pid: number },
  middle: Reader,
  long: Reader,
): Promise<SizeRow> {
  // What the process learns once is no part of it.
  await readWhole(port, middle)
  const ofMiddle = await peakWhile(
    () => residentMb(pid),
    () => readWhole(port, middle),
  )
  const before = residentMb(pid)
  const since = performance.now()
  const { result: bytes, peak } = await peakWhile(
    () => residentMb(pid),
    () => readWhole(port, long),
  )
  const seconds = (performance.now() - since) / 1000
  const row = atMost({
    id: 'P5',
    work: `memory while all ${numberOf(long.lines)} transactions are read`,
    ours: peak,
    unit: 'MB',
    reference: `while ${numberOf(middle.lines)} are`,
    theirs: ofMiddle.peak,
    times: 1.2,
  })
  const note = `${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s; ${before.toFixed(0)} MB before, ${residentMb(pid).toFixed(0)} MB after`
  return { ...row, note }
}

/** Reads all of a statement, and gives how many bytes that were; throws unless it has all its lines. */
async function readWhole(port: number, { user, lines }: Reader): Promise<number> {
  let [bytes, found] = [0, 0]
  let rest = Buffer.alloc(0)
  for await (const chunk of await answerTo(port, user)) {
    bytes += chunk.length
    const text = Buffer.concat([rest, chunk])
    let from = 0
    for (let at = text.indexOf(LINE); at >= 0; at = text.indexOf(LINE, from)) {
      found += 1
      from = at + LINE.length
    }
    rest = Buffer.from(text.subarray(Math.max(from, text.length - LINE.length + 1)))
  }
  if (found !== lines) throw new Error(`Of ${lines} lines ${found} were read`)
  return bytes
}

function answerTo(port: number, { token }: BenchUser): Promise<AsyncIterable<Buffer>> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: WHOLE, headers: { authorization: `Token ${token}` } }
    get(options, (answer) => {
      if (answer.statusCode === 200) resolve(answer)
      else reject(new Error(`Refused: ${answer.statusCode}`))
    }).once('error', reject)
  })
}
