import { expect, test } from 'vitest'
import { isWeakPin } from './weak-pin.ts'

test.each(['1111', '0000', '1234', '4321', '7890', '0123', '9876', '1212', '6969', '1984', '2007'])(
  '%s is easy to guess',
  (pin) => {
    expect(isWeakPin(pin)).toBe(true)
  },
)

test.each(['4815', '1357', '1929', '2030', '0912', '7391'])('%s is not among the first to be tried', (pin) => {
  expect(isWeakPin(pin)).toBe(false)
})

test('nothing is said before all four digits are there', () => {
  expect(isWeakPin('111')).toBe(false)
})
