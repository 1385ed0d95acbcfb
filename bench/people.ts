import { v7 as uuid } from 'uuid'
import { parseDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import { negate } from '#money/money'
import type { Database } from '#server/db/pool'
import { freshIdempotencyKey } from '#server/idempotency/key'
import { openUserAccount } from '#server/ledger/accounts'
import type { Ledger } from '#server/ledger/ledger'
import type { Keys } from '#server/security/keys'
import { beginSession } from '#server/security/sessions'
import { getFirstLevel } from '#server/users/levels'
import { insertUser } from '#server/users/users'

// So that none waits for a connection longer than one is waited for.
const AT_ONCE = 50

/** A user of the benchmark: signed in, with money on the first account and none on the second. */
export interface BenchUser {
  readonly id: string
  /** In E.164. */
  readonly phone: string
  readonly token: string
  readonly accounts: readonly [string, string]
}

/** Makes users with two accounts each and `balance` on the first, through the same code that serves people. */
export async function makeUsers(
  { database, ledger, keys }: { database: Database; ledger: Ledger; keys: Keys },
  count: number,
  currencies: readonly [Currency, Currency],
  balance: string,
): Promise<BenchUser[]> {
  const level = await getFirstLevel(database)
  const now = new Date()
  const users: BenchUser[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, place) => from + place)
    users.push(...(await Promise.all(places.map(makeUser))))
  }
  return users

  async function makeUser(place: number): Promise<BenchUser> {
    const phone = `+7999${place.toString().padStart(7, '0')}`
    const id = await insertUser(
      database,
      keys,
      { firstName: 'Bench', lastName: String(place), email: 'bench@mail.example' },
      {
        phone,
        levelCode: level.code,
        isTopupAllowed: true,
        isWithdrawalAllowed: true,
        registeredAt: now,
      },
    )
    if (!id) throw new Error('The benchmark needs an empty database')
    const accounts = await Promise.all(currencies.map((currency) => openUserAccount(database, { userId: id, currency, now })))
    const [first, second] = accounts
    if (!(first && second)) throw new Error('An account was not opened')
    const amount = parseDecimal(balance, currencies[0])
    await ledger.post({
      idempotencyKey: freshIdempotencyKey(),
      accounts: [first.id],
      decide: () => ({
        kind: 'post',
        transfers: [
          {
            id: uuid(),
            operationId: null,
            kind: 'bench_funding',
            postedAt: now,
            entries: [
              { account: { system: 'topup_clearing' }, amount: negate(amount) },
              { account: { user: first.id }, amount },
            ],
          },
        ],
        reply: {},
      }),
    })
    const token = await beginSession(database, keys, { userId: id, device: 'bench', now })
    return { id, phone, token, accounts: [first.id, second.id] as const }
  }
}
