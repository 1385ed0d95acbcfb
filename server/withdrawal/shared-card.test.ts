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

test('a third wallet that withdraws to a card is a case that names all three, in an order of its own', () => {
  expect(sharedCardCase({ ...FACTS, wallets: ['b', 'a'] })).toEqual({
    kind: 'card_of_several_wallets',
    reference: 'vendor print',
    operationId: 'withdrawal',
    details: { card: '220012******4821', why: '3 wallets in 30 days, more than 2', wallets: 'a b c' },
    openedAt: FACTS.now,
  })
})

test('one of two wallets is none, however often it withdraws', () => {
  expect(sharedCardCase({ ...FACTS, userId: 'b' })).toBeUndefined()
  expect(sharedCardCase({ ...FACTS, wallets: [] })).toBeUndefined()
})

test('a card without a fingerprint is known to nobody, and 0 looks at none', () => {
  expect(sharedCardCase({ ...FACTS, fingerprint: undefined })).toBeUndefined()
  expect(sharedCardCase({ ...FACTS, most: 0 })).toBeUndefined()
})
