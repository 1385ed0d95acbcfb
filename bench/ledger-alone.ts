import { randomBytes, randomUUID } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { type Money, money, negate } from '#money/money'
import type { Ledger } from '#server/ledger/ledger'
import type { Entry, PostingRequest } from '#server/ledger/posting'
import { type Load, loadOf } from './measure.ts'
import type { BenchUser } from './people.ts'

const CENT: Money = money('USD', 1n)
const FINGERPRINT = randomBytes(32)
// As many requests in flight as a busy server has; the ledger makes its groups of them.
const CLIENTS = 256

/** A two-entry transfer under an Idempotency-Key, as P2 and P3 of the benchmark want it. */
export function transferRequest(user: BenchUser, to: Entry['account'], lockedToo: readonly string[]): PostingRequest {
  const id = uuid()
  return {
    accounts: [user.accounts[0], ...lockedToo],
    idempotencyKey: { key: randomUUID(), isFromClient: true, fingerprint: FINGERPRINT },
    decide: () => ({
      kind: 'post',
      transfers: [
        {
          id,
          operationId: null,
          kind: 'bench',
          postedAt: new Date(),
          entries: [
            { account: { user: user.accounts[0] }, amount: negate(CENT) },
            { account: to, amount: CENT },
          ],
        },
      ],
      reply: { id },
    }),
  }
}

/** P2: transfers between users, spread over all of them. */
export function spreadLoad(ledger: Ledger, users: readonly BenchUser[]): Load {
  return loadOf(CLIENTS, async () => {
    const place = Math.floor(Math.random() * users.length)
    const from = users[place]
    const to = users[(place + 1) % users.length]
    if (from && to) await posted(ledger, transferRequest(from, { user: to.accounts[0] }, [to.accounts[0]]))
  })
}

/** P3: the same system account on one side of every transfer. */
export function hotLoad(ledger: Ledger, users: readonly BenchUser[]): Load {
  return loadOf(CLIENTS, async () => {
    const from = users[Math.floor(Math.random() * users.length)]
    if (from) await posted(ledger, transferRequest(from, { system: 'fees' }, []))
  })
}

/** P3 with a user's account, floor and running balance and all, on one side of every transfer. */
export function hotUserLoad(ledger: Ledger, users: readonly BenchUser[]): Load {
  const [hot, ...others] = users
  if (!hot) throw new Error('No users')
  return loadOf(CLIENTS, async () => {
    const from = others[Math.floor(Math.random() * others.length)]
    if (from) await posted(ledger, transferRequest(from, { user: hot.accounts[0] }, [hot.accounts[0]]))
  })
}

async function posted(ledger: Ledger, request: PostingRequest): Promise<void> {
  const outcome = await ledger.post(request)
  if (outcome.kind !== 'posted') throw new Error(`Refused: ${outcome.refusal.code}`)
}
