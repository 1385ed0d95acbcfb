import { setTimeout as pause } from 'node:timers/promises'
import { verifyBooks } from '#server/app/verify-books'
import { writeCheckpoint } from '#server/ledger/checkpoint'
import { operate } from '#tests/operator'
import { createLoad, type Load } from '../load.ts'
import { settle } from '../reckoning.ts'
import { type Row, rowOfCounts, type SurvivalTest } from '../survival-test.ts'
import { openWorld, type World } from '../world.ts'

const WITHIN_MS = 60_000
const today = (): string => new Date().toISOString().slice(0, 10)

/** R12: what somebody with all rights has changed in the books, or at the vendors, is found. */
export const reconciliation: SurvivalTest = {
  id: 'R12',
  name: 'books that were tampered with',
  bar: '55 mismatches of 11 kinds: each found within 60 s, and none before it was planted',
  async run({ random, openJournal, isQuick, tell }) {
    const each = isQuick ? 1 : 5
    const world = await openWorld()
    const journal = await openJournal()
    try {
      const load = await createLoad(world, { people: 6, random, journal })
      await fill(world, load, each)
      await settle(world)
      const falsely = await faultsNow(world)
      const found = new Map<string, number>()
      let slowestMs = 0
      for (const kind of IN_THE_BOOKS) {
        const startedAt = performance.now()
        found.set(kind.what, await findPlanted(world, kind, each))
        slowestMs = Math.max(slowestMs, performance.now() - startedAt)
        tell(`${kind.what}: ${found.get(kind.what)} of ${each}`)
      }
      const outside = await findAtVendors(world, load, { each, withinMs: isQuick ? 1000 : WITHIN_MS })
      for (const [what, count] of outside) {
        found.set(what, count)
        tell(`${what}: ${count} of ${each}`)
      }
      const missed = [...found].filter(([, count]) => count < each)
      return [rowOf({ found, missed, falsely, each, slowestMs })]
    } finally {
      await journal.close()
      await world.close()
    }
  },
}

interface Result {
  readonly found: ReadonlyMap<string, number>
  readonly missed: readonly (readonly [string, number])[]
  readonly falsely: readonly string[]
  readonly each: number
  readonly slowestMs: number
}

function rowOf({ found, missed, falsely, each, slowestMs }: Result): Row {
  const planted = found.size * each
  const all = [...found.values()].reduce((sum, count) => sum + count, 0)
  const counted = {
    loadName: `${found.size} kinds × ${each}`,
    faults: `${planted} planted`,
    recovery: `${all} found, ${falsely.length} falsely, by verify in ${Math.round(slowestMs)} ms`,
    acknowledged: planted,
    lost: 0,
    twice: 0,
    broken: [],
  }
  return rowOfCounts(reconciliation, counted, [
    { is: slowestMs <= WITHIN_MS, fact: `one was found only after ${Math.round(slowestMs)} ms` },
    ...missed.map(([what, count]) => ({ is: false, fact: `${what}: ${count} of ${each} were found` })),
    { is: falsely.length === 0, fact: `found where nothing was: ${falsely[0]}` },
  ])
}

/** Gives the books something of each kind, and as many checkpoints as will be tampered with. */
async function fill({ database }: World, load: Load, each: number): Promise<void> {
  for (let person = 0; person < load.people.length; person += 1) {
    for (const kind of ['exchange', 'withdrawal', 'topup'] as const) await load.once(kind, person)
    if (person < each) await writeCheckpoint(database, new Date(), { transfersMax: 4 })
  }
}

interface Tampering {
  readonly what: string
  /** Plants `$1` of them and gives of each the text `mark`, by which a fault that is found has to name it. */
  readonly plant: string
}

const some = (kind: string): string => `select id from transfer where kind = '${kind}' order by seq limit $1`

