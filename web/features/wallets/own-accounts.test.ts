import { expect, test } from 'vitest'
import { accountName } from './account-name.ts'
import { readAccounts } from './accounts.ts'
import { moved } from './own-accounts.ts'

const account = (id: string, more: object = {}) => ({ id, currency_code: 'EUR', balance: '0.00', ...more })
const read = (...accounts: ReturnType<typeof account>[]) => readAccounts({ status: 'ok', results: [{ accounts }] })

test('one moves up or down a place, and not beyond the ends', () => {
  const all = ['a', 'b', 'c']
  expect(moved(all, 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(moved(all, 'b', 1)).toEqual(['a', 'c', 'b'])
  expect(moved(all, 'a', -1)).toEqual(all)
  expect(moved(all, 'c', 1)).toEqual(all)
  expect(moved(all, 'x', 1)).toEqual(all)
})

test('an account is called by its own name, else by its currency; a server that tells nothing of it is understood', () => {
  const called = (more: object) => read(account('a', more)).map((each) => accountName((key) => key, each))
  expect(called({ own_name: 'Отпуск' })).toEqual(['Отпуск'])
  expect(called({})).toEqual(['currency.EUR'])
})
