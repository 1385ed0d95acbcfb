import { expect, test } from 'vitest'
import { isFree } from './free-use.ts'

const limits = { balancePercent: 100, dailyPercent: 100 }
const none = { outMinor: 0n, inMinor: 0n, dailyMinor: 1_000_000n }

test('the whole balance may be exchanged once a day, at once or in parts', () => {
  expect(isFree(none, { takenMinor: 5000n, balanceMinor: 5000n }, limits)).toBe(true)
  expect(isFree({ ...none, outMinor: 3000n }, { takenMinor: 5000n, balanceMinor: 2000n }, limits)).toBe(true)
})

test('money that came back by an exchange is not free a second time', () => {
  const thereAndBack = { ...none, outMinor: 5000n, inMinor: 4950n }
  expect(isFree(thereAndBack, { takenMinor: 5001n, balanceMinor: 4950n }, limits)).toBe(false)
  expect(isFree(thereAndBack, { takenMinor: 9950n, balanceMinor: 4950n }, limits)).toBe(false)
})

test('money that came by an exchange may be exchanged on', () => {
  expect(isFree({ ...none, inMinor: 5000n }, { takenMinor: 5000n, balanceMinor: 5000n }, limits)).toBe(true)
})

test('money that was topped up after an exchange is free like any other', () => {
  expect(isFree({ ...none, outMinor: 5000n }, { takenMinor: 8000n, balanceMinor: 3000n }, limits)).toBe(true)
})

test('no exchange is free beyond the daily withdrawal limit of the level', () => {
  expect(isFree(none, { takenMinor: 1_000_000n, balanceMinor: 9_000_000n }, limits)).toBe(true)
  expect(isFree(none, { takenMinor: 1_000_001n, balanceMinor: 9_000_000n }, limits)).toBe(false)
  expect(isFree({ ...none, dailyMinor: null }, { takenMinor: 1_000_001n, balanceMinor: 9_000_000n }, limits)).toBe(true)
})

test('the free shares of the balance and of the daily limit are settings', () => {
  const halves = { balancePercent: 50, dailyPercent: 50 }
  expect(isFree(none, { takenMinor: 2500n, balanceMinor: 5000n }, halves)).toBe(true)
  expect(isFree(none, { takenMinor: 2501n, balanceMinor: 5000n }, halves)).toBe(false)
  expect(isFree(none, { takenMinor: 500_001n, balanceMinor: 5_000_000n }, halves)).toBe(false)
})
