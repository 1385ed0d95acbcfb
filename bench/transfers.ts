import { randomUUID } from 'node:crypto'
import { money } from '#money/money'
import { confirmationBy } from '#server/confirmation/pin'
import { postBy } from '#server/confirmation/post-confirmed'
import type { Database } from '#server/db/pool'
import { freshIdempotencyKey } from '#server/idempotency/key'
import type { Ledger } from '#server/ledger/ledger'
import type { Keys } from '#server/security/keys'
import { createPins } from '#server/security/pins'
import { loadBrandAssets } from '#server/settings/brand'
import { confirmedTransfer } from '#server/transfers/transfer'
import { httpLoad, requestOf } from './http-load.ts'
import { type Load, timedLoadOf } from './measure.ts'
import type { BenchUser } from './people.ts'

const CLIENTS = 64
const CONNECTIONS = 64
const PIN = '4815'
const AMOUNT = '0.10'
// Whom each person sends to.
const RECIPIENTS = 10
const MANY = 999_999_999
// More than there are connections; a hash takes long.
const PEOPLE_OVER_HTTP = 200

/** What the rules of money between people catch nothing with, for a wallet in a process of its own. */
export const HELD_OFF = {
  VELOCITY_RECIPIENTS_PER_HOUR: String(MANY),
  VELOCITY_SENDERS_PER_DAY: String(MANY),
  FIRST_DAY_PERCENT: '100',
}

interface TransferDeps {
  readonly database: Database
  readonly ledger: Ledger
  readonly keys: Keys
}

/**
 * Gives everybody a PIN, and lets them send as much as they like. That of the first of them is hashed as it is in the wallet, by whom it is sent
 * over HTTP; of the others it is not asked for. Returns when the PINs were set.
 */
export async function prepareTransfers({ database, keys }: TransferDeps, users: readonly BenchUser[]): Promise<Date> {
  const pins = createPins(keys)
  const setAt = new Date()
  const give = {
    name: 'bench.transfer_pins',
    text: 'insert into pin (user_id, hash, set_at) select id, hash, $3 from unnest($1::uuid[], $2::text[]) as given (id, hash)',
  }
  const hashes: string[] = []
  for (const [place, { id }] of users.entries()) hashes.push(place < PEOPLE_OVER_HTTP ? await pins.hash(id, PIN) : 'bench')
  await database.run(give, [users.map(({ id }) => id), hashes, setAt])
  await noteLookups(database, users.slice(0, PEOPLE_OVER_HTTP), setAt)
  await noteLookups(database, users, setAt)
  const limits = ['max', 'daily', 'monthly', 'person_daily', 'received_monthly'].map((name) => `p2p_${name}_minor = $1`)
  const text = `update level_limit set p2p_min_minor = 1, ${limits.join(', ')} where currency = 'USD'`
  await database.run({ name: 'bench.no_p2p_limits', text }, [money('USD', 1_000_000_000_000n).minor])
  return setAt
}

/** As after the look-up that the page makes before a transfer. */
async function noteLookups(database: Database, users: readonly BenchUser[], now: Date): Promise<void> {
  const pairOf = pairs(users)
  const all = Array.from({ length: users.length * RECIPIENTS }, pairOf)
  const note = {
    name: 'bench.lookups',
    text: `insert into p2p_lookup (user_id, phone, looked_up_at) select user_id, phone, $3 from unnest($1::uuid[], $2::text[]) as pair (user_id, phone)
      on conflict do nothing`,
  }
  await database.run(note, [all.map(({ from }) => from.id), all.map(({ to }) => to.phone), now])
}

/** P13: transfers to people by their numbers, as the feature makes them, with facts and rows; only the PIN is not hashed. Each is timed. */
export async function transferLoad(deps: TransferDeps, users: readonly BenchUser[], setAt: Date): Promise<Load> {
  const { brand } = await loadBrandAssets('stater')
  // The rules look at what they would look at, and catch nothing.
  const limits = { recipientsPerHour: MANY, outPercent: 80, outFloorPercent: 50, sendersPerDay: MANY, newDays: 7 }
  const feature = {
    ...deps,
    brand,
    lookupsPerDay: MANY,
    firstDay: { percent: 100, seconds: 86_400 },
    velocity: () => limits,
  }
  const pairOf = pairs(users)
  return timedLoadOf(CLIENTS, async () => {
    const { from, to } = pairOf()
    const session = { userId: from.id, sessionId: from.id }
    const asked = {
      ...{ fromAccountId: from.accounts[0], phone: to.phone, amount: AMOUNT },
      ...{ recipientId: undefined, code: undefined, requestId: undefined, message: undefined, protectionCode: undefined },
    }
    const idempotencyKey = freshIdempotencyKey()
    const caller = { user: session, idempotencyKey, clock: () => new Date() }
    const transfer = confirmedTransfer(feature, asked, caller)
    const sending = await transfer.read()
    const confirmation = confirmationBy({ ...session, setAt, now: new Date() })
    if (await deps.ledger.precheck({ idempotencyKey, ...transfer.check(sending, { id: randomUUID(), now: new Date() }) }))
      throw new Error('A transfer was refused')
    const outcome = await postBy(deps, transfer, sending, { caller, confirmation })
    if (outcome.kind === 'refused' || outcome.reply.status !== 'ok') throw new Error('A transfer did not go at once')
  })
}

/** P13 beside it: the same over HTTP, `POST /v2/wallet/transfer` over 64 connections, with the PIN hashed. */
export function transferOverHttpLoad(port: number, users: readonly BenchUser[]): Load {
  const pairOf = pairs(users.slice(0, PEOPLE_OVER_HTTP))
  return httpLoad(port, CONNECTIONS, () => {
    const { from, to } = pairOf()
    const body = JSON.stringify({ from_account_id: from.accounts[0], to: { phone: to.phone }, amount: AMOUNT, pin: PIN })
    const headers = { authorization: `Token ${from.token}`, 'idempotency-key': randomUUID() }
    return requestOf('POST', '/v2/wallet/transfer', { headers, body })
  })
}

/**
 * Everybody in turn, each with one after another of those they send to, who are half of all of them away: so nobody who sends is sent to at the
 * same moment.
 */
function pairs(users: readonly BenchUser[]): () => { readonly from: BenchUser; readonly to: BenchUser } {
  let next = 0
  return () => {
    const from = users[next % users.length]
    const lap = Math.floor(next / users.length) % RECIPIENTS
    const to = users[(next + Math.floor(users.length / 2) + lap) % users.length]
    next += 1
    if (!(from && to)) throw new Error('No users')
    return { from, to }
  }
}
