import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { giveLines } from '#tests/long-statement'
import { type Attack, counted, type Row, type Scene } from '../attack-test.ts'
import { atOnce, freshAddress } from '../client.ts'
import { besides, memory } from '../others.ts'
import { somePeople } from '../people.ts'

/** Whoever makes others wait: with very much of their own, with connections that say nothing, with one account, with orders nobody pays. */
export const stalling: Attack = {
  name: 'stalling',
  isQuick: true,
  async run(scene) {
    const rows: Row[] = []
    for (const attack of [veryMuch, silentConnections, oneAccount, unpaidOrders]) rows.push(...(await attack(scene)))
    return rows
  },
}

const MB = 1024 * 1024

async function veryMuch(scene: Scene): Promise<readonly Row[]> {
  const { target, isQuick } = scene
  const lines = isQuick ? 10_000 : 200_000
  const [rich] = await somePeople(target, 1, '100.00 RUB')
  if (!rich) throw new Error('There is nobody')
  await giveLines(target.database, rich, lines)
  await target.admin.query('analyze operation, operation_leg')
  const clients = Array.from({ length: 10 }, () => target.stranger())
  const before = await memory(target)
  let most = before
  let asked = 0
  let bytes = 0
  const seconds = isQuick ? 3 : 30
  const { others, alone } = await besides(scene, async () => {
    const until = performance.now() + seconds * 1000
    // Rarely: to tell of itself takes the wallet time, too.
    const watching = (async () => {
      for (; performance.now() < until; await pause(1000)) most = Math.max(most, await memory(target))
    })()
    await Promise.all(
      clients.map(async (client, place) => {
        while (performance.now() < until) {
          const path = place % 2 === 0 ? '/v2/wallet/transaction' : '/v2/wallet/stat'
          const { text, status } = await client.ask(path, { method: 'GET', token: rich.token })
          asked += 1
          bytes += text.length
          if (status !== 200) await pause(50)
        }
      }),
    )
    await watching
  })
  for (const client of clients) client.close()
  return [
    {
      attack: `a person with ${lines} operations reads all of them, and statistics, ten at once for ${seconds} s: others meanwhile`,
      tries: asked,
      through: `p99 ${others.p99.toFixed(0)} ms`,
      bar: 'p99 < 100 ms, no failure',
      isMet: others.p99 < 100 && others.failed === 0,
      note: `${others.count} calls of others, ${others.failed} failed, median ${others.p50.toFixed(1)} ms; alone p99 ${alone.p99.toFixed(0)} ms; ${Math.round(bytes / MB)} MB read`,
    },
    {
      attack: 'the same: memory of the wallet',
      tries: asked,
      through: `${Math.round((most - before) / MB)} MB more`,
      bar: '< 200 MB more',
      isMet: most - before < 200 * MB,
      note: `${Math.round(before / MB)} MB before`,
    },
  ]
}

const SILENT = 1000

/** Opens a connection that is never used well; nothing where it is refused. */
async function openSocket(url: URL, localAddress: string): Promise<Socket> {
  const socket = connect({ host: url.hostname, port: Number(url.port), localAddress })
  socket.on('error', () => undefined)
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined)
  return socket
}

/** Half of them say nothing, half begin a request and send a byte of its body a second. */
async function silentConnections(scene: Scene): Promise<readonly Row[]> {
  const { target, isQuick } = scene
  const url = new URL(target.wallet.url)
  const address = freshAddress()
  const seconds = isQuick ? 2 : 25
  const count = isQuick ? 300 : SILENT
  const sockets: Socket[] = []
  let open = 0
  let longest = 0
  const { others } = await besides(scene, async () => {
    const openedAt = performance.now()
    for (let place = 0; place < count; place += 1) {
      const socket = await openSocket(url, address)
      sockets.push(socket)
      socket.on('close', () => {
        longest = Math.max(longest, performance.now() - openedAt)
      })
      if (place % 2 === 0)
        socket.write(
          'POST /v2/wallet/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{',
        )
    }
    await pause(300)
    open = sockets.filter(({ destroyed }) => !destroyed).length
    const until = performance.now() + seconds * 1000
    while (performance.now() < until) {
      for (const socket of sockets) if (!socket.destroyed) socket.write(' ')
      await pause(1000)
    }
  })
  const left = sockets.filter(({ destroyed }) => !destroyed).length
  for (const socket of sockets) socket.destroy()
  return [
    counted('silent connections and slow bodies from one address', {
      tries: count,
      through: open,
      most: 100,
      bar: '≤ 100 open at once',
      note: `${left} open after ${seconds} s, the last ended after ${(longest / 1000).toFixed(0)} s`,
    }),
    {
      attack: 'the same: others meanwhile',
      tries: count,
      through: `p99 ${others.p99.toFixed(0)} ms`,
      bar: 'p99 < 500 ms, no failure',
      isMet: others.p99 < 500 && others.failed === 0,
      note: `${others.count} calls of others, ${others.failed} failed`,
    },
  ]
}

async function oneAccount(scene: Scene): Promise<readonly Row[]> {
  const { target, isQuick } = scene
  const [hot] = await somePeople(target, 1, '1000.00 USD', '1.00 EUR')
  if (!hot) throw new Error('There is nobody')
  const body = await hot.exchangeBody('0.10', 'USD', 'EUR')
  const clients = Array.from({ length: 10 }, () => target.stranger())
  let asked = 0
  const statuses = new Map<number, number>()
  const { others, alone } = await besides(scene, async () => {
    const until = performance.now() + (isQuick ? 2000 : 15_000)
    await atOnce(200, 200, async (place) => {
      while (performance.now() < until) {
        const reply = await clients[place % clients.length]?.ask('/v2/wallet/exchange', { token: hot.token, body })
        asked += 1
        const status = reply?.status ?? 0
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        // Told to come back, nobody who wants to get through asks at once; an attacker does, but for a breath.
        if (status !== 200) await pause(10)
      }
    })
  })
  for (const client of clients) client.close()
  return [
    {
      attack: 'one account is locked by 200 requests at once: others meanwhile',
      tries: asked,
      through: `p99 ${others.p99.toFixed(0)} ms`,
      bar: 'p99 < 500 ms, no failure',
      isMet: others.p99 < 500 && others.failed === 0,
      note: `${others.count} calls of others, ${others.failed} failed, median ${others.p50.toFixed(1)} ms; alone p99 ${alone.p99.toFixed(0)} ms; ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
    },
  ]
}

async function unpaidOrders(scene: Scene): Promise<readonly Row[]> {
  const { target, isQuick } = scene
  const [person] = await somePeople(target, 1)
  const clients = Array.from({ length: 10 }, () => target.stranger())
  const tries = isQuick ? 200 : 3000
  const replies = await atOnce(tries, 30, async (place) =>
    clients[place % clients.length]?.ask('/v2/wallet/top-up', {
      token: person?.token ?? '',
      body: { amount: '5.00', currency_code: 'USD' },
    }),
  )
  for (const client of clients) client.close()
  return [
    counted('top-ups that nobody pays, 30 at once', {
      tries,
      through: replies.filter((reply) => reply?.status === 200).length,
      most: 20,
      bar: '≤ 20 open orders',
    }),
  ]
}
