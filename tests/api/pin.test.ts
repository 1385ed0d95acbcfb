import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, aKey, aUser, PIN, TestUser, until } from '#tests/builders'
import { countLockWaits } from '#tests/lock-waits'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

// How fast the vault is on this machine decides nothing here.
const PATIENT = { PROVIDER_TIMEOUT_MS: '15000' }
let wallet: TestWallet
/** Another process on the same database, as far as anybody can tell. */
let other: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet(PATIENT)
  other = await startTestWallet(PATIENT, { databaseUrl: wallet.databaseUrl })
})
afterEach(() => wallet.expectTrueBooks())
afterAll(async () => {
  await other.close()
  await wallet.close()
})

const run = (text: string) => wallet.database.run({ name: `test.${text.slice(0, 50)}`, text })

/** Time passes for both processes. */
function pass(seconds: number): void {
  for (const each of [wallet, other]) each.passSeconds(seconds)
}

/** How often a person's PIN was wrong by the database, and whether one is being checked. */
async function tries(user: TestUser): Promise<{ failures: number; trying_until: Date | null } | undefined> {
  const text = `select trying_until, (select count(*)::integer from pin_failure where pin_failure.user_id = pin.user_id) as failures
    from pin join wallet_user on wallet_user.id = user_id where phone = $1`
  return wallet.database.find({ name: 'test.tries', text }, [`+${user.phone}`])
}

const NO_TRIES = { failures: 0, trying_until: null }
const codes = (answers: readonly Answer[]) => answers.map(({ code }) => code)
const inOther = (user: TestUser): TestUser => new TestUser(other, user.phone, user.token)

/** Withdraws so many times in a row, with the right PIN unless told otherwise. */
async function withdraw(user: TestUser, times: number, pin = PIN): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let time = 0; time < times; time += 1) answers.push(await user.withdraw('10.00', 'USD', { pin }))
  return answers
}

test('the right PIN costs no try while the vault of the provider is away', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await run('alter table sandbox.destination rename to destination_away')
  const away = await withdraw(anna, 6)
  for (const answer of away) expect(answer).toMatchObject({ http: 503, code: 'unavailable' })
  expect(await tries(anna)).toEqual(NO_TRIES)
  await run('alter table sandbox.destination_away rename to destination')
  // A provider that does not answer is left alone for a second (providers/breaker.ts).
  const wrong: Answer[] = []
  await until(async () => {
    wrong.splice(0, wrong.length, ...(await withdraw(anna, 1, '0000')))
    return wrong[0]?.code !== 'unavailable'
  })
  expect(wrong).toMatchObject([{ code: 'pin_wrong', attempts_left: 4 }])
  expect(await withdraw(anna, 1)).toMatchObject([{ status: 'ok' }])
  expect(await anna.balance('USD')).toBe('90.00')
})

test('the right PIN costs no try while the disk of the database is full [pin-1]', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await run(`create or replace function refuse_as_full() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await run('create trigger full_disk before insert on withdrawal for each row execute function refuse_as_full()')
  const full = await withdraw(anna, 6)
  for (const answer of full) expect(answer).toMatchObject({ http: 503, code: 'busy', retry_after: 1 })
  expect(await tries(anna)).toEqual(NO_TRIES)
  await run('drop trigger full_disk on withdrawal')
  expect(await withdraw(anna, 1)).toMatchObject([{ status: 'ok' }])
  expect(await anna.balance('USD')).toBe('90.00')
})

test('a wrong PIN that cannot be stored is answered as busy, and not counted', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await run(`create or replace function refuse_as_full() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await run('create trigger full_disk before insert on pin_failure for each row execute function refuse_as_full()')
  expect(codes(await withdraw(anna, 6, '0000'))).toEqual(Array.from({ length: 6 }, () => 'busy'))
  await run('drop trigger full_disk on pin_failure')
  expect(await withdraw(anna, 1, '0000')).toMatchObject([{ code: 'pin_wrong', attempts_left: 4 }])
})

test('five wrong PINs in a row block even the right PIN; after half an hour the count starts anew [pin-2]', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const wrong = await withdraw(anna, 5, '0000')
  expect(wrong.map(({ attempts_left, code }) => attempts_left ?? code)).toEqual([4, 3, 2, 1, 'pin_blocked'])
  expect(await withdraw(anna, 1)).toMatchObject([{ http: 429, code: 'pin_blocked', retry_after: expect.any(Number) }])
  pass(1801)
  expect(await withdraw(anna, 1, '0000')).toMatchObject([{ code: 'pin_wrong', attempts_left: 4 }])
  expect(await withdraw(anna, 1)).toMatchObject([{ status: 'ok' }])
  expect(await withdraw(anna, 1, '0000')).toMatchObject([{ code: 'pin_wrong', attempts_left: 4 }])
})

