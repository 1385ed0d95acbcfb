import { expect, test } from 'vitest'
import { OperatorFault } from '#server/operator/fault'
import { oneOf, onOffOf, readCurrencyArgument, readInstant, readPercent, updateOf } from './parse-arguments.ts'

test('an unknown name is refused with the list of known names', () => {
  expect(oneOf('feature flag', 'topup', ['topup', 'kyc'])).toBe('topup')
  expect(() => oneOf('feature flag', 'top-up', ['topup', 'kyc'])).toThrow(
    'There is no feature flag "top-up"; there are topup, kyc',
  )
  expect(() => readCurrencyArgument('dollar')).toThrow(/no currency "dollar"; there are USD, EUR/)
  expect(() => readCurrencyArgument('THB')).toThrow('no currency "THB"')
  expect(readCurrencyArgument('usd')).toBe('USD')
})

test('a time without its zone is refused', () => {
  expect(readInstant('2026-11-20T14:00+03:00').toISOString()).toBe('2026-11-20T11:00:00.000Z')
  expect(readInstant('2026-11-20T14:00:05Z').toISOString()).toBe('2026-11-20T14:00:05.000Z')
  // As PostgreSQL shows one.
  expect(readInstant('2026-11-20T14:00:05.317498+00:00').toISOString()).toBe('2026-11-20T14:00:05.317Z')
  for (const unchecked of ['2026-11-20T14:00', '2026-11-20', 'tomorrow', '14:00', '2026-13-20T14:00Z', '2027-02-30T00:00Z']) {
    expect(() => readInstant(unchecked)).toThrow(OperatorFault)
  }
})

test('a per cent value is read into basis points', () => {
  expect(readPercent('0.75')).toBe(75)
  expect(() => readPercent('0,75')).toThrow('"0,75" is no percent')
})

test('an update contains the given facts under their names; an empty update is refused with the possible facts', () => {
  expect(updateOf({ 'topup-min': '5', level: 'full' }, ['topup_min', 'topup_max'])).toEqual({ topup_min: '5' })
  expect(() => updateOf({}, ['topup_min', 'topup_max'])).toThrow('Say what to change: --topup-min, --topup-max')
})

test('a flag is on or off', () => {
  expect(onOffOf({ topup: 'on', withdrawal: 'off' })).toEqual({ topup: 'on', withdrawal: 'off' })
  expect(() => onOffOf({ ask_for_next: 'yes' })).toThrow('--ask-for-next is on or off, not "yes"')
})
