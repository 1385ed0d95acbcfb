import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { money } from '#money/money'
import { verifyBooks } from '#server/app/verify-books'
import { factSource, rowWriter } from '#server/db/batched'
import { type Database, openDatabase, sqlState } from '#server/db/pool'
import { freshIdempotencyKey } from '#server/idempotency/key'
import { openUserAccount, type UserAccount } from '#server/ledger/accounts'
import { writeCheckpoint } from '#server/ledger/checkpoint'
import { type Ledger, openLedger } from '#server/ledger/ledger'
import type { PostingRequest } from '#server/ledger/posting'
import { makeChange } from '#server/operator/change'
import { checkpointCorrection } from '#server/operator/checkpoints'
import { deriveKeys } from '#server/security/keys'
import { loadBrandAssets } from '#server/settings/brand'
import { newOrderRow } from '#server/topup/store'
import { storeFirstLevels } from '#server/users/levels'
import { insertUser } from '#server/users/users'
import { SECRET } from '#tests/secret'
import { createDatabase, expectTrueBooks } from '#tests/test-wallet'

let database: Database
let ledger: Ledger
/** The database and the books as another process has them open. */
let otherDatabase: Database
let otherProcess: Ledger
beforeAll(async () => {
  const connection = await createDatabase()
  database = openDatabase({ connection, connectionsMax: 8, onError: () => undefined })
  otherDatabase = openDatabase({ connection, connectionsMax: 8, onError: () => undefined })
  await storeFirstLevels(database, (await loadBrandAssets('stater')).levels)
  ledger = await openLedger(database, new Date())
  otherProcess = await openLedger(otherDatabase, new Date())
})
afterEach(() => expectTrueBooks(database))
afterAll(async () => {
  await Promise.all([ledger.close(), otherProcess.close()])
  await Promise.all([database.close(), otherDatabase.close()])
})

let people = 0
async function anAccount(minor: bigint): Promise<UserAccount> {
  people += 1
  const phone = `+7999${people.toString().padStart(7, '0')}`
  const userId = await insertUser(
    database,
    deriveKeys(SECRET),
    { firstName: 'Anna', lastName: '', email: 'anna@mail.example' },
    { phone, levelCode: 'basic', isTopupAllowed: true, isWithdrawalAllowed: true, registeredAt: new Date() },
  )
  const account = userId && (await openUserAccount(database, { userId, currency: 'USD', now: new Date() }))
  if (!account) throw new Error('No account')
  if (minor > 0n)
    await ledger.post(
      request([
        { account: { system: 'topup_clearing' }, minor: -minor },
        { account: { user: account.id }, minor },
      ]),
    )
  return account
}

function request(
  sides: { account: { user: string } | { system: 'topup_clearing' | 'fees' }; minor: bigint }[],
  idempotencyKey: PostingRequest['idempotencyKey'] = freshIdempotencyKey(),
): PostingRequest {
  const users = sides.flatMap(({ account }) => ('user' in account ? [account.user] : []))
  return {
    accounts: users,
    idempotencyKey,
    decide: () => ({
      kind: 'post',
      transfers: [
        {
          id: randomUUID(),
          operationId: null,
          kind: 'test',
          postedAt: new Date(),
          entries: sides.map(({ account, minor }) => ({ account, amount: money('USD', minor) })),
        },
      ],
      reply: {},
    }),
  }
}

function spend(account: UserAccount, minor: bigint, idempotencyKey?: PostingRequest['idempotencyKey']): PostingRequest {
  return request(
    [
      { account: { user: account.id }, minor: -minor },
      { account: { system: 'fees' }, minor },
    ],
    idempotencyKey,
  )
}

/** A top-up that nobody has paid. */
function topupRequest({ id: accountId }: UserAccount): PostingRequest {
  const id = randomUUID()
  const legs = [{ accountId, amount: money('USD', 100n), fee: money('USD', 0n), details: {} }]
  return {
    idempotencyKey: freshIdempotencyKey(),
    accounts: [accountId],
    decide: () => ({
      kind: 'post',
      operation: { id, kind: 'topup', state: 'pending', legs, details: {}, createdAt: new Date() },
      transfers: [],
      rows: [newOrderRow({ id, provider: 'test', nextCheckAt: new Date() })],
      reply: {},
    }),
  }
}

