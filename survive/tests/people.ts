import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, aKey, aUser, type TestUser } from '#tests/builders'
import type { Journal } from '../journal.ts'
import type { Random } from '../random.ts'
import { brokenInvariants, countLost, countRepeated } from '../reckoning.ts'
import { rowOfCounts, type SurvivalTest } from '../survival-test.ts'
import { openWorld, type World } from '../world.ts'

const AT_ONCE = 32
const KILLS = 3
// Whom somebody sends to: fewer than the numbers that may be looked up in a day.
const NEIGHBOURS = 12
const CODE = '4711'

/** P2P: people send to each other at random, some of it with a code that is received and taken back at once, while wallets are killed. */
export const people: SurvivalTest = {
  id: 'P2P',
  name: 'people send to each other',
  bar: '200 people, 5 000 transfers, 32 at once, under their keys until answered, 3 kills: no money more or less, nothing twice, nothing lost',
  async run({ random, openJournal, isQuick, tell }) {
    const [count, transfers] = isQuick ? [8, 60] : [200, 5000]
    const world = await openWorld({ wallets: 2 })
    const journal = await openJournal()
    try {
      const all = await peopleOf(world, count)
      tell(`${count} people`)
      const before = await moneyOf(world)
      const run = { world, all, journal, random, wrong: [] as string[], sent: 0 }
      await Promise.all([sendAll(run, transfers), killThrough(run, transfers)])
      const told = await journal.read()
      const { rows } = await world.admin.query<{ made: number; waiting: number }>(MADE)
      const { made = 0, waiting = 0 } = rows[0] ?? {}
      const after = await moneyOf(world)
      const counted = {
        loadName: `${transfers} transfers of ${count} people, ${AT_ONCE} at once, two wallets`,
        faults: `${KILLS} × kill -9`,
        recovery: '',
        acknowledged: told.length,
        lost: await countLost(world, told),
        twice: countRepeated(told) + Math.max(0, made - told.length),
        broken: await brokenInvariants(world),
      }
      return [
        rowOfCounts(people, counted, [
          { is: after === before, fact: `there is ${after - before} more than before` },
          { is: waiting === 0, fact: `${waiting} still wait` },
          { is: run.wrong.length === 0, fact: `${run.wrong.length} answers were not as agreed: ${run.wrong[0]}` },
        ]),
      ]
    } finally {
      await journal.close()
      await world.close()
    }
  },
}

const MADE = `select count(*)::integer as made, (count(*) filter (where state = 'waiting'))::integer as waiting
  from operation where kind = 'p2p'`

/** What people have, and what is on its way between them, in cents. */
async function moneyOf({ admin }: World): Promise<bigint> {
  const { rows } = await admin.query<{ minor: bigint }>(`select (
      (select coalesce(sum(balance_minor), 0) from account where role = 'user')
      + (select coalesce(sum(amount_minor), 0) from entry join account on account.id = account_id where role = 'transfer_hold')
    )::bigint as minor`)
  return rows[0]?.minor ?? 0n
}

async function peopleOf(world: World, count: number): Promise<TestUser[]> {
  const all: TestUser[] = []
  const open = async (): Promise<void> => {
    while (all.length < count) {
      const place = all.push(await aUser(world, '100.00 USD'))
      if (place > count) all.pop()
    }
  }
  await Promise.all(Array.from({ length: 6 }, open))
  return all
}

interface Sending {
  readonly world: World
  readonly all: readonly TestUser[]
  readonly journal: Journal
  readonly random: Random
  readonly wrong: string[]
  sent: number
}

async function sendAll(run: Sending, transfers: number): Promise<void> {
  const sendOnes = async (): Promise<void> => {
    while (run.sent < transfers) {
      run.sent += 1
      await sendOne(run)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendOnes))
}

async function sendOne({ all, random, journal, wrong }: Sending): Promise<void> {
  const from = random.below(all.length)
  const [sender, recipient] = [all[from], all[(from + 1 + random.below(Math.min(NEIGHBOURS, all.length - 1))) % all.length]]
  if (!(sender && recipient)) return
  const [minor, isWaiting, key] = [100 + random.below(300), random.chance(0.1), aKey()]
  const amount = (minor / 100).toFixed(2)
  const also = { key, ...(isWaiting && { protection_code: CODE }) }
  const answer = await untilAnswered(() => sender.send(amount, 'USD', { phone: recipient.phone }, also))
  if (answer.http === 422 && answer.code === 'insufficient_funds') return
  if (answer.http !== 200) {
    wrong.push(JSON.stringify(answer))
    return
  }
  const id = String(answer.transaction_id)
  await journal.write({ kind: 'p2p', id, currency: 'USD', minor: BigInt(minor) })
  if (isWaiting) await endWaiting(id, sender, recipient, wrong)
}

/** Received and taken back at once: exactly one. */
async function endWaiting(transaction_id: string, sender: TestUser, recipient: TestUser, wrong: string[]): Promise<void> {
  const [receiving, taking] = [aKey(), aKey()]
  const answers = await Promise.all([
    untilAnswered(() =>
      recipient.post('/v2/wallet/transfer/receive', { transaction_id, protection_code: CODE }, { key: receiving }),
    ),
    untilAnswered(() => sender.post('/v2/wallet/transfer/take-back', { transaction_id }, { key: taking })),
  ])
  const ends = answers.map(({ http }) => http).toSorted()
  if (ends.join() !== '200,409') wrong.push(JSON.stringify(answers))
}

/** Sends the same again, under the same key, until a wallet says what came of it. */
async function untilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send().catch(() => undefined)
    if (answer && answer.http !== 503 && answer.code !== 'idempotency_running') return answer
    await pause(100)
  }
}

async function killThrough(run: Sending, transfers: number): Promise<void> {
  const { world, random } = run
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while (run.sent < (transfers * kill) / (KILLS + 1)) await pause(20)
    const wallet = random.pick(world.wallets)
    await wallet.kill()
    await wallet.start()
  }
}
