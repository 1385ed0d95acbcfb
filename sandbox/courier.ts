import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { expireChecks } from './identity.ts'
import { announceShopPayments } from './merchants.ts'
import { type SandboxOptions, TIMERS } from './options.ts'
import { expirePayments } from './payments.ts'
import { announcePayouts } from './payouts.ts'

/** Delivers what is due: outcomes whose time has come, and webhooks until the wallet has accepted them. */
export interface Courier {
  /** Starts polling every `beatMs`. */
  start(): void
  /** Stops; deliveries under way are aborted and sent again later. */
  stop(): Promise<void>
  /** Polls once, now. */
  beat(): Promise<void>
  /** Polls now instead of at the next beat, unless it is polling or stopped. */
  hurry(): void
}

interface Delivery {
  readonly id: string
  readonly url: string
  readonly body: string
  readonly attempts: number
}

const BATCH = 20
// How long a delivery is claimed by one process; longer than any webhook may take.
const LEASE_MS = 60_000
const DELAY_MS_MAX = 600_000

/** Creates the courier of a sandbox. All its state is in the tables, so a new one continues where a killed one was. */
export function createCourier(options: SandboxOptions, log: FastifyBaseLogger): Courier {
  const { beatMs } = { ...TIMERS, ...options.timers }
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> | undefined
  let stopping = new AbortController()

  const beat = async () => {
    await expirePayments(options)
    await announcePayouts(options)
    await announceShopPayments(options)
    await expireChecks(options)
    const deliveries = await takeUp(options)
    await Promise.all(deliveries.map((delivery) => deliver(options, delivery, stopping.signal)))
  }
  const run = () => {
    current = beat()
      .catch((error: unknown) => log.warn({ err: error }, 'The sandbox courier stumbled'))
      .finally(() => {
        current = undefined
        if (!stopping.signal.aborted) next()
      })
  }
  const next = () => {
    timer = setTimeout(run, beatMs)
    timer.unref()
  }
  return {
    beat,
    start: () => {
      if (!timer) next()
    },
    hurry: () => {
      if (!timer || current) return
      clearTimeout(timer)
      run()
    },
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      timer = undefined
      await current
      stopping = new AbortController()
    },
  }
}

async function takeUp({ pool, clock }: SandboxOptions): Promise<Delivery[]> {
  const now = clock()
  const { rows } = await pool.query<Delivery>(
    `update sandbox.delivery
        set attempts = attempts + 1, next_attempt_at = $2
      where id in (
        select id
          from sandbox.delivery
         where delivered_at is null and next_attempt_at <= $1
         order by next_attempt_at
         limit $3
           for update skip locked)
     returning id, url, body, attempts`,
    [now, new Date(now.getTime() + LEASE_MS), BATCH],
  )
  return rows
}

async function deliver(
  { pool, clock, secrets, timers }: SandboxOptions,
  delivery: Delivery,
  stopping: AbortSignal,
): Promise<void> {
  const { webhookMs } = { ...TIMERS, ...timers }
  const fault = await post(delivery, signature(delivery.body, clock(), secrets.webhookSecret), [
    AbortSignal.timeout(webhookMs),
    stopping,
  ])
  const now = clock()
  if (fault === undefined) {
    await pool.query('update sandbox.delivery set delivered_at = $2, last_fault = null where id = $1', [delivery.id, now])
    return
  }
  const delayMs = Math.min(1000 * 2 ** (delivery.attempts - 1), DELAY_MS_MAX)
  const nextAttemptAt = new Date(now.getTime() + delayMs)
  await pool.query('update sandbox.delivery set next_attempt_at = $2, last_fault = $3 where id = $1', [
    delivery.id,
    nextAttemptAt,
    fault,
  ])
}

async function post({ url, body }: Delivery, signed: string, signals: AbortSignal[]): Promise<string | undefined> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sandbox-signature': signed },
      body,
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    })
    await reply.body?.cancel()
    return reply.ok ? undefined : `HTTP ${reply.status}`
  } catch (error) {
    return String(error)
  }
}

// Signed anew at every attempt: the signature covers the timestamp, and the wallet accepts only fresh ones.
function signature(body: string, now: Date, secret: string): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
