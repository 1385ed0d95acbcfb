import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCKS } from '#server/db/locks'
import { type Database, openDatabase, sqlState } from '#server/db/pool'
import { writeCheckpoint } from '#server/ledger/checkpoint'
import { makeChange } from '#server/operator/change'
import { applyChange, type CommandContext } from '#server/operator/commands/context'
import { flagChange } from '#server/operator/feature-flags'
import { messageToEverybody, sendToEverybody } from '#server/operator/messages'
import { deriveKeys } from '#server/security/keys'
import { loadBrandAssets } from '#server/settings/brand'
import { storeFirstLevels } from '#server/users/levels'
import { insertUser } from '#server/users/users'
import { SECRET } from '#tests/secret'
import { createDatabase } from '#tests/test-wallet'
import { inEveryLanguage } from '#texts/languages'

let database: Database
let context: CommandContext
const said: string[] = []
beforeAll(async () => {
  database = openDatabase({ connection: await createDatabase(), connectionsMax: 4, onError: () => undefined })
  const assets = await loadBrandAssets('stater')
  await storeFirstLevels(database, assets.levels)
  context = {
    database,
    assets,
    place: 'Brand: stater',
    marginBasisPoints: 50,
    velocity: {
      recipients_per_hour: 10,
      out_percent: 80,
      out_floor_percent: 10,
      senders_per_day: 5,
      new_days: 7,
      card_wallets: 2,
    },
    clock: () => new Date(),
    terminal: { print: (line) => said.push(line), isInteractive: true, confirm: () => Promise.resolve(true) },
    author: { name: 'vera', note: undefined },
    secrets: () => Promise.reject(new Error('There is no secret')),
    emails: () => Promise.resolve(undefined),
    isDryRun: false,
    isSure: false,
    readPhone: (unchecked) => unchecked,
  }
})
afterAll(() => database.close())

const off = (name: 'topup' | 'kyc' | 'market' | 'exchange') =>
  flagChange(context.assets.brand, { name, state: 'off', until: undefined }, new Date())
const on = (name: 'topup' | 'kyc') => flagChange(context.assets.brand, { name, state: 'on', until: undefined }, new Date())
const changes = () =>
  database.list<{ id: string; subject: string }>({ name: 'test.changes', text: 'select id, subject from operator_change' })

describe('a person at the terminal', () => {
  test('who says yes has the change made; who says no does not', async () => {
    expect(await applyChange(context, off('topup'))).toMatchObject({ after: { state: 'off' } })
    const refusing = { ...context, terminal: { ...context.terminal, confirm: () => Promise.resolve(false) } }
    expect(await applyChange(refusing, on('topup'))).toBeUndefined()
    expect(said.at(-1)).toBe('Nothing was changed.')
    expect(await changes()).toHaveLength(1)
  })

  test('is refused when the facts have changed since the person agreed', async () => {
    const slow = {
      ...context,
      terminal: {
        ...context.terminal,
        async confirm() {
          const until = new Date(Date.now() + 60_000)
          const update = { name: 'kyc', state: 'off', until } as const
          await makeChange(database, flagChange(context.assets.brand, update, new Date()), { author: context.author })
          return true
        },
      },
    }
    await expect(applyChange(slow, off('kyc'))).rejects.toThrow('changed in the meantime')
    expect((await changes()).filter(({ subject }) => subject === 'kyc')).toHaveLength(1)
  })
})

test('a record cannot be changed or deleted', async () => {
  for (const text of [
    "update operator_change set changed_by = 'nobody'",
    'delete from operator_change',
    'truncate operator_change',
  ]) {
    const refused = await database.run({ name: `test.${text.slice(0, 6)}`, text }).catch((error: unknown) => sqlState(error))
    expect(refused).toBe('WL002')
  }
})

test('a setting that cannot be saved leaves no record of a change', async () => {
  const change = { ...off('exchange'), write: () => Promise.reject(new Error('the disk is full')) }
  await expect(makeChange(database, change, { author: context.author })).rejects.toThrow('the disk is full')
  expect((await changes()).filter(({ subject }) => subject === 'exchange')).toEqual([])
})

test('a change does not wait for a checkpoint, and a checkpoint is written while a change is made', async () => {
  const turn = (state: 'on' | 'off') =>
    flagChange(context.assets.brand, { name: 'withdrawal', state, until: undefined }, new Date())
  const checkpoints = () => database.list({ name: 'test.checkpoints', text: 'select number from checkpoint' })
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const writing = database.inTransaction(async (tx) => {
    await tx.list({ name: 'test.checkpoint_lock', text: `select pg_advisory_xact_lock(${LOCKS.checkpoints})` })
    await held
  })
  expect(await makeChange(database, turn('off'), { author: context.author })).toMatchObject({ after: { state: 'off' } })
  letGo()
  await writing

  const posted = "insert into transfer (id, kind, posted_at) values (gen_random_uuid(), 'test', now() - interval '1 minute')"
  await database.run({ name: 'test.posted', text: posted })
  const slow = turn('on')
  const change = {
    ...slow,
    async write(...made: Parameters<typeof slow.write>) {
      await writeCheckpoint(database, new Date())
      await slow.write(...made)
    },
  }
  expect(await makeChange(database, change, { author: context.author })).toMatchObject({ after: { state: 'on' } })
  expect(await checkpoints()).toHaveLength(1)
})

test('no two locks have the same key', () => {
  expect(new Set(Object.values(LOCKS)).size).toBe(Object.keys(LOCKS).length)
})

test('a message to more people than one batch holds reaches each of them once, also when it is sent again', async () => {
  const registeredAt = new Date()
  for (let number = 0; number < 1100; number += 1) {
    await insertUser(
      database,
      deriveKeys(SECRET),
      { firstName: 'Anna', lastName: '', email: 'anna@mail.example' },
      {
        phone: `+7998${number.toString().padStart(7, '0')}`,
        levelCode: 'basic',
        isTopupAllowed: true,
        isWithdrawalAllowed: true,
        registeredAt,
      },
    )
  }
  const message = messageToEverybody(inEveryLanguage((language) => `Hi in ${language}`))
  const made = await makeChange(database, message, { author: context.author })
  if (!made) throw new Error('A message is always a change')
  const told = await Promise.all([sendToEverybody(database, made), sendToEverybody(database, made)])
  expect(told[0] + told[1]).toBe(1100)
  expect(await sendToEverybody(database, made)).toBe(0)
  const counted = await database.find<{ notices: bigint; people: bigint }>({
    name: 'test.count_notices',
    text: 'select count(*) as notices, count(distinct user_id) as people from notification',
  })
  expect(counted).toEqual({ notices: 1100n, people: 1100n })
})
