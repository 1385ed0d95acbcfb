import { expect, test } from 'vitest'
import { faultOfTries, type PinFailures, wrongPin } from './pin-tries.ts'

const limits = { failuresInARow: 5, blockSeconds: 1800, failuresUntilSms: 15, failuresPerDay: 30 }
const now = new Date('2026-11-20T12:00:00Z')
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000)
const NONE: PinFailures = { inARow: 0, inSession: 0, lastInSession: null, inADay: 0, firstInADay: null }
const failures = (changed: Partial<PinFailures>): PinFailures => ({
  ...NONE,
  lastInSession: ago(10),
  firstInADay: ago(600),
  ...changed,
})

test('a person without a wrong PIN may try, and so may one with fewer than five in a row', () => {
  expect(faultOfTries(NONE, limits, now)).toBeUndefined()
  expect(faultOfTries(failures({ inARow: 4, inSession: 14, inADay: 29 }), limits, now)).toBeUndefined()
})

test('five wrong PINs in a row block the session for half an hour after the last; five more block it again', () => {
  for (const inARow of [5, 10]) {
    const wrong = failures({ inARow, inSession: inARow, inADay: inARow })
    expect(faultOfTries(wrong, limits, now)).toEqual({ code: 'pin_blocked', retryAfterSeconds: 1790 })
    expect(faultOfTries({ ...wrong, lastInSession: ago(1799) }, limits, now)).toEqual({
      code: 'pin_blocked',
      retryAfterSeconds: 1,
    })
    expect(faultOfTries({ ...wrong, lastInSession: ago(1800) }, limits, now)).toBeUndefined()
  }
})

test('fifteen wrong PINs end the tries of a session, however old they are and despite right PINs between them', () => {
  const wrong = failures({ inARow: 1, inSession: 15, lastInSession: ago(900_000), inADay: 0, firstInADay: null })
  expect(faultOfTries(wrong, limits, now)).toEqual({ code: 'pin_sign_in' })
})

test('thirty wrong PINs of a person in a day block every session, until the first of them is a day old', () => {
  const wrong = failures({ inADay: 30, firstInADay: ago(86_000) })
  expect(faultOfTries(wrong, limits, now)).toEqual({ code: 'pin_blocked', retryAfterSeconds: 400 })
})

test('a wrong PIN is answered with the tries left, by the limit that leaves the fewest', () => {
  expect(wrongPin(failures({ inARow: 1, inSession: 1, inADay: 1 }), limits, now)).toMatchObject({ attemptsLeft: 4 })
  expect(wrongPin(failures({ inARow: 6, inSession: 6, inADay: 6 }), limits, now)).toMatchObject({ attemptsLeft: 4 })
  expect(wrongPin(failures({ inARow: 1, inSession: 13, inADay: 13 }), limits, now)).toMatchObject({ attemptsLeft: 2 })
  expect(wrongPin(failures({ inARow: 1, inSession: 1, inADay: 29 }), limits, now)).toMatchObject({ attemptsLeft: 1 })
  expect(wrongPin(failures({ inARow: 5, inSession: 5, inADay: 5 }), limits, now)).toMatchObject({ code: 'pin_blocked' })
  expect(wrongPin(failures({ inARow: 5, inSession: 15, inADay: 15 }), limits, now)).toEqual({ code: 'pin_sign_in' })
})
