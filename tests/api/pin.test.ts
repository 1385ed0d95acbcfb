import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, aKey, ask, aUser, PIN, readCode, TestUser } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
/** Another process on the same database, as far as anybody can tell. */
let other: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
  other = await startTestWallet({}, { databaseUrl: wallet.databaseUrl })
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

/** How the tries of a person stand in the database. */
async function tries(user: TestUser): Promise<{ failures: number; since: number; trying_until: Date | null } | undefined> {
  const text = `select failures, failures_since_sign_in as since, trying_until
    from pin join wallet_user on wallet_user.id = user_id where phone = $1`
  return wallet.database.find({ name: 'test.tries', text }, [`+${user.phone}`])
}

const NO_TRIES = { failures: 0, since: 0, trying_until: null }
const codes = (answers: readonly Answer[]) => answers.map(({ code }) => code)
const inOther = (user: TestUser): TestUser => new TestUser(other, user.phone, user.token)

/** Withdraws so many times in a row, with the right PIN unless told otherwise. */
async function withdraw(user: TestUser, times: number, pin = PIN): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let time = 0; time < times; time += 1) answers.push(await user.withdraw('10.00', 'USD', { pin }))
  return answers
}

test('the right PIN costs no try while the provider’s vault is away', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await run('alter table sandbox.destination rename to destination_away')
  const away = await withdraw(anna, 6)
  for (const answer of away) expect(answer).toMatchObject({ http: 503, code: 'unavailable' })
  expect(await tries(anna)).toEqual(NO_TRIES)
  await run('alter table sandbox.destination_away rename to destination')
  expect(await withdraw(anna, 1, '0000')).toMatchObject([{ code: 'pin_wrong', attempts_left: 4 }])
  expect(await withdraw(anna, 1)).toMatchObject([{ status: 'ok' }])
  expect(await anna.balance('USD')).toBe('90.00')
})

test('the right PIN costs no try while the disk of the database is full', async () => {
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

test('a wrong PIN that cannot be written down is not answered as one, and not counted', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await run(`create or replace function refuse_as_full() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await run(`create trigger full_disk before update of failures on pin
    for each row when (new.failures > old.failures) execute function refuse_as_full()`)
  expect(codes(await withdraw(anna, 6, '0000'))).toEqual(Array.from({ length: 6 }, () => 'busy'))
  await run('drop trigger full_disk on pin')
  expect(await withdraw(anna, 1, '0000')).toMatchObject([{ code: 'pin_wrong', attempts_left: 4 }])
})

test('five wrong ones in a row block even the right one; after half an hour the count starts anew', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const wrong = await withdraw(anna, 5, '0000')
  expect(wrong.map(({ attempts_left, code }) => attempts_left ?? code)).toEqual([4, 3, 2, 1, 'pin_blocked'])
  expect(await withdraw(anna, 1)).toMatchObject([{ http: 429, code: 'pin_blocked', retry_after: expect.any(Number) }])
  pass(1801)
  expect(await withdraw(anna, 1, '0000')).toMatchObject([{ code: 'pin_wrong', attempts_left: 4 }])
  expect(await withdraw(anna, 1)).toMatchObject([{ status: 'ok' }])
  expect(await tries(anna)).toEqual(NO_TRIES)
})

test('the wrong guess that blocks answers its key for good: sent again when the block is over, it is no other guess', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  await withdraw(anna, 4, '0000')
  const blocking = { pin: '0000', key: aKey() }
  const first = await anna.withdraw('10.00', 'USD', blocking)
  expect(first).toMatchObject({ http: 429, code: 'pin_blocked' })
  for (const person of [anna, inOther(anna)]) expect(await person.withdraw('10.00', 'USD', blocking)).toEqual(first)
  pass(1801)
  expect(await anna.withdraw('10.00', 'USD', blocking)).toEqual(first)
  expect(await tries(anna)).toMatchObject({ failures: 5, since: 5 })
  expect(await withdraw(anna, 1)).toMatchObject([{ status: 'ok' }])
})

test('fifteen wrong ones need a sign-in by SMS, however long one waits', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  for (let round = 0; round < 3; round += 1) {
    await withdraw(anna, 5, '0000')
    pass(1801)
  }
  pass(86_400)
  expect(await withdraw(anna, 1)).toMatchObject([{ code: 'pin_blocked' }])
  await ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone: anna.phone } })
  const body = { phone: anna.phone, confirm_code: await readCode(wallet, anna.phone) }
  expect(await ask(wallet, 'POST', '/v2/wallet/auth/login', { body })).toMatchObject({ status: 'ok' })
  expect(await withdraw(anna, 1)).toMatchObject([{ status: 'ok' }])
})

test('of five hundred wrong guesses at once five are judged', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const guesses = Array.from({ length: 500 }, (_, place) => {
    const guesser = place % 2 === 0 ? anna : inOther(anna)
    return guesser.withdraw('10.00', 'USD', { pin: place.toString().padStart(4, '0') })
  })
  const answers = await Promise.all(guesses)
  const judged = answers.filter(({ code }) => code === 'pin_wrong')
  expect(judged.map(({ attempts_left }) => attempts_left).sort()).toEqual([1, 2, 3, 4])
  expect(new Set(codes(answers))).toEqual(new Set(['pin_wrong', 'pin_blocked', 'busy']))
  expect(await tries(anna)).toMatchObject({ failures: 5, since: 5, trying_until: null })
  expect(await withdraw(anna, 1)).toMatchObject([{ code: 'pin_blocked' }])
}, 60_000)

test('one wrong guess under one key is one, in one process and in two', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const key = aKey()
  const guess = (user: TestUser) => user.withdraw('10.00', 'USD', { pin: '0000', key })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, place) => guess(place % 2 === 0 ? anna : inOther(anna))))
  for (const answer of answers) expect(['pin_wrong', 'busy']).toContain(answer.code)
  expect(await guess(anna)).toMatchObject({ code: 'pin_wrong', attempts_left: 4 })
  expect(await tries(anna)).toMatchObject({ failures: 1, since: 1 })
  // Another PIN under the same key is another request: refused without being judged.
  expect(await anna.withdraw('10.00', 'USD', { pin: PIN, key })).toMatchObject({ code: 'idempotency_mismatch' })
  expect(await tries(anna)).toMatchObject({ failures: 1 })
})

test('a PIN that another process checks for a moment is waited for, and nobody is told', async () => {
  const anna = await aUser(wallet, '100.00 USD')
  const claimed = `update pin set trying_until = clock_timestamp() + interval '400 milliseconds', trying_id = gen_random_uuid()
    from wallet_user where wallet_user.id = user_id and phone = $1`
  await wallet.database.run({ name: 'test.claim_briefly', text: claimed }, [`+${anna.phone}`])
  expect(await withdraw(anna, 1)).toMatchObject([{ status: 'ok' }])
  expect(await tries(anna)).toEqual(NO_TRIES)
})

test('a withdrawal whose PIN was waited for is dated when it was posted, after what was posted meanwhile', async () => {
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

test('while another process checks a PIN of the same person, one is told to come back; others are not kept waiting', async () => {
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