const IN_THE_BOOKS: readonly Tampering[] = [
  {
    what: 'a balance changed',
    plant: `update account set balance_minor = balance_minor + 1
      where id in (select id from account where role = 'user' and balance_minor > 0 order by id limit $1)
      returning id::text as mark`,
  },
  {
    what: 'an entry gone',
    plant: `delete from entry where line = 1 and transfer_id in (${some('exchange')}) returning transfer_id::text as mark`,
  },
  {
    what: 'another amount in an entry',
    plant: `update entry set amount_minor = amount_minor + 7
      where line = 0 and transfer_id in (${some('withdrawal_settle')})
      returning transfer_id::text as mark`,
  },
  {
    what: 'an operation in a wrong state',
    plant: `update operation set state = 'failed' where id in (select operation_id from transfer where kind = 'topup' order by seq limit $1)
      returning id::text as mark`,
  },
  {
    what: 'a credit posted twice',
    plant: `with source as (
        select distinct on (account.id) gen_random_uuid() as id, transfer.id as first, account.id as account_id,
          entry.amount_minor, account.balance_minor + entry.amount_minor as after_minor
        from transfer
        join entry on entry.transfer_id = transfer.id
        join account on account.id = entry.account_id and account.role = 'user'
        where transfer.kind = 'topup'
        order by account.id, transfer.seq
        limit $1
      ), again as (
        insert into transfer (id, operation_id, kind, posted_at) select id, null, 'topup', clock_timestamp() from source
      ), sides as (
        insert into entry (transfer_id, line, account_id, currency, amount_minor, balance_after_minor)
          select source.id, line, entry.account_id, currency, entry.amount_minor,
            case when entry.account_id = source.account_id then after_minor end
          from source join entry on entry.transfer_id = source.first
      )
      update account set balance_minor = after_minor from source where account.id = source.account_id
      returning source.id::text as mark`,
  },
  {
    what: 'a payment credited to two orders',
    plant: `with source as (
        select operation_id, external_id from topup where next_check_at is null and external_id is not null order by operation_id limit 2 * $1
      ), pairs as (
        select operation_id, lead(external_id) over (order by operation_id) as other, row_number() over (order by operation_id) as place
        from source
      )
      update topup set external_id = other from pairs where pairs.operation_id = topup.operation_id and place % 2 = 1
      returning other as mark`,
  },
  {
    what: 'another currency in an entry',
    plant: `update entry set currency = 'GBP' where line = 0 and transfer_id in (${some('topup')}) returning transfer_id::text as mark`,
  },
  {
    what: 'a leg gone',
    plant: `delete from operation_leg
      where leg = 1 and operation_id in (select operation_id from transfer where kind = 'exchange' order by seq limit $1)
      returning operation_id::text as mark`,
  },
  {
    what: 'another hash in a checkpoint',
    plant: `update checkpoint set hash = sha256(hash) where number in (select number from checkpoint order by number limit $1)
      returning 'checkpoint ' || number || ' ' as mark`,
  },
]

/** Ends a transaction of which nothing may stay. */
class Undone extends Error {}

/** Plants so many of a kind, has the books verified, and takes everything back; gives how many of them were found. */
async function findPlanted({ database }: World, { what, plant }: Tampering, each: number): Promise<number> {
  let found = 0
  await database
    .inTransaction(async (tx) => {
      await tx.list({ name: 'plant.unseen', text: "select set_config('session_replication_role', 'replica', true)" })
      const marks = (await tx.list<{ mark: string }>({ name: `plant.${what}`, text: plant }, [each])).map(({ mark }) => mark)
      if (marks.length !== each) throw new Error(`Of "${what}" only ${marks.length} could be planted`)
      const faults = (await verifyBooks(tx)).flatMap((finding) => finding.faults)
      found = marks.filter((mark) => faults.some((fault) => fault.includes(mark))).length
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return found
}

/** Everything that is found wrong or waits for the operator. */
async function faultsNow({ database, admin }: World): Promise<string[]> {
  const faults = (await database.inSnapshot(verifyBooks)).flatMap((finding) => finding.faults)
  const cases = await admin.query<{ name: string }>("select kind || ' ' || reference as name from operator_case")
  return [...faults, ...cases.rows.map(({ name }) => name)]
}

const PAID = 'a payout that was paid and has failed in our books'
const UNKNOWN = 'a payment credited that the provider does not know'

/** Changes what has ended at the vendors, who do not say so, and has the wallets ask them again. */
async function findAtVendors(
  world: World,
  { people }: Load,
  { each, withinMs }: { each: number; withinMs: number },
): Promise<ReadonlyMap<string, number>> {
  for (const person of people.slice(0, each)) await person.withdraw('1.00', 'USD', { pan: '2200123456780002' })
  await settle(world)
  const { pool } = world.vendors
  const paid = await pool.query<{ reference: string }>(
    "update sandbox.payout set outcome = 'paid' where outcome = 'failed' returning reference",
  )
  const gone = await pool.query<{ reference: string }>(
    `delete from sandbox.payment
      where id in (select id from sandbox.payment where outcome = 'complete' order by reference limit $1)
      returning reference`,
    [each],
  )
  const planted = [
    [PAID, paid.rows],
    [UNKNOWN, gone.rows],
  ] as const
  // They are asked a day later by themselves; an operator who suspects them does not wait for that.
  await operate({ DATABASE_URL: world.databaseUrl }, ['operations', 'reconcile', '--since', today(), '--yes', '--as', 'survive'])
  const endsAt = performance.now() + withinMs
  for (;;) {
    const faults = await faultsNow(world)
    const found = new Map(
      planted.map(([what, rows]) => [
        what,
        rows.filter(({ reference }) => faults.some((fault) => fault.includes(reference))).length,
      ]),
    )
    if ([...found.values()].every((count) => count === each) || performance.now() > endsAt) return found
    await pause(1000)
  }
}
