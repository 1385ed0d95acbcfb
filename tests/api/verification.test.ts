import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Verification, verifyAndRecord } from '#server/app/verify-books'
import { LOCKS } from '#server/db/locks'
import { openDatabase } from '#server/db/pool'
import { writeCheckpoint } from '#server/ledger/checkpoint'
import { aUser, type TestUser, until } from '#tests/builders'
import { createDatabase, startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let anna: TestUser
beforeEach(async () => {
  wallet = await startTestWallet()
  anna = await aUser(wallet, '100.00 USD', '1.00 EUR')
})
afterEach(() => wallet.close())

const verify = ({ isFull = false } = {}): Promise<Verification> => verifyAndRecord(wallet.database, { isFull })
const wrongOf = ({ findings }: Verification): string[] => findings.flatMap(({ faults }) => faults)
const looked = ({ findings }: Verification, what: string): string =>
  findings.find((finding) => finding.looked.endsWith(` ${what}`))?.looked ?? ''

/** Puts all that was posted under checkpoints; the wallet's own job may do it at the same moment. */
async function writeCheckpoints(): Promise<void> {
  const uncheckpointed = {
    name: 'test.uncheckpointed',
    text: 'select seq from transfer where seq > coalesce((select max(seq_to) from checkpoint), 0)',
  }
  await until(async () => {
    await writeCheckpoint(wallet.database, new Date())
    return (await wallet.database.find(uncheckpointed)) === undefined
  })
}

/** Changes something behind the books' back. */
async function change(text: string, ...values: string[]): Promise<void> {
  await wallet.database.inTransaction(async (tx) => {
    await tx.list({ name: 'test.replica', text: "select set_config('session_replication_role', 'replica', true)" })
    expect(await tx.run({ name: `test.${text.slice(0, 55)}`, text }, values)).toBe(1)
  })
}

const lastRecord = () =>
  wallet.database.find({
    name: 'test.record',
    text: 'select faults, is_full from verification order by verified_at desc limit 1',
  })

test('the first verification looks at everything, the next at what came after the last checkpoint of that', async () => {
  await writeCheckpoints()
  const first = await verify()
  expect([first.since, first.isRecorded, wrongOf(first)]).toEqual([undefined, true, []])
  expect(looked(first, 'transfers')).toBe('2 transfers')
  expect(await lastRecord()).toEqual({ faults: 0, is_full: true })

  await anna.exchange('10.00', 'USD', 'EUR')
  await anna.withdraw('5.00', 'USD')
  await writeCheckpoints()
  const next = await verify()
  expect(wrongOf(next)).toEqual([])
  expect(next.since?.seq_to).toBe(2n)
  expect(Number.parseInt(looked(next, 'transfers'), 10)).toBeGreaterThanOrEqual(2)
  expect(await lastRecord()).toEqual({ faults: 0, is_full: false })
  // What was new then is not now.
  expect(looked(await verify(), 'transfers')).toBe('0 transfers')
  expect(looked(await verify({ isFull: true }), 'transfers')).not.toBe('0 transfers')
})

test('what had not ended is looked at again, however long ago it began', async () => {
  const { order } = await anna.post('/v2/wallet/top-up', { amount: '7.00', currency_code: 'USD' })
  await writeCheckpoints()
  expect(wrongOf(await verify())).toEqual([])
  await change("update verified_part set verified_at = verified_at + interval '1 day'")
  await change("update operation set state = 'complete', ended_at = now() where id = $1", String(order))
  expect(wrongOf(await verify())).toContainEqual(expect.stringContaining(`${order} is a complete topup with no transfers`))
  await change("update operation set state = 'pending', ended_at = null where id = $1", String(order))
  expect(wrongOf(await verify())).toEqual([])
})

test('a fault among what is new is found each time until it is mended; one in all of the books has the next look at all of them', async () => {
  const { id } = await anna.account('USD')
  await writeCheckpoints()
  await verify()
  const before = (await verify()).since
  await change('update account set balance_minor = balance_minor + 1 where id = $1', id)
  for (let time = 0; time < 2; time += 1) {
    const found = await verify()
    expect(wrongOf(found)).toEqual([expect.stringContaining(id)])
    expect(found.since?.number).toBeGreaterThanOrEqual(before?.number ?? 0n)
  }
  expect(await lastRecord()).toEqual({ faults: 1, is_full: false })
  expect(wrongOf(await verify({ isFull: true }))).toHaveLength(1)
  const next = await verify()
  expect([next.since, wrongOf(next).length]).toEqual([undefined, 1])
  await change('update account set balance_minor = balance_minor - 1 where id = $1', id)
  const mended = await verify()
  expect([mended.since, wrongOf(mended)]).toEqual([undefined, []])
  expect((await verify()).since).toBeDefined()
})

test('a chain of checkpoints that is not the one that was verified is found', async () => {
  await writeCheckpoints()
  await verify()
  const number = String((await verify()).since?.number)
  await change('update checkpoint set hash = sha256(hash) where number = $1', number)
  expect(wrongOf(await verify())).toEqual([`checkpoint ${number} does not fit`])
  expect(wrongOf(await verify({ isFull: true }))).toEqual([`checkpoint ${number} does not fit`])
})

test('one verification runs at a time', async () => {
  await wallet.database.inTransaction(async (tx) => {
    await tx.list({ name: 'test.verifying', text: `select pg_advisory_xact_lock(${LOCKS.verification})` })
    await expect(verify()).rejects.toThrow('The books are being verified already')
  })
  expect(wrongOf(await verify())).toEqual([])
})

test('where nothing can be written everything is looked at, and nothing recorded', async () => {
  const url = await createDatabase()
  const writing = openDatabase({ connection: url, connectionsMax: 1, onError: () => undefined })
  await writing.withClient((client) =>
    client.query(`alter database ${/test_\w+/.exec(url)?.[0]} set default_transaction_read_only = on`),
  )
  await writing.close()
  const database = openDatabase({ connection: url, connectionsMax: 1, onError: () => undefined })
  const verification = await verifyAndRecord(database, { isFull: false })
  expect([verification.isRecorded, verification.since, wrongOf(verification)]).toEqual([false, undefined, []])
  await database.close()
})
