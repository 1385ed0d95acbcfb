import { expect, test } from 'vitest'
import { CannotStart } from '#server/db/cannot-start'
import { aUser } from '#tests/builders'
import { SECRET } from '#tests/secret'
import { createDatabase, startTestWallet } from '#tests/test-wallet'

const OTHER = 'another secret of a test, as long as it has to be'

test('a wallet does not start on a database that was used with another secret, and says so in one line', async () => {
  const wallet = await startTestWallet()
  const anna = await aUser(wallet, '10.00 USD')
  const second = startTestWallet({ WALLET_SECRET: OTHER }, { databaseUrl: wallet.databaseUrl })
  await expect(second).rejects.toThrow(CannotStart)
  await expect(second).rejects.toThrow(/^WALLET_SECRET is not the one that this database is used with[^\n]*$/)
  await expect(second).rejects.not.toThrow(OTHER)
  // With the right one there may be as many as one likes.
  const third = await startTestWallet({ WALLET_SECRET: SECRET }, { databaseUrl: wallet.databaseUrl })
  expect(await anna.balance('USD')).toBe('10.00')
  await third.close()
  await wallet.close()
})

test('of two first starts at once with different secrets one is refused', async () => {
  const databaseUrl = await createDatabase()
  const starts = [SECRET, OTHER].map((WALLET_SECRET) => startTestWallet({ WALLET_SECRET }, { databaseUrl }))
  const ends = await Promise.allSettled(starts)
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  for (const end of ends) if (end.status === 'fulfilled') await end.value.close()
})
