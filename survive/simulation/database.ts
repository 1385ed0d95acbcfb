import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import type { Life } from './life.ts'

/** The database as one life of the process has it: one thing at a time, with a moment before and after each, and none after its death. */
export function mortalDatabase(real: Database, life: Life): Database {
  const answered = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
    life.alone(name, async () => {
      const result = await work()
      // As the driver says it.
      if (life.isAnswerLost(name)) throw new Error('Connection terminated unexpectedly')
      return result
    })
  return {
    list: (statement, values) => answered(statement.name, () => real.list(statement, values)),
    find: (statement, values) => answered(statement.name, () => real.find(statement, values)),
    run: (statement, values) => answered(statement.name, () => real.run(statement, values)),
    read: (fact) => answered('read', () => real.read(fact)),
    inTransaction: (work) =>
      answered('transaction', () =>
        real.inTransaction(async (tx) => {
          const result = await work({ ...mortalStatements(tx, life), isTransaction: true })
          life.moment('uncommitted')
          return result
        }),
      ),
    inTwoTrips: (read, write) =>
      answered('ledger', () =>
        real.inTwoTrips(read, (tx, facts) => {
          life.moment('ledger.read')
          const writing = write(tx, facts)
          writing.written.catch(() => undefined)
          // Here, too, if it has died in a request of the batch, which was taken for a fault of that one.
          life.moment('ledger.uncommitted')
          return writing
        }),
      ),
    inSnapshot: (look) => answered('snapshot', () => real.inSnapshot(look)),
    inWritingSnapshot: (work) => answered('snapshot', () => real.inWritingSnapshot(work)),
    withClient: (work) => answered('client', () => real.withClient(work)),
    connections: () => real.connections(),
    close: () => real.close(),
  }
}

function mortalStatements(tx: Queryable, life: Life): Queryable {
  const mortal = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    life.moment(name)
    const result = await work()
    life.moment(name)
    return result
  }
  return {
    list: (statement, values) => mortal(statement.name, () => tx.list(statement, values)),
    find: (statement, values) => mortal(statement.name, () => tx.find(statement, values)),
    run: (statement, values) => mortal(statement.name, () => tx.run(statement, values)),
  }
}