test('the owner is told of a block, and not of wrong PINs before it', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await withdraw(anna, 4, '0000')
  expect(await anna.told()).not.toContain('PIN')
  await withdraw(anna, 1, '0000')
  expect(await anna.told()).toContain('Your wallet PIN was entered wrong too many times')
})

test('fifteen wrong PINs end the tries of a session until the next sign-in, even with right PINs between them', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  for (let round = 0; round < 3; round += 1) {
    expect(codes(await withdraw(anna, 4, '0000'))).toEqual(['pin_wrong', 'pin_wrong', 'pin_wrong', 'pin_wrong'])
    expect(await withdraw(anna, 1)).toMatchObject([{ status: 'ok' }])
  }
  expect(await withdraw(anna, 3, '0000')).toMatchObject([{ attempts_left: 2 }, { attempts_left: 1 }, { code: 'pin_sign_in' }])
  expect(await withdraw(anna, 1)).toMatchObject([{ http: 403, code: 'pin_sign_in' }])
  expect(await withdraw(await anna.signInAgain(), 1)).toMatchObject([{ status: 'ok' }])
  expect(await withdraw(anna, 1)).toMatchObject([{ code: 'pin_sign_in' }])
})

test('wrong PINs in one session do not block another session', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const other = await anna.signInAgain()
  await withdraw(anna, 5, '0000')
  expect(await withdraw(other, 1)).toMatchObject([{ status: 'ok' }])
  expect(await withdraw(anna, 1)).toMatchObject([{ code: 'pin_blocked' }])
})

test('thirty wrong PINs of a person in a day block every session until the first of them is a day old', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const guessFifteen = async (user: TestUser): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await withdraw(user, 5, '0000')
      pass(1801)
    }
  }
  await guessFifteen(anna)
  const second = await anna.signInAgain()
  await guessFifteen(second)
  expect(await tries(anna)).toMatchObject({ failures: 30 })
  const third = await anna.signInAgain()
  expect(await withdraw(third, 1)).toMatchObject([{ http: 429, code: 'pin_blocked' }])
  pass(86_400 - 3 * 1801)
  expect(await withdraw(third, 1)).toMatchObject([{ status: 'ok' }])
})

test('no refusal other than a wrong PIN tells whether the PIN was right', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  for (const [amount, currency] of [
    ['100000000.00', 'USD'],
    ['0.01', 'USD'],
    ['100.01', 'USD'],
    ['1.00', 'GBP'],
  ] as const) {
    const [right, wrong] = [await anna.withdraw(amount, currency), await anna.withdraw(amount, currency, { pin: '0000' })]
    expect(right.http).toBeGreaterThan(400)
    expect(wrong).toEqual(right)
  }
  expect(await tries(anna)).toEqual(NO_TRIES)
  const key = aKey()
  const short = await anna.withdraw('100.01', 'USD', { key })
  await anna.topUp('50.00', 'USD')
  expect(await anna.withdraw('100.01', 'USD', { key })).toEqual(short)
})

test('the wrong PIN that leads to a block is the final answer of its key: sent again after the block, it is not counted again', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await withdraw(anna, 4, '0000')
  const blocking = { pin: '0000', key: aKey() }
  const first = await anna.withdraw('10.00', 'USD', blocking)
  expect(first).toMatchObject({ http: 429, code: 'pin_blocked' })
  for (const person of [anna, inOther(anna)]) expect(await person.withdraw('10.00', 'USD', blocking)).toEqual(first)
  pass(1801)
  expect(await anna.withdraw('10.00', 'USD', blocking)).toEqual(first)
  expect(await tries(anna)).toMatchObject({ failures: 5 })
  expect(await withdraw(anna, 1)).toMatchObject([{ status: 'ok' }])
})

test('after fifteen wrong PINs only a new sign-in gives tries, however long the person waits', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  for (let round = 0; round < 3; round += 1) {
    await withdraw(anna, 5, '0000')
    pass(1801)
  }
  pass(86_400)
  expect(await withdraw(anna, 1)).toMatchObject([{ code: 'pin_sign_in' }])
  expect(await withdraw(await anna.signInAgain(), 1)).toMatchObject([{ status: 'ok' }])
})

test('of five hundred wrong PINs at once five are checked', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const guesses = Array.from({ length: 500 }, (_, place) => {
    const guesser = place % 2 === 0 ? anna : inOther(anna)
    return guesser.withdraw('10.00', 'USD', { pin: place.toString().padStart(4, '0') })
  })
  const answers = await Promise.all(guesses)
  const checked = answers.filter(({ code }) => code === 'pin_wrong')
  expect(checked.map(({ attempts_left }) => attempts_left).sort()).toEqual([1, 2, 3, 4])
  expect(new Set(codes(answers))).toEqual(new Set(['pin_wrong', 'pin_blocked', 'busy']))
  expect(await tries(anna)).toMatchObject({ failures: 5, trying_until: null })
  expect(await withdraw(anna, 1)).toMatchObject([{ code: 'pin_blocked' }])
})

