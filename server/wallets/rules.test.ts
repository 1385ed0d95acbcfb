import { expect, test } from 'vitest'
import { money } from '#money/money'
import type { UserAccount } from '#server/ledger/accounts'
import { type AccountMark, markedAccounts, newOrder } from './rules.ts'

const account = (id: string, balance = 0n, owed = 0n): UserAccount => ({
  id,
  userId: 'anna',
  balance: money('EUR', balance),
  owed: money('EUR', owed),
  isFrozen: false,
  isClosed: false,
})
const mark = (known: Partial<AccountMark>): AccountMark => ({
  ownName: null,
  color: null,
  isHidden: false,
  position: null,
  ...known,
})
const seen = (accounts: readonly UserAccount[], marks: Record<string, Partial<AccountMark>> = {}) =>
  markedAccounts(accounts, new Map(Object.entries(marks).map(([id, known]) => [id, mark(known)])))
const ids = (...asked: Parameters<typeof seen>) => seen(...asked).map((each) => each.account.id)

test('accounts without settings are in the order of their opening, without name or colour, visible', () => {
  expect(seen([account('a'), account('b')])).toEqual([
    { account: account('a'), ownName: null, color: null, isHidden: false },
    { account: account('b'), ownName: null, color: null, isHidden: false },
  ])
})

test('accounts with a place are in that order, and newer accounts follow', () => {
  const three = [account('a'), account('b'), account('c')]
  expect(ids(three, { a: { position: 2 }, b: { position: 1 } })).toEqual(['b', 'a', 'c'])
  expect(ids(three, { c: { position: 1 } })).toEqual(['c', 'a', 'b'])
})

test('a hidden account is last, whatever its place', () => {
  const marks = { a: { isHidden: true, position: 1 }, b: { position: 2 } }
  expect(ids([account('a'), account('b')], marks)).toEqual(['b', 'a'])
})

test('a person who has hidden all accounts sees all of them, in their order', () => {
  const marks = { a: { isHidden: true, position: 2 }, b: { isHidden: true, position: 1 } }
  expect(seen([account('a'), account('b')], marks).map((each) => [each.account.id, each.isHidden])).toEqual([
    ['b', false],
    ['a', false],
  ])
})

test.each([
  ['money', account('a', 1n)],
  ['a debt', account('a', 0n, 1n)],
])('a hidden account with %s is visible, at its place', (_what, full) => {
  const marks = { a: { isHidden: true, position: 1 }, b: { position: 2 } }
  expect(seen([full, account('b')], marks).map((each) => [each.account.id, each.isHidden])).toEqual([
    ['a', false],
    ['b', false],
  ])
  // What it was asked to be counts again once it is empty.
  expect(seen([account('a'), account('b')], marks).map((each) => each.isHidden)).toEqual([false, true])
})

test('a new order contains all accounts: the named ones, then the others in their previous order', () => {
  expect(newOrder(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual(['c', 'a', 'b'])
  expect(newOrder(['a', 'b', 'c'], ['c'])).toEqual(['c', 'a', 'b'])
})

test('an order with another person’s account, or with an account twice, is refused', () => {
  expect(newOrder(['a', 'b'], ['a', 'x'])).toBeUndefined()
  expect(newOrder(['a', 'b'], ['a', 'a'])).toBeUndefined()
})
