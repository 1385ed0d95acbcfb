import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '#survive/raw-http'
import type { Scene } from './attack-test.ts'
import { somePeople } from './people.ts'
import type { Target } from './target.ts'

/** How others fared: the times of their calls, in milliseconds. */
export interface Fared {
  readonly count: number
  readonly failed: number
  readonly p50: number
  readonly p99: number
}

const EVERY_MS = 20
const ALONE = 100

/** What other people get meanwhile: somebody with little in their wallet, at an address of their own, looks at it again and again. */
export async function besides(scene: Scene, attack: () => Promise<unknown>): Promise<{ others: Fared; alone: Fared }> {
  const { target } = scene
  const [honest] = await somePeople(target, 1, '10.00 USD')
  // An address may ask ten times a second, and this one asks oftener: several people.
  const clients = Array.from({ length: 8 }, () => target.stranger())
  const look = async (turn: number): Promise<{ ms: number; isGood: boolean }> => {
    const path = turn % 2 === 0 ? '/v2/wallet' : '/v2/wallet/transaction?limit=20'
    const reply = await clients[turn % clients.length]?.ask(path, { method: 'GET', token: honest?.token ?? '' })
    return { ms: reply?.ms ?? 0, isGood: reply?.status === 200 }
  }
  const looks = async (isOver: (count: number) => boolean): Promise<Fared> => {
    const seen: { ms: number; isGood: boolean }[] = []
    while (!isOver(seen.length)) {
      seen.push(await look(seen.length))
      await pause(EVERY_MS)
    }
    const times = seen.map(({ ms }) => ms)
    const failed = seen.filter(({ isGood }) => !isGood).length
    return { count: seen.length, failed, p50: percentile(times, 50), p99: percentile(times, 99) }
  }
  const alone = await looks((count) => count >= ALONE)
  let isOver = false
  const attacking = attack().finally(() => {
    isOver = true
  })
  const others = await looks(() => isOver)
  await attacking
  for (const client of clients) client.close()
  return { others, alone }
}

/** The 99th percentile of the delay of the wallet's event loop, in milliseconds, since it was last looked at. */
export async function loopDelay({ monitoringUrl }: Target): Promise<number> {
  const text = await (await fetch(`${monitoringUrl}/metrics`)).text()
  const found = /^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? ([0-9.e+-]+)$/m.exec(text)
  if (!found) throw new Error('The wallet tells nothing of its event loop')
  return Number(found[1]) * 1000
}

/** The memory that the wallet's process has, in bytes. */
export async function memory({ monitoringUrl }: Target): Promise<number> {
  const text = await (await fetch(`${monitoringUrl}/metrics`)).text()
  return Number(/^process_resident_memory_bytes(?:\{[^}]*\})? ([0-9.e+-]+)$/m.exec(text)?.[1] ?? 0)
}
