import { money } from '#money/money'
import { confirmationBy } from '#server/confirmation/pin'
import { type MadeAs, postBy } from '#server/confirmation/post-confirmed'
import type { Database } from '#server/db/pool'
import { freshIdempotencyKey } from '#server/idempotency/key'
import { userAccountsOf } from '#server/ledger/accounts'
import type { Ledger } from '#server/ledger/ledger'
import { endSent } from '#server/outgoing/end'
import { WITHDRAWAL_ENDS } from '#server/withdrawal/end'
import { type WithdrawalRead, withdrawalHold } from '#server/withdrawal/withdrawal'
import { type Load, loadOf } from './measure.ts'
import type { BenchUser } from './people.ts'

const CLIENTS = 256
const AMOUNT = money('USD', 100n)

// The rules look at what they would look at, and catch nothing.
const LIMITS = { recipientsPerHour: 999_999_999, outPercent: 80, outFloorPercent: 50, sendersPerDay: 5, newDays: 7 }
const POLICY = {
  firstDay: { percent: 20, seconds: 86_400 },
  velocity: () => LIMITS,
  walletsPerCard: () => 2,
  // Nobody has to ask the provider about them.
  providerTimeoutMs: 3_600_000,
}
const HELD = { kind: 'withdrawal', post: (read: WithdrawalRead, as: MadeAs) => withdrawalHold(POLICY, read, as) } as const

/** P12: withdrawals to cards, held and then settled, each by a user who makes no other at that moment; without PIN hashing. */
export async function withdrawalLoad(
  deps: { readonly database: Database; readonly ledger: Ledger },
  users: readonly BenchUser[],
): Promise<Load> {
  const hash = 'bench'
  const give = {
    name: 'bench.pins',
    text: 'insert into pin (user_id, hash, set_at) select unnest($1::uuid[]), $2, $3',
  }
  const setAt = new Date()
  await deps.database.run(give, [users.map(({ id }) => id), hash, setAt])
  const level = "update level_limit set withdrawal_daily_minor = 1000000000000 where currency = 'USD'"
  await deps.database.run({ name: 'bench.no_daily_limit', text: level })
  let next = 0
  return loadOf(CLIENTS, async () => {
    const user = users[next++ % users.length]
    if (!user) throw new Error('No users')
    const now = new Date()
    const session = { userId: user.id, sessionId: user.id }
    const own = await deps.database.read(userAccountsOf(user.id))
    // A card of the person's own, as a provider with fingerprints tells it: how many wallets use it is looked up.
    const destination = { kind: 'card', token: 'tok_bench', fingerprint: user.id, masked: '220012******4821' } as const
    const read = { provider: 'sandbox', amount: AMOUNT, destination, own, user: session }
    const caller = { user: session, idempotencyKey: freshIdempotencyKey(), clock: () => now }
    const outcome = await postBy(deps, HELD, read, { caller, confirmation: confirmationBy({ ...session, setAt, now }) })
    if (outcome.kind === 'refused') throw new Error(`A hold was refused: ${outcome.refusal.code}`)
    const reference = outcome.reply.transaction_id ?? ''
    await endSent(WITHDRAWAL_ENDS, deps, { reference, externalId: 'out', state: 'paid', amount: AMOUNT }, now)
  })
}
