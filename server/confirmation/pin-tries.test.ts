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

test('whoever was never wrong may try, and so may whoever was wrong less than five times in a row', () => {
  expect(faultOfTries(NONE, limits, now)).toBeUndefined()
  expect(faultOfTries(failures({ inARow: 4, inSession: 14, inADay: 29 }), limits, now)).toBeUndefined()
})

test('five in a row block the session for half an hour from the last, and five more block it again', () => {
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

test('fifteen of a session end its tries, however long ago they were and whatever was right between them', () => {
  const wrong = failures({ inARow: 1, inSession: 15, lastInSession: ago(900_000), inADay: 0, firstInADay: null })
  expect(faultOfTries(wrong, limits, now)).toEqual({ code: 'pin_sign_in' })
})

test('thirty of a person in a day block every session, until the first of them is a day old', () => {
  const wrong = failures({ inADay: 30, firstInADay: ago(86_000) })
  expect(faultOfTries(wrong, limits, now)).toEqual({ code: 'pin_blocked', retryAfterSeconds: 400 })
})

test('a wrong PIN is answered with the tries that are left, by whichever limit leaves the fewest', () => {
  expect(wrongPin(failures({ inARow: 1, inSession: 1, inADay: 1 }), limits, now)).toMatchObject({ attemptsLeft: 4 })
  expect(wrongPin(failures({ inARow: 6, inSession: 6, inADay: 6 }), limits, now)).toMatchObject({ attemptsLeft: 4 })
  expect(wrongPin(failures({ inARow: 1, inSession: 13, inADay: 13 }), limits, now)).toMatchObject({ attemptsLeft: 2 })
  expect(wrongPin(failures({ inARow: 1, inSession: 1, inADay: 29 }), limits, now)).toMatchObject({ attemptsLeft: 1 })
  expect(wrongPin(failures({ inARow: 5, inSession: 5, inADay: 5 }), limits, now)).toMatchObject({ code: 'pin_blocked' })
  expect(wrongPin(failures({ inARow: 5, inSession: 15, inADay: 15 }), limits, now)).toEqual({ code: 'pin_sign_in' })
})
