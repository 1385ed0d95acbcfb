import pg from 'pg'
import { expect, test } from 'vitest'
import { createLog, describeError } from './log.ts'

function thrown(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}

function logOf(act: (log: ReturnType<typeof createLog>) => void): string {
  let logged = ''
  const write = (line: string) => {
    logged += line
  }
  act(createLog('debug', { write }))
  return logged
}

test('an error of ours is logged with its message, its stack and its cause', () => {
  const error = new Error('A withdrawal is not where it was put', { cause: new TypeError('fetch failed') })
  expect(describeError(error)).toMatchObject({
    type: 'Error',
    message: 'A withdrawal is not where it was put',
    stack: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
    cause: { type: 'TypeError', message: 'fetch failed' },
  })
})

test('unreadable input, and objects attached to an error, are not logged', () => {
  const errors = [
    thrown(() => JSON.parse('canary')),
    thrown(() => BigInt('canary')),
    Object.assign(new Error('lost'), { client: { secretKey: 'canary' }, input: 'canary' }),
    Object.assign(new pg.DatabaseError('invalid input syntax for type uuid: "canary"', 1, 'error'), {
      code: '22P02',
      detail: 'canary',
      where: "unnamed portal parameter $1 = 'canary'",
      internalQuery: 'canary',
    }),
    Object.assign(new pg.DatabaseError('duplicate key', 1, 'error'), { code: '23505', detail: 'Key (phone)=(canary) exists' }),
    new Error('outer', { cause: thrown(() => JSON.parse('canary')) }),
  ]
  for (const error of errors) {
    expect(error).toBeInstanceOf(Error)
    for (const logged of [
      logOf((log) => log.error(error)),
      logOf((log) => log.error({ err: error })),
      logOf((log) => log.error({ error }, 'Refused')),
      logOf((log) => log.child({}).warn({ err: error }, 'Refused')),
    ])
      expect(logged).not.toContain('canary')
  }
})

test('a message of the database that names only tables and locks is logged', () => {
  const missing = Object.assign(new pg.DatabaseError('relation "account" does not exist', 1, 'error'), { code: '42P01' })
  expect(describeError(missing)).toMatchObject({ message: 'relation "account" does not exist', code: '42P01' })
})

test('a thrown value that is no error is logged by its type alone', () => {
  expect(describeError('canary')).toEqual({ type: 'string' })
})
