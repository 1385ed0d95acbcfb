import { describe, expect, test } from 'vitest'
import type { LevelFacts } from '#server/users/levels'
import type { User } from '#server/users/users'
import { inEveryLanguage } from '#texts/languages'
import { decideIdentification, decideUpgrade, findSilence, isActive, leadsOn, raisedUser } from './rules.ts'
import type { Identification } from './store.ts'

const basic: LevelFacts = {
  code: 'basic',
  position: 0,
  asksForNext: true,
  isTopupAllowed: true,
  isWithdrawalAllowed: false,
  howto: undefined,
}
const full: LevelFacts = { ...basic, code: 'full', position: 1, isWithdrawalAllowed: true }
const premium: LevelFacts = {
  ...full,
  code: 'premium',
  position: 2,
  asksForNext: false,
  howto: inEveryLanguage((language) => `Write to us in ${language}`),
}

const identification: Identification = {
  id: 'identification',
  userId: 'anna',
  fromLevel: 'basic',
  toLevel: 'full',
  provider: 'sandbox',
  externalId: 'check',
  url: null,
  language: 'ru',
  state: 'pending',
  reason: null,
  startedAt: new Date('2026-11-20T12:00:00Z'),
  answeredAt: null,
  isLatest: true,
}
const anna: User = {
  id: 'anna',
  phone: '+79161234567',
  levelCode: 'basic',
  isTopupAllowed: true,
  isWithdrawalAllowed: false,
  closedAt: undefined,
}

describe('a provider', () => {
  const { startedAt } = identification
  const hoursLater = (hours: number): Date => new Date(startedAt.getTime() + hours * 3_600_000)

  test('counts as silent when it has reported nothing of an open identification for a day, counted from its last answer', () => {
    expect(findSilence(identification, hoursLater(24))).toEqual(startedAt)
    expect(findSilence({ ...identification, answeredAt: hoursLater(1) }, hoursLater(25))).toEqual(hoursLater(1))
  })

  test('does not count as silent before a day is over, or once the identification has ended', () => {
    expect(findSilence(identification, hoursLater(23.9))).toBeUndefined()
    expect(findSilence({ ...identification, answeredAt: hoursLater(1) }, hoursLater(24.9))).toBeUndefined()
    expect(findSilence({ ...identification, state: 'aborted' }, hoursLater(100))).toBeUndefined()
  })
})

describe('an upgrade', () => {
  test('begins an identification for the next level', () => {
    expect(decideUpgrade({ level: basic, next: full, hasOpen: false })).toEqual({ kind: 'begin', toLevel: 'full' })
  })

  test('continues the open identification', () => {
    expect(decideUpgrade({ level: basic, next: full, hasOpen: true })).toEqual({ kind: 'resume' })
  })

  test('tells how to get the next level when the operator gives it by hand', () => {
    expect(decideUpgrade({ level: full, next: premium, hasOpen: false })).toEqual({ kind: 'howto', howto: premium.howto })
  })

  test('is refused at the highest level, and when the operator does not ask for the next level', () => {
    const refused = { kind: 'refuse', refusal: { code: 'level_highest' } }
    expect(decideUpgrade({ level: premium, next: undefined, hasOpen: false })).toEqual(refused)
    expect(decideUpgrade({ level: { ...basic, asksForNext: false }, next: full, hasOpen: false })).toEqual(refused)
    expect(decideUpgrade({ level: basic, next: undefined, hasOpen: false })).toEqual(refused)
  })

  test('does not continue an identification of another provider or for another level', () => {
    expect(leadsOn(identification, { levelCode: 'basic', provider: 'sandbox' })).toBe(true)
    expect(leadsOn(identification, { levelCode: 'full', provider: 'sandbox' })).toBe(false)
    expect(leadsOn(identification, { levelCode: 'basic', provider: 'ondato' })).toBe(false)
  })
})

describe('the provider’s answer', () => {
  test.each([
    ['pending', 'pending', 'ignore'],
    ['pending', 'processing', 'progress'],
    ['processing', 'review', 'progress'],
    ['review', 'pending', 'progress'],
    ['pending', 'complete', 'complete'],
    ['review', 'complete', 'complete'],
    ['pending', 'aborted', 'abort'],
    ['review', 'aborted', 'abort'],
    ['complete', 'complete', 'ignore'],
    ['complete', 'pending', 'ignore'],
    ['complete', 'aborted', 'contradiction'],
    ['aborted', 'aborted', 'ignore'],
    ['aborted', 'review', 'ignore'],
    ['aborted', 'complete', 'complete'],
  ] as const)('about an identification that is %s: %s, does: %s', (state, told, expected) => {
    expect(decideIdentification({ ...identification, state }, { state: told }, anna)).toBe(expected)
  })

  test('about an aborted identification no longer completes it once another has begun, or the user has another level', () => {
    const aborted: Identification = { ...identification, state: 'aborted' }
    expect(decideIdentification({ ...aborted, isLatest: false }, { state: 'complete' }, anna)).toBe('ignore')
    expect(decideIdentification(aborted, { state: 'complete' }, { levelCode: 'premium' })).toBe('ignore')
  })
})

describe('a completed identification', () => {
  test('gives the user the level and its flags', () => {
    expect(raisedUser(anna, { from: basic, to: full })).toEqual({
      levelCode: 'full',
      isTopupAllowed: true,
      isWithdrawalAllowed: true,
    })
  })

  test('keeps a flag that the operator has set for this user, whatever the new level allows', () => {
    expect(raisedUser({ ...anna, isTopupAllowed: false }, { from: basic, to: full })).toMatchObject({ isTopupAllowed: false })
    const blocked = { ...anna, levelCode: 'full', isWithdrawalAllowed: false }
    expect(raisedUser(blocked, { from: full, to: premium })).toMatchObject({ levelCode: 'premium', isWithdrawalAllowed: false })
  })

  test('does not change a level that the operator has changed meanwhile', () => {
    expect(raisedUser({ ...anna, levelCode: 'premium' }, { from: basic, to: full })).toBeUndefined()
  })
})

describe('the identification that is shown as active', () => {
  test.each([
    ['pending', basic, true],
    ['processing', basic, true],
    ['review', full, true],
    // tried again by the same button, until it is or the level came another way
    ['aborted', basic, true],
    ['aborted', full, false],
    ['aborted', { ...basic, asksForNext: false }, false],
    // on the level it led to, and on a higher one, whether or not a further one can be asked for
    ['complete', full, true],
    ['complete', premium, true],
    ['complete', { ...full, asksForNext: false }, true],
    // the operator put the user back: they may begin again
    ['complete', basic, false],
  ] as const)('%s, at level %o: %s', (state, level, expected) => {
    expect(isActive({ state, fromLevel: 'basic' }, { level, to: full })).toBe(expected)
  })
})
