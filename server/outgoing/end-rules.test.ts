import { expect, test } from 'vitest'
import { money } from '#money/money'
import { decideEnd, denialOf } from './end-rules.ts'

test.each([
  ['held', 'paid', 'settle'],
  ['held', 'failed', 'reverse'],
  ['held', 'pending', 'wait'],
  ['unknown', 'paid', 'settle'],
  ['unknown', 'failed', 'reverse'],
  ['unknown', 'pending', 'wait'],
  ['complete', 'paid', 'ignore'],
  ['complete', 'pending', 'ignore'],
  ['complete', 'failed', 'contradiction'],
  ['failed', 'failed', 'ignore'],
  ['failed', 'pending', 'ignore'],
  ['failed', 'paid', 'contradiction'],
  ['checking', 'pending', 'ignore'],
  ['checking', 'failed', 'ignore'],
  ['checking', 'paid', 'changed'],
] as const)('a %s operation that is reported as %s: %s', (state, told, expected) => {
  const operation = { state, amount: money('USD', 10_000n), paid: undefined }
  expect(decideEnd(operation, { state: told })).toBe(expected)
})

test.each([
  ['complete', undefined, 10_000n, 'ignore'],
  ['complete', undefined, 9_999n, 'changed'],
  ['complete', 9_999n, 9_999n, 'ignore'],
  ['complete', 9_999n, 10_000n, 'changed'],
  ['failed', undefined, 9_999n, 'contradiction'],
  ['held', undefined, 9_999n, 'settle'],
] as const)('a %s operation with %s paid before, reported as paid with %s: %s', (state, paid, told, expected) => {
  const operation = { state, amount: money('USD', 10_000n), paid: paid === undefined ? undefined : money('USD', paid) }
  expect(decideEnd(operation, { state: 'paid', amount: money('USD', told) })).toBe(expected)
})

test.each([
  ['complete', undefined, 'told_unknown'],
  ['complete', 'pending', 'told_pending'],
  ['complete', 'paid', undefined],
  ['complete', 'failed', undefined],
  ['failed', undefined, undefined],
  ['failed', 'pending', undefined],
] as const)('a %s operation that is reported as %s when it is asked about again: the denial is %s', (state, told, expected) => {
  expect(denialOf({ state }, told && { state: told })).toBe(expected)
})