async function balance(account: UserAccount): Promise<bigint> {
  const row = await database.find<{ balance_minor: bigint }>(
    { name: 'test.balance', text: 'select balance_minor from account where id = $1' },
    [account.id],
  )
  return row?.balance_minor ?? -1n
}

/** A key that a client gave with a body. */
function aClientsKey(body: string): PostingRequest['idempotencyKey'] {
  return { key: randomUUID(), isFromClient: true, fingerprint: Buffer.from(body) }
}

async function transfers(): Promise<bigint> {
  const row = await database.find<{ count: bigint }>({ name: 'test.transfers', text: 'select count(*) from transfer' })
  return row?.count ?? 0n
}

const UNCHECKPOINTED = {
  name: 'test.uncheckpointed',
  text: 'select seq from transfer where seq > (select max(seq_to) from checkpoint)',
}

/** The outcomes of a thing that was asked for twice, and done once. */
const ONCE = [
  ['posted', false],
  ['posted', true],
]

test('two hundred simultaneous requests cannot spend the same money twice [ledger-1]', async () => {
  const account = await anAccount(10_000n)
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => ledger.post(spend(account, 100n))))
  expect(outcomes.filter(({ kind }) => kind === 'posted')).toHaveLength(100)
  expect(await balance(account)).toBe(0n)
})

test('a hundred requests in each of two processes cannot spend the same money twice [ledger-2]', async () => {
  const account = await anAccount(10_000n)
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, place) => (place % 2 === 0 ? ledger : otherProcess).post(spend(account, 100n))),
  )
  expect(outcomes.filter(({ kind }) => kind === 'posted')).toHaveLength(100)
  expect(await balance(account)).toBe(0n)
})

test('money moves between accounts in both directions at once without a deadlock or a loss [ledger-3]', async () => {
  const [anna, boris] = [await anAccount(10_000n), await anAccount(10_000n)]
  const pay = (from: UserAccount, to: UserAccount): PostingRequest =>
    request([
      { account: { user: from.id }, minor: -7n },
      { account: { user: to.id }, minor: 7n },
    ])
  await Promise.all(
    Array.from({ length: 200 }, (_, place) => {
      const wish = place % 2 === 0 ? pay(anna, boris) : pay(boris, anna)
      return place % 5 === 0 ? otherProcess.post(wish) : ledger.post(wish)
    }),
  )
  expect((await balance(anna)) + (await balance(boris))).toBe(20_000n)
})

test('one key has one effect, in one process and in two', async () => {
  const account = await anAccount(10_000n)
  const idempotencyKey = aClientsKey('body')
  const outcomes = await Promise.all([
    ...Array.from({ length: 10 }, () => ledger.post(spend(account, 100n, idempotencyKey))),
    ...Array.from({ length: 10 }, () => otherProcess.post(spend(account, 100n, idempotencyKey))),
  ])
  expect(outcomes.filter((outcome) => !outcome.repeated)).toHaveLength(1)
  expect(await balance(account)).toBe(9_900n)
})

test('two processes with the same requests in opposite order do each of them once and overdraw no account', async () => {
  const accounts = [await anAccount(500n), await anAccount(500n), await anAccount(500n)]
  const wishes = accounts.flatMap((one, place) => {
    const other = accounts[(place + 1) % accounts.length] ?? one
    return Array.from({ length: 30 }, () => ({ one, other, idempotencyKey: aClientsKey('both') }))
  })
  const spendBoth = ({ one, other, idempotencyKey }: (typeof wishes)[number]) =>
    request(
      [
        { account: { user: one.id }, minor: -10n },
        { account: { user: other.id }, minor: -10n },
        { account: { system: 'fees' }, minor: 20n },
      ],
      idempotencyKey,
    )
  const transfersBefore = await transfers()
  const checkpointing = [database, otherDatabase].map(async (each) => {
    for (let time = 0; time < 3; time += 1) await writeCheckpoint(each, new Date())
  })
  const [here, there] = await Promise.all([
    Promise.all(wishes.map((wish) => ledger.post(spendBoth(wish)))),
    Promise.all(wishes.toReversed().map((wish) => otherProcess.post(spendBoth(wish)))),
    ...checkpointing,
  ])

  const ended = wishes.map(({ one, other }, place) => ({ one, other, twice: [here[place], there.at(-1 - place)] }))
  const posted = ended.filter(({ twice }) => twice.some((outcome) => outcome?.kind === 'posted'))
  for (const { twice } of posted) expect(twice.map((outcome) => [outcome?.kind, outcome?.repeated]).sort()).toEqual(ONCE)
  expect(posted.length).toBeLessThan(wishes.length)
  expect(await transfers()).toBe(transfersBefore + BigInt(posted.length))
  for (const account of accounts) {
    const spent = posted.filter(({ one, other }) => one === account || other === account).length
    expect(await balance(account)).toBe(500n - 10n * BigInt(spent))
  }
  await writeCheckpoint(database, new Date())
  expect(await database.list(UNCHECKPOINTED)).toEqual([])
})

