import { expect, test } from 'vitest'
import { sharedCardCase } from './shared-card.ts'

const FACTS = {
  id: 'withdrawal',
  userId: 'c',
  provider: 'vendor',
  fingerprint: 'print',
  masked: '220012******4821',
  wallets: ['a', 'b'],
  most: 2,
  now: new Date('2026-11-25T12:00:00Z'),
}

test('a third wallet that withdraws to one card opens a case that names all three wallets, sorted', () => {
  expect(sharedCardCase({ ...FACTS, wallets: ['b', 'a'] })).toEqual({
    kind: 'card_of_several_wallets',
    reference: 'vendor print',
    operationId: 'withdrawal',
    details: { card: '220012******4821', why: '3 wallets in 30 days, more than 2', wallets: 'a b c' },
    openedAt: FACTS.now,
  })
})

test('two wallets that withdraw to one card open no case, however often they withdraw', () => {
  expect(sharedCardCase({ ...FACTS, userId: 'b' })).toBeUndefined()
  expect(sharedCardCase({ ...FACTS, wallets: [] })).toBeUndefined()
})

test('no case is opened for a card without a fingerprint, or when the limit is 0', () => {
  expect(sharedCardCase({ ...FACTS, fingerprint: undefined })).toBeUndefined()
  expect(sharedCardCase({ ...FACTS, most: 0 })).toBeUndefined()
})
