import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import type { Database } from '#server/db/pool'
import { requestOf } from './http-load.ts'
import type { Row } from './measure.ts'
import type { BenchUser } from './people.ts'
import { residentBytes } from './process-memory.ts'

const EVENTS_PER_SECOND = 500
const P99_MS_MAX = 250
const STREAM_BYTES_MAX = 15_000
// Opened first and closed again, so that what the process learns once is no part of what a stream takes.
const WARM_UP = 200
const AT_ONCE = 50
const SETTLE_MS = 3000
const TICK_MS = 20

const TELL = {
  name: 'bench.tell',
  text: `insert into notification (id, user_id, kind, details, created_at) values ($1, $2, 'message', '{}', now())`,
}

interface Page {
  close(): void
}

/**
 * P14: a page each for so many people, on one process, and events for them at a steady rate: what a stream takes of the process's memory, and
 * how long it is from the statement that commits until the page has heard of it.
 */
export async function measureStreams(
  wallet: { readonly port: number; readonly pid: number },
  database: Database,
  users: readonly BenchUser[],
  seconds: number,
): Promise<Row> {
  const waiting = new Map<string, number>()
  const times: number[] = []
  const hear = (user: BenchUser): void => {
    const sentAt = waiting.get(user.id)
    if (sentAt === undefined) return
    waiting.delete(user.id)
    times.push(performance.now() - sentAt)
  }
  const openAll = (of: readonly BenchUser[]) => inTurns(of, (user) => openPage(wallet.port, user, () => hear(user)))
  for (const page of await openAll(users.slice(0, WARM_UP))) page.close()
  await pause(SETTLE_MS)
  const before = residentBytes(wallet.pid)
  const pages = await openAll(users)
  await pause(SETTLE_MS)
  const streamBytes = (residentBytes(wallet.pid) - before) / pages.length
  const told = await tellSteadily(database, users, waiting, seconds)
  await pause(SETTLE_MS)
  for (const page of pages) page.close()
  if (waiting.size > 0) throw new Error(`${waiting.size} of ${told} events were not heard`)
  const p99 = times.sort((left, right) => left - right)[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY
  return {
    id: 'P14',
    work: `${pages.length} open streams on one process, a person each`,
    perSecond: told / seconds,
    reference: 'none',
    referencePerSecond: undefined,
    bar: `p99 <= ${P99_MS_MAX} ms, <= ${STREAM_BYTES_MAX / 1000} kB a stream`,
    isMet: p99 <= P99_MS_MAX && streamBytes <= STREAM_BYTES_MAX && told >= 0.98 * EVENTS_PER_SECOND * seconds,
    note: `p99 ${p99.toFixed(0)} ms, ${(streamBytes / 1000).toFixed(1)} kB a stream`,
  }
}

/** Tells people of something at the rate, each while they wait for nothing else; returns how many were told. */
async function tellSteadily(
  database: Database,
  users: readonly BenchUser[],
  waiting: Map<string, number>,
  seconds: number,
): Promise<number> {
  const telling: Promise<unknown>[] = []
  const startedAt = performance.now()
  let next = 0
  for (let told = 0; ; ) {
    const elapsed = performance.now() - startedAt
    if (elapsed >= seconds * 1000) return Promise.all(telling).then(() => told)
    for (const expected = (elapsed / 1000) * EVENTS_PER_SECOND; told < expected; told += 1) {
      const user = users[next++ % users.length]
      if (!user || waiting.has(user.id)) throw new Error('There are too few people for so many events')
      waiting.set(user.id, performance.now())
      telling.push(database.run(TELL, [uuid(), user.id]))
    }
    await pause(TICK_MS)
  }
}

async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))))
  return results
}

/** Opens a page of somebody's, and resolves when it has said hello; `hear` is called for whatever comes then. */
async function openPage(port: number, { token }: BenchUser, hear: () => void): Promise<Page> {
  const headers = { authorization: `Token ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}/v2/wallet/live/ticket`, { method: 'POST', headers })
  const { ticket } = (await answer.json()) as { ticket: string }
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(requestOf('GET', `/v2/wallet/live?ticket=${ticket}`))
  await new Promise<void>((resolve, reject) => {
    let isOpen = false
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (!isOpen && !text.startsWith('HTTP/1.1 200')) reject(new Error(`Refused: ${text.slice(0, 200)}`))
      if (!isOpen) resolve()
      else if (text.includes('data: ')) hear()
      isOpen = true
    })
  })
  return { close: () => socket.destroy() }
}
