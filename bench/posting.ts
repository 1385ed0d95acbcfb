import { migrate } from '#server/db/migrate'
import { type Database, openDatabase } from '#server/db/pool'
import { openSystemAccounts } from '#server/ledger/accounts'
import { openLedger } from '#server/ledger/ledger'
import { postBatch } from '#server/ledger/write-batch'
import { deriveKeys } from '#server/security/keys'
import { loadBrandAssets } from '#server/settings/brand'
import { storeFirstLevels } from '#server/users/levels'
import { transferRequest } from './ledger-alone.ts'
import { ratePerSecond } from './measure.ts'
import { type BenchUser, makeUsers } from './people.ts'

const KEEP_BALANCE = {
  name: 'bench.keep_balance',
  text: 'update kept_balance set balance_minor = balance_minor + $2 where account_id = $1',
}

/**
 * Measures the designs that docs/decisions/001-posting.md chose from, on one hot system account: a commit per transfer or one for a
 * group, with the balance of the system account kept in a row or not.
 */
export async function measurePosting(
  connection: string,
  secret: string,
  seconds: number,
  say: (line: string) => void,
): Promise<void> {
  const database = openDatabase({ connection, connectionsMax: 24, onError: () => undefined })
  await migrate(database)
  await storeFirstLevels(database, (await loadBrandAssets('stater')).levels)
  const findSystemAccount = await openSystemAccounts(database, new Date())
  const ledger = await openLedger(database, new Date())
  const users = await makeUsers({ database, ledger, keys: deriveKeys(secret) }, 1000, ['USD', 'EUR'], '1000000.00')
  const hot = findSystemAccount('fees', 'USD')
  await database.withClient(async (client) => {
    await client.query('create table kept_balance (account_id uuid primary key, balance_minor bigint not null)')
    await client.query('insert into kept_balance values ($1, 0)', [hot])
  })
  const any = (): BenchUser => {
    const user = users[Math.floor(Math.random() * users.length)]
    if (!user) throw new Error('No users')
    return user
  }
  const requests = (size: number) => Array.from({ length: size }, () => transferRequest(any(), { system: 'fees' }, []))
  const commit = (size: number, keepsBalance: boolean) => () => {
    const inTwoTrips: Database['inTwoTrips'] = (read, write) =>
      database.inTransaction(async (tx) => {
        const { result, written } = write(tx, await read(tx))
        await written
        if (keepsBalance) await tx.run(KEEP_BALANCE, [hot, BigInt(size)])
        return result
      })
    return postBatch({ inTwoTrips }, findSystemAccount, requests(size), { waits: true })
  }
  const designs = [
    { name: 'a commit each, the balance of the system account in a row', size: 1, keepsBalance: true, clients: 16 },
    { name: 'a commit each, the balance of the system account not kept', size: 1, keepsBalance: false, clients: 16 },
    { name: 'a commit for 16, one connection, balance in a row', size: 16, keepsBalance: true, clients: 1 },
    { name: 'a commit for 64, one connection, balance in a row', size: 64, keepsBalance: true, clients: 1 },
    { name: 'a commit for 64, one connection, balance not kept', size: 64, keepsBalance: false, clients: 1 },
    { name: 'a commit for 64, two connections, balance in a row', size: 64, keepsBalance: true, clients: 2 },
    { name: 'a commit for 64, two connections, balance not kept', size: 64, keepsBalance: false, clients: 2 },
  ]
  for (const { name, size, keepsBalance, clients } of designs) {
    const commits = await ratePerSecond(commit(size, keepsBalance), { clients, seconds })
    say(`${name.padEnd(56)} ${(commits * size).toFixed(0)} transfers/s`)
  }
  await ledger.close()
  await database.close()
}
