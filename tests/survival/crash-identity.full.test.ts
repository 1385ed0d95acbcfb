import { expect, test } from 'vitest'
import { aKey, aUser, decideIdentity, PIN, type TestUser, until } from '#tests/builders'
import { bringOn, crashAt, crashPoints, database, run, server, withMortalWallet } from '#tests/survival/crash'

withMortalWallet()

const PIN_POINTS = crashPoints('pin.')
const IDENTITY_POINTS = crashPoints('identity.begin.', 'identity.page.')
const IDENTITY_CHECKS = crashPoints('identity.check.')
const IDENTITY_ENDS = crashPoints('identity.event.', 'identity.settle.')

test('after a kill at every step of an upgrade, one identification is begun and its page works', async () => {
  const points = [...IDENTITY_POINTS, ...IDENTITY_ENDS]
  const people = await Promise.all(points.map(() => aUser(server)))
  const upgrade = (person: TestUser) => person.post('/v2/wallet/identification-level/upgrade')
  for (const [place, point] of points.entries()) {
    const person = people[place]
    if (!person) throw new Error('Nobody')
    await crashAt(point, async () => {
      const { verification_url } = await upgrade(person)
      await decideIdentity(verification_url, 'approve')
    })
  }
  for (const point of IDENTITY_CHECKS) {
    await bringOn('identification')
    await crashAt(point, () => Promise.resolve())
  }
  await server.start()
  const level = async (person: TestUser) =>
    ((await person.get('/v2/wallet/auth/info', 'en')).identification_level as { name: string }).name
  for (const person of people) {
    const { verification_url } = await upgrade(person)
    if (verification_url) expect(await decideIdentity(verification_url, 'approve')).toBe(200)
    await bringOn('identification')
    await until(async () => (await level(person)) === 'full')
  }
  const begun = await database.list<{ count: bigint }>({
    name: 'test.begun',
    text: 'select count(*) from identification group by user_id',
  })
  expect(begun.map(({ count }) => count)).toEqual(people.map(() => 1n))
})

test('after a kill during the check of a PIN, a right PIN has cost no attempt, and a wrong PIN is counted once', async () => {
  const people = await Promise.all(PIN_POINTS.map(() => aUser(server, '100.00 USD')))
  const guesses = PIN_POINTS.map((point, place) => {
    const options = { key: aKey(), pin: point === 'pin.claimed' ? PIN : '0000' }
    return { point, guess: () => people[place]?.withdraw('10.00', 'USD', options) ?? Promise.reject(new Error('Nobody')) }
  })
  for (const { point, guess } of guesses) await crashAt(point, guess)
  // Ten seconds later the claim of a process that has gone is nobody's.
  await run("update pin set trying_until = trying_until - interval '11 seconds' where trying_until is not null")
  await server.start()
  const [right, uncounted, counted] = await Promise.all(guesses.map(({ guess }) => guess()))
  expect(right).toMatchObject({ status: 'ok' })
  expect([uncounted, counted]).toMatchObject([
    { code: 'pin_wrong', attempts_left: 4 },
    { code: 'pin_wrong', attempts_left: 4 },
  ])
  for (const person of people.slice(1)) {
    expect(await person.withdraw('10.00', 'USD', { pin: '0000' })).toMatchObject({ code: 'pin_wrong', attempts_left: 3 })
  }
})

test('after a kill during the writing of a checkpoint, the chain goes on and is intact', async () => {
  await aUser(server, '1.00 USD')
  const checkpoints = async () => {
    const row = await database.find<{ count: bigint }>({ name: 'test.checkpoints', text: 'select count(*) from checkpoint' })
    return Number(row?.count)
  }
  // What a checkpoint holds was posted a quarter of a minute ago.
  await crashAt('checkpoint.uncommitted', () => Promise.resolve())
  const before = await checkpoints()
  await server.start()
  await until(async () => (await checkpoints()) > before)
})
