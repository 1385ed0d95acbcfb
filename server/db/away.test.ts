import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseAway, isDatabaseContended, isDatabaseRefusing } from './away.ts'

const withCode = (code: string): pg.DatabaseError => Object.assign(new pg.DatabaseError('', 0, 'error'), { code })

test('a database that stops, starts, is full or refuses connections counts as away', async () => {
  const noSocket = await new Promise((resolve) => connect('/tmp/no/such/socket').once('error', resolve))
  const codes = ['08006', '53100', '53300', '57P01', '57P03'].map(withCode)
  for (const error of [
    noSocket,
    ...codes,
    ...['Connection terminated unexpectedly', 'timeout expired'].map((message) => new Error(message)),
  ])
    expect([error, isDatabaseAway(error)]).toEqual([error, true])
})

test('a wrong password, a wrong statement, a missing file and a value that is no error do not', async () => {
  const missing = await readFile('/tmp/no/such/file').catch((error: unknown) => error)
  for (const other of [
    missing,
    withCode('28P01'),
    withCode('3D000'),
    withCode('22P02'),
    new Error('x'),
    'ECONNREFUSED',
    undefined,
  ])
    expect([other, isDatabaseAway(other)]).toEqual([other, false])
})

test('locks held too long are contention, not absence', () => {
  expect(['55P03', '40P01', '40001', '57014'].map(withCode).map(isDatabaseContended)).toEqual([true, true, true, true])
  expect(isDatabaseAway(withCode('55P03'))).toBe(false)
  expect(isDatabaseContended(withCode('57P01'))).toBe(false)
})

test('a database that takes no writes, or no more of our connections, refuses: neither the request’s fault nor an absence that ends by itself', () => {
  for (const code of ['25006', '28P01', '28000', '3D000'])
    expect([code, isDatabaseRefusing(withCode(code)), isDatabaseAway(withCode(code))]).toEqual([code, true, false])
  for (const code of ['42501', '23505', '57P01']) expect([code, isDatabaseRefusing(withCode(code))]).toEqual([code, false])
})