test('a wrong PIN that is sent many times under one key counts once, in one process and in two', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const key = aKey()
  const guess = (user: TestUser) => user.withdraw('10.00', 'USD', { pin: '0000', key })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, place) => guess(place % 2 === 0 ? anna : inOther(anna))))
  for (const answer of answers) expect(['pin_wrong', 'busy']).toContain(answer.code)
  expect(await guess(anna)).toMatchObject({ code: 'pin_wrong', attempts_left: 4 })
  expect(await tries(anna)).toMatchObject({ failures: 1 })
  // Another PIN under the same key is another request: refused without being checked.
  expect(await anna.withdraw('10.00', 'USD', { pin: PIN, key })).toMatchObject({ code: 'idempotency_mismatch' })
  expect(await tries(anna)).toMatchObject({ failures: 1 })
})

test('a request that runs in another process under the same key is waited for, and gives its answer to both', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const key = aKey()
  const guess = (user: TestUser) => user.withdraw('10.00', 'USD', { pin: '0000', key })
  const held = await wallet.database.inTransaction(async (tx) => {
    // The first compares, and cannot write down for a while that it was wrong.
    await tx.run({ name: 'test.lock_failures', text: 'lock table pin_failure in share row exclusive mode' })
    const first = guess(anna)
    await until(async () => (await countLockWaits(tx)) > 0)
    const startedAt = Date.now()
    const second = guess(inOther(anna))
    // Longer than another request is waited for.
    await until(async () => Date.now() - startedAt > 1300)
    return { first, second }
  })
  const [first, second] = [await held.first, await held.second]
  expect(first).toMatchObject({ code: 'pin_wrong', attempts_left: 4 })
  expect(second).toEqual(first)
  expect(await tries(anna)).toEqual({ failures: 1, trying_until: null })
})

test('a request waits for a short PIN check of another process, and then succeeds', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const claimed = `update pin set trying_until = clock_timestamp() + interval '400 milliseconds', trying_id = gen_random_uuid()
    from wallet_user where wallet_user.id = user_id and phone = $1`
  await wallet.database.run({ name: 'test.claim_briefly', text: claimed }, [`+${anna.phone}`])
  expect(await withdraw(anna, 1)).toMatchObject([{ status: 'ok' }])
  expect(await tries(anna)).toEqual(NO_TRIES)
})

test('a withdrawal that waited for its PIN check is dated by its posting, after postings made meanwhile', async () => {
  const anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
  const claimed = `update pin set trying_until = clock_timestamp() + interval '700 milliseconds', trying_id = gen_random_uuid()
    from wallet_user where wallet_user.id = user_id and phone = $1`
  await wallet.database.run({ name: 'test.claim_long', text: claimed }, [`+${anna.phone}`])
  const waiting = withdraw(anna, 1)
  await anna.exchange('1.00', 'USD', 'EUR')
  expect(await waiting).toMatchObject([{ status: 'ok' }])
  const text = `select kind from (
      select kind, posted_at, lag(posted_at) over (partition by account_id order by seq) as before
      from transfer join entry on transfer_id = transfer.id join account on account.id = account_id
      join wallet_user on wallet_user.id = account.user_id
      where phone = $1
    ) posted where posted_at < before`
  expect(await wallet.database.list({ name: 'test.order', text }, [`+${anna.phone}`])).toEqual([])
})

test('while another process keeps checking a PIN of a person, their requests are answered as busy; other people do not wait [pin-3]', async () => {
  const [anna, boris] = [await aUser(wallet, '100.00 USD'), await aUser(wallet, '100.00 USD')]
  const claim = `update pin set trying_until = now() + interval '10 seconds', trying_id = gen_random_uuid()
    from wallet_user where wallet_user.id = user_id and phone = $1`
  await wallet.database.run({ name: 'test.claim', text: claim }, [`+${anna.phone}`])
  expect(await withdraw(anna, 2)).toMatchObject([
    { http: 503, code: 'busy', retry_after: 1 },
    { http: 503, code: 'busy', retry_after: 1 },
  ])
  expect(await withdraw(boris, 1)).toMatchObject([{ status: 'ok' }])
  // Its process is gone, and ten seconds have passed.
  await run("update pin set trying_until = trying_until - interval '11 seconds' where trying_until is not null")
  expect(await withdraw(anna, 1)).toMatchObject([{ status: 'ok' }])
  expect(await tries(anna)).toEqual(NO_TRIES)
})

test('the same withdrawal sent to two processes at once is made once', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const key = aKey()
  const send = (user: TestUser) => user.withdraw('10.00', 'USD', { key })
  const answers = await Promise.all([send(anna), send(inOther(anna)), send(anna), send(inOther(anna))])
  for (const { status, code } of answers) expect(['ok', 'pending', 'busy']).toContain(code ?? status)
  expect(await send(inOther(anna))).toMatchObject({ status: 'ok' })
  expect(await anna.balance('USD')).toBe('90.00')
  expect(await tries(anna)).toEqual(NO_TRIES)
})