test('a key used with different bodies in two processes at once has one effect, whichever is first', async () => {
  const [anna, boris] = [await anAccount(1_000n), await anAccount(1_000n)]
  const keys = Array.from({ length: 20 }, () => aClientsKey('here'))
  const there = keys.map((key) => ({ ...key, fingerprint: Buffer.from('there') })).reverse()
  // Neither waits for an account of the other; each of a batch's keys may be in the other's way.
  const outcomes = await Promise.all([
    ...keys.map((key) => ledger.post(spend(anna, 10n, key))),
    ...there.map((key) => otherProcess.post(spend(boris, 10n, key))),
  ])
  const [posted, refused] = [true, false].map((is) => outcomes.filter(({ kind }) => (kind === 'posted') === is))
  expect([posted?.length, refused?.length]).toEqual([20, 20])
  for (const outcome of refused ?? []) expect(outcome).toMatchObject({ refusal: { code: 'idempotency_mismatch' } })
  expect((await balance(anna)) + (await balance(boris))).toBe(1_800n)
})

test('a batch survives a member that the database refuses', async () => {
  const account = await anAccount(1_000n)
  const impossible: PostingRequest = {
    idempotencyKey: freshIdempotencyKey(),
    accounts: [],
    decide: () => ({
      kind: 'post',
      transfers: [{ id: randomUUID(), operationId: randomUUID(), kind: 'of no operation', postedAt: new Date(), entries: [] }],
      reply: {},
    }),
  }
  const outcomes = await Promise.allSettled([
    ledger.post(spend(account, 1n)),
    ledger.post(impossible),
    ledger.post(spend(account, 2n)),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await balance(account)).toBe(997n)
})

test('a row that cannot be serialized moves no money, and does not affect the rest of its batch', async () => {
  const [anna, boris] = [await anAccount(100n), await anAccount(100n)]
  const unspeakable = rowWriter({ name: 'test.unspeakable', text: 'select 1' }, () => {
    throw new Error('no words')
  })
  const paying = spend(anna, 10n)
  const [mute, other] = await Promise.allSettled([
    ledger.post({
      ...paying,
      decide: (accounts, facts) => {
        const posting = paying.decide(accounts, facts)
        return posting.kind === 'post' ? { ...posting, rows: [unspeakable('row')] } : posting
      },
    }),
    ledger.post(spend(boris, 10n)),
  ])
  expect([mute.status, other.status]).toEqual(['rejected', 'fulfilled'])
  expect([await balance(anna), await balance(boris)]).toEqual([100n, 90n])
})

/** Has the database want so many tries again that write a transfer, as late as it can; gives how many there were, and what the work came to. */
async function withFailing(
  failures: number,
  state: string,
  work: () => Promise<unknown>,
): Promise<[tries: number, end: unknown]> {
  const run = (text: string) => database.run({ name: '', text })
  await run('create sequence test_tries')
  await run(`create function test_fail_first() returns trigger language plpgsql as $$
    begin
      if nextval('test_tries') <= ${failures} then raise exception 'try again' using errcode = '${state}'; end if;
      return null;
    end $$`)
  await run(`create constraint trigger test_fail_first after insert on transfer deferrable initially deferred
    for each row execute function test_fail_first()`)
  try {
    const end = await work().catch((error: unknown) => sqlState(error))
    const row = await database.find<{ tries: number }>({ name: '', text: 'select last_value::integer as tries from test_tries' })
    return [row?.tries ?? 0, end]
  } finally {
    await run('drop function test_fail_first cascade')
    await run('drop sequence test_tries')
  }
}

test.each(['40001', '40P01'])(
  'a request that the database asks to retry (%s) is retried, three times, and done once',
  async (state) => {
    const account = await anAccount(100n)
    const [tries, end] = await withFailing(3, state, () => ledger.post(spend(account, 10n)))
    expect([tries, end]).toEqual([4, expect.objectContaining({ kind: 'posted' })])
    expect(await balance(account)).toBe(90n)
  },
)

test.each(['40001', '40P01'])(
  'the fourth failure (%s) is reported, no money has moved, and later requests succeed',
  async (state) => {
    const account = await anAccount(100n)
    const key = freshIdempotencyKey()
    expect(await withFailing(4, state, () => ledger.post(spend(account, 10n, key)))).toEqual([4, state])
    expect(await balance(account)).toBe(100n)
    await ledger.post(spend(account, 10n, key))
    expect(await balance(account)).toBe(90n)
  },
)

test('a permanent failure is reported at once, without a retry', async () => {
  const account = await anAccount(100n)
  expect(await withFailing(1, '23514', () => ledger.post(spend(account, 10n)))).toEqual([1, '23514'])
  expect(await balance(account)).toBe(100n)
})

test('an account held elsewhere delays no request for other accounts', async () => {
  const [anna, boris, clara] = [await anAccount(1_000n), await anAccount(1_000n), await anAccount(1_000n)]
  const text = 'select from account where id = $1 for update'
  await database.inTransaction(async (tx) => {
    await tx.list({ name: 'test.hold', text }, [anna.id])
    const held = ledger.post(spend(anna, 1n))
    const others = Array.from({ length: 20 }, (_, place) => ledger.post(spend(place % 2 === 0 ? boris : clara, 1n)))
    // All of them while the account is still held; its own request is not lost meanwhile.
    expect((await Promise.all(others)).map(({ kind }) => kind)).toEqual(others.map(() => 'posted'))
    expect(await Promise.race([held, Promise.resolve('waiting')])).toBe('waiting')
  })
  await ledger.post(spend(anna, 1n))
  expect(await balance(anna)).toBe(998n)
})

test('a second request waiting for a held account delays no other request either', async () => {
  const [anna, boris] = [await anAccount(1_000n), await anAccount(1_000n)]
  const text = 'select from account where id = $1 for update'
  await database.inTransaction(async (tx) => {
    await tx.list({ name: 'test.hold', text }, [anna.id])
    const held = [ledger.post(spend(anna, 1n))]
    // Long enough for the first to be found held, so that the second is left waiting for it.
    await ledger.post(spend(boris, 1n))
    held.push(ledger.post(spend(anna, 1n)))
    await new Promise((resolve) => setImmediate(resolve))
    let isOver = false
    void Promise.allSettled(held).then(() => {
      isOver = true
    })
    for (let place = 0; place < 5; place += 1) expect(await ledger.post(spend(boris, 1n))).toMatchObject({ kind: 'posted' })
    expect(isOver).toBe(false)
  })
})

const WANTED = factSource((tx, ids: readonly string[]) =>
  tx
    .list<{ id: string; balance_minor: bigint }>(
      { name: 'test.wanted', text: 'select id, balance_minor from account where id = any($1)' },
      [ids],
    )
    .then((rows) => ids.map((wanted) => rows.find(({ id }) => id === wanted)?.balance_minor ?? -1n)),
)

test('the facts read for a request still hold when it is decided, whatever runs at the same time [ledger-4]', async () => {
  const [anna, boris] = [await anAccount(1_000n), await anAccount(1_000n)]
  const told: bigint[] = []
  const ask = (account: UserAccount) =>
    ledger.post({
      ...spend(account, 10n),
      facts: { balance: WANTED(account.id) },
      decide(accounts, facts) {
        if (facts.balance !== accounts.get(account.id)?.balance.minor) told.push(facts.balance)
        return spend(account, 10n).decide(accounts, {})
      },
    })
  await Promise.all(
    Array.from({ length: 60 }, (_, place) =>
      place % 3 === 0 ? ledger.post(spend(anna, 1n)) : ask(place % 2 === 0 ? anna : boris),
    ),
  )
  expect(told).toEqual([])
})

const REFUSED = [
  ['an entry changed', 'update entry set amount_minor = amount_minor + 1', 'WL002'],
  ['an entry taken away', 'delete from entry', 'WL002'],
  ['the entries cut off', 'truncate entry', 'WL002'],
  ['a transfer changed', "update transfer set kind = 'other'", 'WL002'],
  ['a transfer taken away', 'delete from transfer', 'WL002'],
  ['an account taken away', 'delete from account', 'WL002'],
  ['an operation of another kind', "update operation set kind = 'other'", 'WL002'],
  ['an operation taken away', 'delete from operation', 'WL002'],
  ['a leg of another amount', 'update operation_leg set amount_minor = amount_minor + 1', 'WL002'],
  ['a leg taken away', 'delete from operation_leg', 'WL002'],
  ['the legs cut off', 'truncate operation_leg', 'WL002'],
  [
    'a leg on an account of somebody else',
    `insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
     select operation.id, 7, gen_random_uuid(), account.id, account.currency, 1, 0, '{}', operation.created_at
     from operation, account where account.user_id is not null limit 1`,
    'WL003',
  ],
  [
    'a leg in another currency than its account',
    `insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
     select operation.id, 7, account.user_id, account.id, 'EUR', 1, 0, '{}', operation.created_at
     from operation, account where account.user_id is not null limit 1`,
    'WL003',
  ],
  [
    'a leg that begins before its operation',
    `insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
     select operation.id, 7, account.user_id, account.id, account.currency, 1, 0, '{}', operation.created_at - interval '1 ms'
     from operation, account where account.user_id is not null and not exists (
       select from operation_leg where operation_id = operation.id and account_id = account.id) limit 1`,
    'WL003',
  ],
  [
    'a second leg on one account',
    `insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
     select operation_id, 7, user_id, account_id, currency, 1, 0, '{}', now() from operation_leg limit 1`,
    'WL003',
  ],
  [
    'a leg of no operation',
    `insert into operation_leg (operation_id, leg, user_id, account_id, currency, amount_minor, fee_minor, details, created_at)
     select gen_random_uuid(), 0, user_id, id, currency, 1, 0, '{}', now() from account where user_id is not null limit 1`,
    'WL003',
  ],
  ['a balance below nothing', 'update account set balance_minor = -1 where user_id is not null', '23514'],
  [
    'a lopsided transfer',
    `with t as (insert into transfer (id, kind, posted_at) values ('00000000-0000-7000-8000-000000000001', 'x', now()) returning id)
     insert into entry select t.id, 0, account.id, account.currency, 1, null from t, account limit 1`,
    'WL001',
  ],
  [
    'an entry in another currency than its account',
    `with t as (insert into transfer (id, kind, posted_at) values ('00000000-0000-7000-8000-000000000002', 'x', now()) returning id)
     insert into entry select t.id, line, account.id, 'XXX', 1 - 2 * line, null
     from t, generate_series(0, 1) as line, (select id from account limit 1) as account`,
    'WL003',
  ],
  [
    'an entry of no transfer',
    `insert into entry select '00000000-0000-7000-8000-000000000003', line, account.id, account.currency, 1 - 2 * line, null
     from generate_series(0, 1) as line, (select id, currency from account limit 1) as account`,
    'WL003',
  ],
] as const

test.each(REFUSED)('the database itself refuses %s [ledger-5]', async (_what, sql, state) => {
  const account = await anAccount(100n)
  await ledger.post(topupRequest(account))
  const failed = await database.withClient((client) =>
    client.query(sql).then(
      () => undefined,
      (error: unknown) => sqlState(error),
    ),
  )
  expect(failed).toBe(state)
})

test('a checkpoint waits for a transfer with a lower number that is still being committed, however long that takes [ledger-6]', async () => {
  const account = await anAccount(1_000n)
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let noteWritten = (): void => undefined
  const written = new Promise<void>((resolve) => {
    noteWritten = resolve
  })
  // As a commit that waits for its standby.
  const slow = database.inTransaction(async (tx) => {
    const text = `with posted as (insert into transfer (id, kind, posted_at) values (gen_random_uuid(), 'test', now()) returning id)
      insert into entry (transfer_id, line, account_id, currency, amount_minor)
      select posted.id, line, account.id, 'USD', line * 2 - 1 from posted, generate_series(0, 1) as line,
        (select id from account where role = 'fees' and currency = 'USD') as account`
    await tx.run({ name: 'test.slow', text })
    noteWritten()
    await held
  })
  await written
  await ledger.post(spend(account, 10n))
  const muchLater = new Date(Date.now() + 86_400_000)
  const checkpoints = () => database.list({ name: 'test.checkpoints', text: 'select number from checkpoint' })
  const before = (await checkpoints()).length
  await writeCheckpoint(database, muchLater)
  expect(await checkpoints()).toHaveLength(before)
  // One that looks on meanwhile keeps nobody waiting.
  const writing = writeCheckpoint(database, muchLater)
  letGo()
  await slow
  await writing
  expect(await checkpoints()).toHaveLength(before + 1)
  expect(await database.list(UNCHECKPOINTED)).toEqual([])
})

test('a change behind the ledger’s back breaks the chain of checkpoints', async () => {
  const account = await anAccount(1_000n)
  await ledger.post(spend(account, 10n))
  await writeCheckpoint(database, new Date())
  await ledger.post(spend(account, 10n))
  await writeCheckpoint(database, new Date())
  const chain = (await database.inSnapshot(verifyBooks)).at(-1)
  expect(chain).toMatchObject({ faults: [], looked: expect.stringMatching(/^[0-9]+ checkpoints/) })

  const changed = await database.withClient(async (client) => {
    await client.query('begin')
    await client.query('alter table transfer disable trigger transfer_stays')
    await client.query("update transfer set posted_at = posted_at + interval '1 day' where seq = (select min(seq) from transfer)")
    const { rows } = await client.query<{ count: bigint }>('select count(*) from transfer')
    const findings = await verifyBooks({
      list: async <Row extends object>(statement: { text: string }, values: readonly unknown[] = []) =>
        (await client.query(statement.text, [...values])).rows as Row[],
      find: async <Row extends object>(statement: { text: string }, values: readonly unknown[] = []) =>
        (await client.query(statement.text, [...values])).rows[0] as Row | undefined,
      run: () => Promise.resolve(0),
    })
    await client.query('rollback')
    return { count: rows[0]?.count, findings }
  })
  expect(changed.findings.filter(({ faults }) => faults.length > 0).map(({ invariant }) => invariant)).toEqual(['INV-8', 'INV-8'])
})

test('a broken checkpoint hides no broken checkpoint after it, and is valid again once the operator has recorded the reason', async () => {
  const correct = (number: string, note?: string) =>
    makeChange(database, checkpointCorrection(number), { author: { name: 'vera', note } })
  const chain = async () => (await database.inSnapshot(verifyBooks)).at(-1)
  const account = await anAccount(1_000n)
  await writeCheckpoint(database, new Date())
  await ledger.post(spend(account, 10n))
  await writeCheckpoint(database, new Date())
  await expect(correct('1')).resolves.toBeUndefined()
  await expect(correct('999')).rejects.toThrow('There is no checkpoint 999')
  const tampering = [
    'alter table transfer disable trigger transfer_stays',
    "update transfer set posted_at = posted_at + interval '1 day' where seq in (select seq_to from checkpoint order by number limit 2)",
    'alter table transfer enable trigger transfer_stays',
  ]
  await database.withClient((client) => client.query(tampering.join(';')))
  const [broken, also] = ['checkpoint 1 does not fit', 'checkpoint 2 does not fit']
  expect(await chain()).toMatchObject({ faults: [broken, also] })
  expect(await correct('2', 'restored by hand')).toMatchObject({ id: expect.any(String) })
  expect(await chain()).toMatchObject({ faults: [broken], looked: expect.stringMatching(/corrected by the operator: 2$/) })
  await correct('1', 'restored by hand')
  expect(await chain()).toMatchObject({ faults: [], looked: expect.stringMatching(/corrected by the operator: 1, 2$/) })
  // A correction is as bound to its content as a checkpoint is.
  await database.withClient((client) => client.query(tampering.join(';')))
  expect(await chain()).toMatchObject({ faults: [broken, also] })
  for (const number of ['1', '2']) await correct(number, 'once more')
})
